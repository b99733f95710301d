import Foundation
import Testing

@testable import KinoSQL

/// A crash between the first write of a rollback journal and its commit.
@Suite("Files with a transaction broken off")
struct BrokenOffTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("shelf.sqlite")
  }

  @Test("one that was being created is created")
  func creation() async throws {
    try breakOff("PRAGMA journal_mode = WAL; PRAGMA journal_mode = DELETE")
    let database = try await Database.open(at: path, contract: .shelf(), options: .test)
    let version = try await database.read { connection throws(SQLiteError) in
      try connection.int64("PRAGMA user_version")
    }
    #expect(version == Int64(SchemaContract.shelf().newestVersion))
    await database.close()
  }

  @Test("one of ours is rolled back and opened")
  func ours() async throws {
    let original = directory.file("original.sqlite")
    try await Database.open(at: original, contract: .shelf(), options: .test).close()
    try breakOff("PRAGMA journal_mode = DELETE", original: original)
    let database = try await Database.open(at: path, contract: .shelf(), options: .test)
    let version = try await database.read { connection throws(SQLiteError) in
      try connection.int64("PRAGMA user_version")
    }
    #expect(version == Int64(SchemaContract.shelf().newestVersion))
    await database.close()
  }

  @Test("one of another application is refused, and its journal stays (MG-2)")
  func foreign() async throws {
    try breakOff("CREATE TABLE notes (text TEXT)")
    let before = try [path, "\(path)-journal"].map { try Data(contentsOf: URL(filePath: $0)) }
    await #expect(throws: OpeningError.self) {
      try await Database.open(at: path, contract: .shelf(), options: .test)
    }
    #expect(
      try [path, "\(path)-journal"].map { try Data(contentsOf: URL(filePath: $0)) } == before
    )
  }

  /// Leaves a copy of a database as a crash in the middle of a transaction would.
  private func breakOff(_ preparation: String, original: String? = nil) throws {
    let original = original ?? directory.file("original.sqlite")
    let connection = try Connection(.file(original, .create))
    try connection.execute("PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL")
    try connection.execute(preparation)
    try connection.execute("BEGIN IMMEDIATE; PRAGMA user_version = 7")
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: original + suffix, toPath: path + suffix)
    }
    try connection.execute("ROLLBACK")
  }
}
