@testable import KinoSQL
import Testing

@Suite("Database")
struct DatabaseTests {
  private let directory: TemporaryDirectory
  private let database: Database
  private let all = WriteProfile("all", access: .unrestricted)

  init() async throws {
    directory = try TemporaryDirectory()
    let path = directory.file("t.sqlite")
    do {
      let connection = try Connection(.file(path, .create))
      try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER) STRICT")
    }
    database = Database(path: path, version: 0, configuration: DatabaseConfiguration())
  }

  @Test("what a write committed, a read sees")
  func writeThenRead() async throws {
    try await database.write(as: all) { connection throws(SQLiteError) in
      _ = try connection.run("INSERT INTO t VALUES (?1)") { $0.bind(1, 7) }
    }
    let value = try await database.read { connection throws(SQLiteError) in
      try connection.int64("SELECT n FROM t")
    }
    #expect(value == 7)
  }

  @Test("a body that throws leaves nothing behind")
  func rollback() async throws {
    await #expect(throws: StoreFailure.refused) {
      try await database.write(as: all, throwing: StoreFailure.self) { connection in
        try connection.run("INSERT INTO t VALUES (1)")
        throw StoreFailure.refused
      }
    }
    let count = try await database.read { connection throws(SQLiteError) in
      try connection.int64("SELECT count(*) FROM t")
    }
    #expect(count == 0)
  }
}

private enum StoreFailure: DatabaseFailure, Equatable {
  case refused
  case database(DatabaseError)

  init(_ error: DatabaseError) { self = .database(error) }
}
