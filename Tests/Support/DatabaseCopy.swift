internal import Foundation
package import KinoSQL

/// A library as it lies on the disk at this moment, looked at through a copy.
///
/// The log is copied along and recovered in the copy, as the next process to open the library would.
package enum DatabaseCopy {
  /// Runs a closure over a copy of a library.
  ///
  /// - Parameters:
  ///   - folder: The library's folder.
  ///   - workspace: Where the copy is made.
  ///   - body: Gets a connection; not called when there is no database yet.
  /// - Returns: What `body` returns, or `nil` when there is no database.
  /// - Throws: What `body` throws, and failures of the copy.
  package static func read<Value>(
    _ folder: String,
    in workspace: Workspace,
    _ body: (borrowing Connection) throws(SQLiteError) -> Value
  ) throws -> Value? {
    let original = "\(folder)/library.sqlite"
    guard FileManager.default.fileExists(atPath: original) else { return nil }
    let place = workspace.file("inspected-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: place) }
    let copy = "\(place)/library.sqlite"
    for suffix in ["-wal", "-journal", ""]
    where FileManager.default.fileExists(atPath: original + suffix) {
      try copyBytes(of: original + suffix, to: copy + suffix)
    }
    let connection = try Connection(.file(copy))
    return try body(connection)
  }

  /// Copies what there is of a file that may be cut meanwhile.
  ///
  /// Foundation's `copyItem` waits for the rest for ever.
  private static func copyBytes(of original: String, to copy: String) throws {
    let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: original))
    defer { try? input.close() }
    guard FileManager.default.createFile(atPath: copy, contents: nil) else {
      throw Violation("\(copy) cannot be made")
    }
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: copy))
    defer { try? output.close() }
    while let part = try input.read(upToCount: 1 << 20), !part.isEmpty {
      try output.write(contentsOf: part)
    }
  }

  /// The contents of a library, after its checks: nothing damaged, no row that refers to nothing.
  ///
  /// - Parameters:
  ///   - folder: The library's folder.
  ///   - workspace: Where the copy is made.
  /// - Returns: The contents and the user's own rows.
  /// - Throws: ``Violation`` when a check fails.
  package static func inspect(_ folder: String, in workspace: Workspace) throws -> Inspection? {
    let result = try read(folder, in: workspace) { connection throws(SQLiteError) in
      let integrity = try connection.all("PRAGMA integrity_check") { $0.text(0) }
      let orphans = try connection.all("PRAGMA foreign_key_check") {
        "\($0.text(0)) \($0.int64(1))"
      }
      let problems = (integrity == ["ok"] ? [] : integrity) + orphans
      return Inspection(
        problems: problems,
        contents: try LibraryContents(connection),
        userState: try UserState.rows(of: connection),
        runStates: try runStates(connection),
        stagedRows: try stagedRows(connection),
        queue: try queue(connection)
      )
    }
    if let problem = result?.problems.first { throw Violation("\(folder): \(problem)") }
    return result
  }

  private static func runStates(
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> [String] {
    guard try hasScans(connection) else { return [] }
    return try connection.all("SELECT state FROM scan_run ORDER BY id") { $0.text(0) }
  }

  private static func stagedRows(_ connection: borrowing Connection) throws(SQLiteError) -> Int {
    guard try hasScans(connection) else { return 0 }
    let count = try connection.int64(
      """
      SELECT (SELECT count(*) FROM scan_discovery) + (SELECT count(*) FROM scan_seen)
        + (SELECT count(*) FROM scan_frontier)
      """
    )
    return Int(count ?? 0)
  }

  private static func queue(_ connection: borrowing Connection) throws(SQLiteError) -> [String] {
    guard try hasScans(connection) else { return [] }
    return try connection.all(
      """
      SELECT hex(directory.name) || '/' || hex(file.name) || ' ' || queue.stage AS line
      FROM scan_queue AS queue
      JOIN media_file AS file ON file.id = queue.media_file_id
      JOIN source_directory AS directory ON directory.id = file.directory_id
      WHERE queue.stage <> 'search'
      UNION ALL
      SELECT 'document of ' || title AS line FROM search_document
      ORDER BY line
      """
    ) { $0.text(0) }
  }

  private static func hasScans(_ connection: borrowing Connection) throws(SQLiteError) -> Bool {
    try connection.int64(
      "SELECT count(*) FROM sqlite_schema WHERE name IN ('scan_run', 'source_directory')"
    ) == 2
  }
}

/// What a look at a library showed.
package struct Inspection: Sendable {
  let problems: [String]
  /// What is published.
  package let contents: LibraryContents
  /// The user's own rows, see ``UserState``.
  package let userState: [String]
  /// The states of all runs, oldest first.
  package let runStates: [String]
  /// Rows of the staging and of what a run notes of its progress.
  package let stagedRows: Int
  /// The work that was queued, as directory, file and stage, and the titles that can be found.
  ///
  /// By which of its files a title is made findable depends on the order in which they were met.
  package let queue: [String]
}
