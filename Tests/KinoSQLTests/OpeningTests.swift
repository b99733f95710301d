import Foundation
import KinoSQL
import Testing

@Suite("Opening a database")
struct OpeningTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("shelf.sqlite")
  }

  @Test("a database that is not there is created, in the contract's format")
  func create() async throws {
    try await open().close()
    let connection = try Connection(.file(path, .readOnly))
    #expect(try connection.int64("PRAGMA user_version") == 3)
    #expect(try connection.int64("PRAGMA application_id") == 0x5348_4C46)
    #expect(try connection.int64("PRAGMA page_size") == 8192)
    #expect(try connection.int64("PRAGMA auto_vacuum") == 2)
    #expect(try connection.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
    let history = try connection.all("SELECT file, sha256, applied_at_ms FROM schema_migration") {
      "\($0.text(0)) \($0.text(1)) \($0.int64(2))"
    }
    #expect(
      history == SchemaContract.shelf().versions.map { "\($0.file) \($0.sha256) 1700000000000" }
    )
    #expect(directory.names.filter { !$0.hasPrefix("shelf.sqlite-") } == ["shelf.sqlite"])
  }

  @Test("a new file gets the permissions asked for")
  func fileMode() async throws {
    var options = OpeningOptions.test
    options.fileMode = 0o600
    try await open(options).close()
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("a foreign application's database is refused, untouched (MG-2)")
  func foreign() async throws {
    try make("PRAGMA application_id = 7; CREATE TABLE t (n); PRAGMA user_version = 1")
    try await expectRefusal(.foreign(applicationID: 7))
  }

  @Test("a database without an application id is refused, untouched")
  func unidentified() async throws {
    try make("CREATE TABLE t (n); INSERT INTO t VALUES (1)")
    try await expectRefusal(.foreign(applicationID: 0))
  }

  @Test("a foreign database in WAL mode is refused, untouched")
  func foreignLog() async throws {
    try make("PRAGMA journal_mode = WAL; PRAGMA application_id = 7; CREATE TABLE t (n)")
    try await expectRefusal(.foreign(applicationID: 7))
  }

  @Test("a newer database is refused, untouched (MG-2)")
  func newer() async throws {
    try await open().close()
    try make("PRAGMA user_version = 4")
    try await expectRefusal(.newer(version: 4, supported: 3))
  }

  @Test("a newer version that only the write-ahead log knows is refused, untouched")
  func newerInLog() async throws {
    try await open().close()
    let other = try Connection(.file(path))
    try other.execute("PRAGMA user_version = 4")
    try await expectRefusal(.newer(version: 4, supported: 3))
    #expect(try other.int64("PRAGMA user_version") == 4)
  }

  @Test(
    "a file that is not SQLite is refused, untouched",
    arguments: ["x", "not a database, not at all"]
  )
  func notSQLite(_ text: String) async throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try await expectRefusal(.notADatabase)
  }

  @Test("a damaged database is refused as damaged, untouched")
  func damaged() async throws {
    try await open().close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes.replaceSubrange(100..<400, with: Data(repeating: 0xFF, count: 300))
    try bytes.write(to: URL(fileURLWithPath: path))
    let error = try await refusal()
    guard case .damaged = error else {
      Issue.record("got \(error)")
      return
    }
  }

  @Test("an empty file beside a write-ahead log is damaged, and the log stays")
  func emptyBesideLog() async throws {
    try Data().write(to: URL(fileURLWithPath: path))
    try Data("log".utf8).write(to: URL(fileURLWithPath: "\(path)-wal"))
    try await expectRefusal(.strayLog)
    #expect(FileSize.of("\(path)-wal") == 3)
  }

  @Test("a symbolic link is refused")
  func symbolicLink() async throws {
    try await open().close()
    let link = directory.file("link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    await #expect(throws: OpeningError.symbolicLink) {
      try await Database.open(at: link, contract: .shelf(), options: .test)
    }
  }

  @Test("a symbolic link to nothing is refused, and nothing is created")
  func danglingLink() async throws {
    let target = directory.file("nowhere")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    await #expect(throws: OpeningError.symbolicLink) { try await open() }
    #expect(directory.names == ["shelf.sqlite"])
  }

  @Test("a folder reached through a symbolic link is fine")
  func linkedFolder() async throws {
    let link = directory.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory.path)
    let database = try await Database.open(
      at: "\(link)/shelf.sqlite",
      contract: .shelf(),
      options: .test
    )
    #expect(database.path == path)
    await database.close()
  }

  @Test("a directory is refused")
  func folder() async throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    await #expect(throws: OpeningError.notAFile) { try await open() }
  }

  @Test("a missing folder is unavailable, not damaged")
  func missingFolder() async throws {
    let error = await #expect(throws: OpeningError.self) {
      try await Database.open(at: "\(path)/none/x.sqlite", contract: .shelf(), options: .test)
    }
    guard case .unavailable = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
  }

  @Test("a file that nobody may write is refused, untouched")
  func readOnly() async throws {
    try await open().close()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    try await expectRefusal(.readOnly)
  }

  @Test("a database on a network file system is refused unless the host insists")
  func network() async throws {
    try await open().close()
    var options = OpeningOptions.test
    options.isOnNetwork = { _ in true }
    try await expectRefusal(.networkFileSystem, options)
    options.allowsNetworkFileSystem = true
    try await open(options).close()
  }

  @Test("an empty file is no new database while a backup of it is there, and the newest is named")
  func emptied() async throws {
    for name in ["", ".backup-v1-7", ".backup-v2-5", ".backup-v2-9.partial"] {
      #expect(FileManager.default.createFile(atPath: path + name, contents: nil))
    }
    try await expectRefusal(.emptied(backup: "shelf.sqlite.backup-v1-7"))
    for name in [".backup-v1-7", ".backup-v2-5"] {
      try FileManager.default.removeItem(atPath: path + name)
    }
    try await open().close()
  }

  @Test("a database of another page size is refused, untouched")
  func pageSize() async throws {
    try make("PRAGMA page_size = 4096; \(SchemaContract.shelf(versions: 1).versions[0].sql)")
    try await expectRefusal(.wrongFormat("page_size 4096"))
  }

  @Test("the temporary folder of this machine is local")
  func local() {
    #expect(!FileSystem.isOnNetwork(directory.path))
  }

  private func open(_ options: OpeningOptions = .test) async throws -> Database {
    try await Database.open(at: path, contract: .shelf(), options: options)
  }

  private func make(_ sql: String) throws {
    let connection = try Connection(.file(path, .create))
    try connection.execute(sql)
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private func refusal(_ options: OpeningOptions = .test) async throws -> OpeningError {
    let before = try FileDigest.of(path)
    let error = await #expect(throws: OpeningError.self) { try await open(options) }
    #expect(try FileDigest.of(path) == before)
    return try #require(error)
  }

  private func expectRefusal(
    _ expected: OpeningError,
    _ options: OpeningOptions = .test
  ) async throws {
    #expect(try await refusal(options) == expected)
  }
}
