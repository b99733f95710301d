import KinoSQL
import Synchronization
import Testing

@Suite("Backup and log")
struct BackupTests {
  private let shelf: Shelf

  init() async throws {
    shelf = try await Shelf {
      $0.logSoftLimitBytes = 256 << 10
      $0.logHardLimitBytes = 512 << 10
    }
  }

  @Test("a backup is the database of one moment, made while it is used")
  func copy() async throws {
    try await shelf.add("Ubik")
    let target = shelf.directory.file("copy.sqlite")
    let reports = Mutex(0)
    try await shelf.database.backup(to: target) { done, total in
      reports.withLock { $0 += done <= total ? 1 : 0 }
    }
    let copy = try Connection(.file(target, .readOnly))
    #expect(try copy.first("SELECT title FROM book") { $0.text(0) } == "Ubik")
    #expect(try copy.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
    #expect(reports.withLock { $0 } > 0)
    try await shelf.add("Valis")
    #expect(try await shelf.titles().count == 2)
  }

  @Test("a backup never overwrites a file")
  func existing() async throws {
    await #expect(throws: DatabaseError.self) {
      try await shelf.database.backup(to: shelf.database.path)
    }
    #expect(try await shelf.titles() == [])
  }

  @Test("a cancelled backup leaves no file")
  func cancelled() async throws {
    try await fill(rows: 60000)
    let target = shelf.directory.file("copy.sqlite")
    let task = Task { [shelf] in
      try await shelf.database.backup(to: target) { _, _ in
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      }
    }
    await #expect(throws: DatabaseError.cancelled) { try await task.value }
    #expect(!shelf.directory.names.contains { $0.hasPrefix("copy") })
  }

  @Test("the write-ahead log stays near its limit however much is written")
  func bounded() async throws {
    for _ in 0..<40 { try await fill(rows: 2000) }
    try await shelf.database.checkpoint()
    let size = try #require(FileSize.of("\(shelf.database.path)-wal"))
    // The limit, and what a few transactions write while a checkpoint is under way.
    #expect(size < 4 << 20)
  }

  @Test("a truncating checkpoint empties the log")
  func truncate() async throws {
    try await fill(rows: 100)
    let result = try await shelf.database.checkpoint(.truncate)
    #expect(result.isComplete)
    #expect(FileSize.of("\(shelf.database.path)-wal") == 0)
  }

  private func fill(rows: Int) async throws(DatabaseError) {
    try await shelf.database.write(as: .all) { connection throws(SQLiteError) in
      let insert = try connection.prepare("INSERT INTO book(title) VALUES (?1)")
      for row in 0..<rows {
        insert.bind(1, "A title that takes some room, number \(row)")
        try insert.run()
      }
    }
  }
}
