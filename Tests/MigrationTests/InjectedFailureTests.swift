import Foundation
import KinoContracts
import KinoSQL
import KinoStorage
import KinoTestTools
import Synchronization
import Testing

@Suite("Migrations of a library that fail")
struct InjectedFailureTests {
  private static let samples =
    Tier.isLong
    ? LibrarySample.ofEachVersion : [LibrarySample.ofEachVersion[0], .ofEachVersion[10]]

  @Test(
    "a failure at any statement leaves rows and version, and a record of the error (MG-2)",
    arguments: samples
  )
  func anyStatement(_ sample: LibrarySample) async throws {
    let workspace = Workspace()
    let folder = try workspace.makeFolder("library")
    try sample.make(in: folder)
    let before = try #require(
      try DatabaseCopy.read(folder, in: workspace) { connection throws(SQLiteError) in
        try LibraryRows(connection)
      }
    )
    #expect(before.version == sample.version)
    var failures = 0
    while try await fails(at: failures, folder) {
      let now = try DatabaseCopy.read(folder, in: workspace) { connection throws(SQLiteError) in
        try LibraryRows(connection)
      }
      try #require(now == before, "statement \(failures)")
      let record = "\(folder)/library.sqlite.migration-error.json"
      try #require(FileManager.default.fileExists(atPath: record), "statement \(failures)")
      try FileManager.default.removeItem(atPath: record)
      failures += 1
    }
    // The migration in which nothing failed any more.
    let after = try #require(
      try DatabaseCopy.read(folder, in: workspace) { connection throws(SQLiteError) in
        try connection.int64("PRAGMA user_version")
      }
    )
    #expect(after == Int64(DatabaseContract.library.current))
    #expect(failures > 20)
  }

  /// Opens the library, and fails before the statement of this number.
  ///
  /// - Returns: `false` when the migration has fewer statements.
  private func fails(at number: Int, _ folder: String) async throws -> Bool {
    let count = Mutex(0)
    var options = OpeningOptions(now: { 1_700_000_000_000 })
    options.willExecute = { _, _, sql throws(SQLiteError) in
      let index = count.withLock { count in
        count += 1
        return count - 1
      }
      if index == number {
        throw SQLiteError(extendedCode: 10, message: "injected", sql: sql)
      }
    }
    do throws(OpeningError) {
      let database = try await Database.open(
        at: "\(folder)/library.sqlite",
        contract: SchemaContract(DatabaseContract.library),
        options: options
      )
      await database.close()
      return false
    } catch {
      guard case .migrationFailed = error else { throw error }
      return true
    }
  }
}
