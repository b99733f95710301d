import Foundation
import KinoSQL
import Synchronization
import Testing

@Suite("Migration")
struct MigrationTests {
  private let old: OldShelf

  init() async throws { old = try await OldShelf() }

  @Test("a previous version is brought to the newest with its data (MG-1)")
  func upgrade() async throws {
    let database = try await old.open(.shelf())
    let rows = try await database.read { connection throws(SQLiteError) in
      try connection.all("SELECT b.title FROM loan l JOIN book b ON b.id = l.book_id") {
        $0.text(0)
      }
    }
    #expect(rows == ["Ubik"])
    await database.close()
    #expect(try old.version() == 3)
  }

  @Test("every version from the first on reaches the newest", arguments: 1...3)
  func chain(_ count: Int) async throws {
    let path = old.directory.file("chain.sqlite")
    let first = try await Database.open(
      at: path,
      contract: .shelf(versions: count),
      options: .test
    )
    await first.close()
    let last = try await Database.open(at: path, contract: .shelf(), options: .test)
    await last.close()
    let connection = try Connection(.file(path, .readOnly))
    let expected = try SchemaDump.text(of: .shelf(), at: 3)
    #expect(try SchemaDump.text(of: connection) == expected)
  }

  @Test("a failure at any statement leaves the database as it was, with a record (MG-2)")
  func failureAtEveryStatement() async throws {
    let before = try old.content()
    let bytes = try FileDigest.of(old.path)
    var failures = 0
    for target in 0... {
      let seen = Mutex(0)
      var options = OpeningOptions.test
      options.willExecute = { version, index, sql throws(SQLiteError) in
        let number = seen.withLock { seen in
          seen += 1
          return seen - 1
        }
        if number == target {
          throw SQLiteError(extendedCode: 13, message: "no room", sql: sql)
        }
      }
      do throws(OpeningError) {
        await (try old.open(.shelf(), options)).close()
        break
      } catch {
        guard case .migrationFailed(let failure) = error else { throw error }
        #expect(failure.code == 13)
        #expect(failure.statement != nil)
        failures += 1
      }
      #expect(try old.content() == before)
      #expect(try FileDigest.of(old.path) == bytes)
      #expect(try old.record().contains("\"code\": 13"))
    }
    // Three statements of version 2 and seven of version 3.
    #expect(failures == 10)
    #expect(try old.version() == 3)
    #expect(!old.directory.names.contains { $0.hasSuffix("migration-error.json") })
  }

  @Test("the record names version, statement and message, and is JSON")
  func record() async throws {
    let contract = SchemaContract.shelf().adding(
      "CREATE TABLE \"new\nbook\" (n); CREATE TABLE book (n);"
    )
    await #expect(throws: OpeningError.self) { try await old.open(contract) }
    let json = try JSONSerialization.jsonObject(with: Data(old.record().utf8)) as? [String: Any]
    #expect(json?["database"] as? String == "shelf")
    #expect(json?["version"] as? Int == 4)
    #expect((json?["statement"] as? String)?.contains("CREATE TABLE book") == true)
    #expect(json?["message"] as? String == "table book already exists")
    #expect(json?["at_ms"] as? Int == 1_700_000_000_000)
  }

  @Test("a migration that loses rows of a counted table is undone")
  func lostRows() async throws {
    let contract = SchemaContract.shelf().adding("DELETE FROM loan; PRAGMA user_version = 4;")
    let failure = try await old.failure(contract)
    #expect(failure.message == "loan had 1 rows and has 0")
    #expect(try old.version() == 1)
  }

  @Test("a migration that breaks a foreign key is undone")
  func brokenForeignKey() async throws {
    let contract = SchemaContract.shelf()
      .adding("UPDATE loan SET book_id = 99; PRAGMA user_version = 4;")
    let failure = try await old.failure(contract)
    #expect(failure.message.contains("loan"))
    #expect(try old.version() == 1)
  }

  @Test("rebuilding a parent table fires no foreign-key action")
  func rebuild() async throws {
    await (try old.open(.shelf())).close()
    let connection = try Connection(.file(old.path, .readOnly))
    #expect(try connection.int64("SELECT count(*) FROM loan") == 1)
  }

  @Test(
    "a file that ends the transaction, or forgets its version, is undone",
    arguments: ["COMMIT; CREATE TABLE x (n);", "CREATE TABLE x (n);"]
  )
  func badFile(_ sql: String) async throws {
    let failure = try await old.failure(SchemaContract.shelf().adding(sql))
    #expect(failure.version == 4)
    #expect(try old.version() == 1)
  }

  @Test("the schema must be the pinned one")
  func pinnedSchema() async throws {
    let contract = SchemaContract(
      name: "shelf",
      applicationID: 0x5348_4C46,
      versions: SchemaContract.shelf().versions,
      schemaSHA256: String(repeating: "0", count: 64)
    )
    let failure = try await old.failure(contract)
    #expect(failure.message == "the schema is not the contract's")
  }

  @Test("a contract whose text is not the pinned one is refused")
  func brokenContract() async throws {
    var versions = SchemaContract.shelf().versions
    versions[1] = SchemaContract.Version(
      number: 2,
      file: "shelf-v2.sql",
      sql: versions[1].sql + " ",
      sha256: versions[1].sha256
    )
    let contract = SchemaContract(name: "shelf", applicationID: 0x5348_4C46, versions: versions)
    await #expect(throws: OpeningError.brokenContract(version: 2)) { try await old.open(contract) }
    #expect(try old.version() == 1)
  }

  @Test("a version applied with another text is refused")
  func changedHistory() async throws {
    do {
      let connection = try Connection(.file(old.path))
      try connection.execute("UPDATE schema_migration SET sha256 = 'other' WHERE version = 1")
    }
    await #expect(throws: OpeningError.changedHistory(version: 1)) { try await old.open(.shelf()) }
    #expect(try old.version() == 1)
  }

  @Test("without room for backup and log nothing is begun")
  func space() async throws {
    var options = OpeningOptions.test
    options.availableBytes = { _ in 1000 }
    let error = await #expect(throws: OpeningError.self) { try await old.open(.shelf(), options) }
    guard case .insufficientSpace(let needed, 1000) = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
    #expect(needed > 1000)
    #expect(try old.version() == 1)
  }

  @Test("cancelling undoes the migration and leaves no record")
  func cancel() async throws {
    var options = OpeningOptions.test
    options.willExecute = { version, index, _ throws(SQLiteError) in
      if version == 3 && index == 2 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }
    let task = Task { [old, options] in try await old.open(.shelf(), options) }
    await #expect(throws: OpeningError.cancelled) { try await task.value }
    #expect(try old.version() == 1)
    #expect(!old.directory.names.contains { $0.hasSuffix("migration-error.json") })
  }
}

@Suite("Migration backup")
struct MigrationBackupTests {
  private let old: OldShelf

  init() async throws { old = try await OldShelf() }

  @Test("the version before the migration stays beside it as a complete database")
  func backup() async throws {
    await (try old.open(.shelf())).close()
    let backup = old.directory.file("shelf.sqlite.backup-v1-1700000000000")
    let connection = try Connection(.file(backup, .readOnly))
    #expect(try connection.int64("PRAGMA user_version") == 1)
    #expect(try connection.first("SELECT title FROM book") { $0.text(0) } == "Ubik")
    #expect(try connection.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
  }

  @Test("only the newest backups are kept, and leftovers of a crash go")
  func retention() async throws {
    for name in ["v1-3", "v1-20", "v1-100", "v1-100.partial"] {
      try Data().write(to: URL(fileURLWithPath: "\(old.path).backup-\(name)"))
    }
    await (try old.open(.shelf())).close()
    #expect(
      old.directory.names.filter { $0.contains("backup") }
        == ["shelf.sqlite.backup-v1-100", "shelf.sqlite.backup-v1-1700000000000"]
    )
  }

  @Test("opening a current database makes no backup")
  func none() async throws {
    await (try old.open(.shelf(versions: 1))).close()
    #expect(!old.directory.names.contains { $0.contains("backup") })
  }
}

@Suite("Migration beside others")
struct ConcurrentOpeningTests {
  @Test("two that create one database at the same time both succeed")
  func creation() async throws {
    let directory = try TemporaryDirectory()
    try await openTwice(directory.file("shelf.sqlite"))
  }

  @Test("two that migrate one database at the same time both succeed, and it happens once")
  func migration() async throws {
    let old = try await OldShelf()
    try await openTwice(old.path)
    let connection = try Connection(.file(old.path, .readOnly))
    #expect(try connection.int64("SELECT count(*) FROM schema_migration") == 3)
    #expect(old.directory.names.filter { $0.contains("backup") }.count == 1)
  }

  @Test("an opener waits for another process's lock until its own deadline")
  func deadline() async throws {
    let old = try await OldShelf()
    let other = try Connection(.file(old.path))
    try other.execute("BEGIN IMMEDIATE")
    var options = OpeningOptions.test
    options.deadline = .now
    await #expect(throws: OpeningError.deadlineExceeded) {
      try await old.open(.shelf(), options)
    }
    try other.execute("ROLLBACK")
    await (try old.open(.shelf())).close()
    #expect(try old.version() == 3)
  }

  @Test("waiting for the process that creates a library can be cancelled")
  func cancelledCreation() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("shelf.sqlite")
    try Data().write(to: URL(fileURLWithPath: path))
    let other = try Connection(.file(path))
    try other.execute("PRAGMA page_size = 8192; PRAGMA auto_vacuum = 2; PRAGMA journal_mode = WAL")
    try other.execute("CREATE TABLE t (n); DROP TABLE t; BEGIN IMMEDIATE")
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await Database.open(at: path, contract: .shelf(), options: .test)
    }
    await #expect(throws: OpeningError.cancelled) { try await task.value }
    try other.execute("ROLLBACK")
  }

  private func openTwice(_ path: String) async throws {
    var options = OpeningOptions.test
    options.deadline = .now + .seconds(3600)
    let openers = (0..<2).map { _ in
      Task { [options] in
        try await Database.open(at: path, contract: .shelf(), options: options)
      }
    }
    for opener in openers {
      let database = try await opener.value
      let version = try await database.read { connection throws(SQLiteError) in
        try connection.int64("PRAGMA user_version")
      }
      #expect(version == 3)
      await database.close()
    }
  }
}

@Suite("Databases made by a plain shell")
struct ShellDatabaseTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("shelf.sqlite")
  }

  @Test(
    "one whose schema is the contract's is accepted, recorded and switched to WAL",
    arguments: 1...3
  )
  func accepted(_ count: Int) async throws {
    try make(versions: count)
    let database = try await Database.open(at: path, contract: .shelf(), options: .test)
    await database.close()
    let connection = try Connection(.file(path, .readOnly))
    #expect(try connection.int64("SELECT count(*) FROM schema_migration") == 3)
    #expect(try connection.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
  }

  @Test("one whose schema differs is refused, untouched")
  func refused() async throws {
    try make(versions: 2, also: "CREATE INDEX mine ON book (title)")
    let before = try FileDigest.of(path)
    await #expect(throws: OpeningError.unknownSchema(version: 2)) {
      try await Database.open(at: path, contract: .shelf(), options: .test)
    }
    #expect(try FileDigest.of(path) == before)
  }

  private func make(versions count: Int, also sql: String = "") throws {
    let connection = try Connection(.file(path, .create))
    try connection.execute("PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL")
    for version in SchemaContract.shelf(versions: count).versions {
      try connection.execute(version.sql)
    }
    try connection.execute(sql)
  }
}

/// A database at version 1 with one book on loan.
private struct OldShelf: Sendable {
  let directory: TemporaryDirectory
  let path: String

  init() async throws {
    directory = try TemporaryDirectory()
    path = directory.file("shelf.sqlite")
    let database = try await Database.open(
      at: path,
      contract: .shelf(versions: 1),
      options: .test
    )
    try await database.write(as: .all) { connection throws(SQLiteError) in
      try connection.execute(
        "INSERT INTO book VALUES (1, 'Ubik'); INSERT INTO loan VALUES (1, 1)"
      )
    }
    await database.close()
  }

  func open(
    _ contract: SchemaContract,
    _ options: OpeningOptions = .test
  ) async throws(OpeningError) -> Database {
    try await Database.open(at: path, contract: contract, options: options)
  }

  func failure(_ contract: SchemaContract) async throws -> MigrationFailure {
    let error = await #expect(throws: OpeningError.self) { try await open(contract) }
    guard case .migrationFailed(let failure) = error else { throw try #require(error) }
    return failure
  }

  func version() throws -> Int64? {
    try Connection(.file(path, .readOnly)).int64("PRAGMA user_version")
  }

  func content() throws -> String {
    let connection = try Connection(.file(path, .readOnly))
    let rows = try connection.all("SELECT id, title FROM book") { "\($0.int64(0)) \($0.text(1))" }
    return try SchemaDump.text(of: connection) + rows.joined(separator: "\n")
  }

  func record() throws -> String {
    try String(contentsOfFile: "\(path).migration-error.json", encoding: .utf8)
  }
}
