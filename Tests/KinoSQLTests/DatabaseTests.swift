import KinoSQL
import Testing

@Suite("Database")
struct DatabaseTests {
  private let shelf: Shelf

  init() async throws { shelf = try await Shelf() }

  @Test("what a write committed, a read sees")
  func writeThenRead() async throws {
    try await shelf.add("Ubik")
    #expect(try await shelf.titles() == ["Ubik"])
  }

  @Test("a body that throws leaves nothing behind")
  func rollback() async throws {
    await #expect(throws: StoreFailure.refused) {
      try await shelf.database.write(as: .all, throwing: StoreFailure.self) { connection in
        try connection.run("INSERT INTO book(title) VALUES ('Ubik')")
        throw StoreFailure.refused
      }
    }
    #expect(try await shelf.titles() == [])
  }

  @Test("SQLite's errors arrive wrapped in the layer's error")
  func wrapped() async throws {
    let error = await #expect(throws: StoreFailure.self) {
      try await shelf.database.write(as: .all, throwing: StoreFailure.self) { connection in
        try connection.run("INSERT INTO book(title) VALUES (NULL)")
      }
    }
    guard case .database(.sqlite(let sqlite)) = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
    #expect(sqlite.kind == .constraint(.notNull))
  }

  @Test("the revision advances once per transaction that changes something, and only then")
  func revision() async throws {
    try await shelf.add("Ubik", "Valis")
    try await shelf.database.write(as: .all) { connection throws(SQLiteError) in
      try connection.run("UPDATE book SET title = 'x' WHERE title = 'none'")
    }
    #expect(try await shelf.revision() == 1)
  }

  @Test("a transaction that rolls back does not advance the revision")
  func revisionRolledBack() async throws {
    _ = try? await shelf.database.write(as: .all, throwing: StoreFailure.self) { connection in
      try connection.run("INSERT INTO book(title) VALUES ('Ubik')")
      throw StoreFailure.refused
    }
    #expect(try await shelf.revision() == 0)
  }

  @Test("no body can end its transaction, under any profile", arguments: ["COMMIT", "ROLLBACK"])
  func endedByBody(_ sql: String) async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await shelf.database.write(as: .all) { connection throws(SQLiteError) in
        try connection.run("INSERT INTO book(title) VALUES ('Ubik')")
        try connection.execute(sql)
      }
    }
    guard case .sqlite(let sqlite) = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
    #expect(sqlite.denial?.operation == "TRANSACTION")
    #expect(try await shelf.titles() == [])
  }

  @Test("after SQLite itself rolled back, nothing of the body runs outside the transaction")
  func lostTransaction() async throws {
    await #expect(throws: DatabaseError.self) {
      try await shelf.database.write(as: .all) { connection throws(SQLiteError) in
        try connection.run("INSERT INTO book(id, title) VALUES (1, 'Ubik')")
        _ = try? connection.run("INSERT OR ROLLBACK INTO book(id, title) VALUES (1, 'Twice')")
        try connection.run("INSERT INTO book(title) VALUES ('Outside')")
      }
    }
    #expect(try await shelf.titles() == [])
  }

  @Test("a failed savepoint undoes its part and nothing else")
  func savepoint() async throws {
    try await shelf.database.write(as: .all) { connection throws(SQLiteError) in
      try connection.run("INSERT INTO book(id, title) VALUES (1, 'Ubik')")
      _ = try? connection.savepoint { () throws(SQLiteError) in
        try connection.run("INSERT INTO book(id, title) VALUES (2, 'Valis')")
        try connection.run("INSERT INTO book(id, title) VALUES (1, 'Twice')")
      }
    }
    #expect(try await shelf.titles() == ["Ubik"])
  }

  @Test("another process's migration stops reads and writes with a typed error")
  func migratedElsewhere() async throws {
    let other = try Connection(.file(shelf.database.path))
    try other.execute("PRAGMA user_version = 9")
    let expected = DatabaseError.versionChanged(expected: 3, found: 9)
    await #expect(throws: expected) { try await shelf.add("Ubik") }
    await #expect(throws: expected) { try await shelf.titles() }
  }

  @Test("settings hold on reading and writing connections (TX-1)")
  func settings() async throws {
    let sql = "SELECT (SELECT foreign_keys FROM pragma_foreign_keys)"
    let reading = try await shelf.database.read { connection throws(SQLiteError) in
      #expect(try connection.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
      #expect(try connection.int64("PRAGMA page_size") == 8192)
      #expect(try connection.int64("PRAGMA auto_vacuum") == 2)
      #expect(try connection.int64("PRAGMA query_only") == 1)
      return try connection.int64(sql)
    }
    let writing = try await shelf.database.write(as: .all) { connection throws(SQLiteError) in
      #expect(try connection.int64("PRAGMA trusted_schema") == 0)
      #expect(try connection.int64("PRAGMA synchronous") == 1)
      return try connection.int64(sql)
    }
    #expect(reading == 1)
    #expect(writing == 1)
  }

  @Test("a durable profile commits with synchronous FULL")
  func durable() async throws {
    let profile = WriteProfile("user", access: .unrestricted, isDurable: true)
    let mode = try await shelf.database.write(as: profile) { connection throws(SQLiteError) in
      try connection.int64("PRAGMA synchronous")
    }
    #expect(mode == 2)
  }
}

private enum StoreFailure: DatabaseFailure, Equatable {
  case refused
  case database(DatabaseError)

  init(_ error: DatabaseError) { self = .database(error) }
}
