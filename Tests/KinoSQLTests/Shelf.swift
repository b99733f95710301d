import KinoSQL

/// A database of the test contract in a folder of its own.
struct Shelf: Sendable {
  let directory: TemporaryDirectory
  let database: Database

  init(configuring change: (inout DatabaseConfiguration) -> Void = { _ in }) async throws {
    directory = try TemporaryDirectory()
    var configuration = DatabaseConfiguration()
    configuration.afterChange = "UPDATE revision SET value = value + 1"
    change(&configuration)
    database = try await Database.open(
      at: directory.file("shelf.sqlite"),
      contract: .shelf(),
      configuration: configuration,
      options: .test
    )
  }

  func add(_ titles: String..., priority: WritePriority = .normal) async throws(DatabaseError) {
    try await database.write(as: .all, priority: priority) { connection throws(SQLiteError) in
      for title in titles {
        try connection.run("INSERT INTO book(title) VALUES (?1)") { $0.bind(1, title) }
      }
    }
  }

  func titles() async throws(DatabaseError) -> [String] {
    try await database.read { connection throws(SQLiteError) in
      try connection.all("SELECT title FROM book ORDER BY id") { $0.text(0) }
    }
  }

  func revision() async throws(DatabaseError) -> Int64? {
    try await database.read { connection throws(SQLiteError) in
      try connection.int64("SELECT value FROM revision")
    }
  }
}

extension WriteProfile {
  static let all = WriteProfile("all", access: .unrestricted)
}
