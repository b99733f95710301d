internal import Foundation
internal import KinoContracts
package import KinoSQL

/// A library of an old version with rows in it (MG-1), made of the files under
/// `specs/fixtures/migrations`.
package struct LibrarySample: Hashable, Sendable, CustomStringConvertible {
  /// The file's name without its extension.
  package let description: String
  /// The version whose rows it holds.
  package let version: Int

  /// One of each version, with rows in every table.
  package static let ofEachVersion = (1...11).map { LibrarySample("library-v\($0)", version: $0) }
  /// Overlapping runs and an interrupted traversal.
  package static let overlappingRuns = LibrarySample("library-v2-overlapping-runs", version: 2)
  /// Values that no version knows.
  package static let unknownValues = [1, 11].map {
    LibrarySample("library-v\($0)-unknown-values", version: $0)
  }
  /// 200,000 files.
  package static let large = LibrarySample("library-v11-large", version: 11)

  /// All but the large one.
  package static let all = ofEachVersion + [overlappingRuns] + unknownValues

  private init(_ name: String, version: Int) {
    description = name
    self.version = version
  }

  /// Makes the database in a folder that has none.
  package func make(in folder: String) throws {
    let rows = Self.fixtures.appendingPathComponent("\(description).sql")
    let text = try String(contentsOf: rows, encoding: .utf8)
    let connection = try Connection(.file("\(folder)/library.sqlite", .create))
    for step in DatabaseContract.library.versions.prefix(version) {
      try connection.execute(step.sql)
    }
    try connection.execute(text)
  }

  private static var fixtures: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("specs/fixtures/migrations")
  }
}

/// The rows of a library that a migration must keep, value for value.
package struct LibraryRows: Hashable, Sendable {
  /// The version of the schema.
  package let version: Int64
  /// The rows, each value as SQL writes it.
  package let rows: [String]

  /// Columns that a version replaces by others, so that they cannot be compared across it: v12 names
  /// a file by its directory instead of its path.
  private static let replaced: Set<String> = ["path", "directory_id", "name", "compare_key"]
  private static let tables = [
    "media_file", "sidecar", "media_entity", "external_id", "localized_metadata", "artwork",
    "genre", "person", "credit", "technical_summary", "media_stream", "parse_result",
  ]

  /// Reads a library.
  ///
  /// - Parameters:
  ///   - connection: The library.
  ///   - columns: The columns to compare, by table; `nil` for all that there are.
  /// - Throws: What SQLite reports.
  package init(
    _ connection: borrowing Connection,
    columns: [String: Set<String>]? = nil
  ) throws(SQLiteError) {
    version = try connection.int64("PRAGMA user_version") ?? 0
    var rows: [String] = []
    for table in DatabaseContract.library.userStateTables {
      rows += try UserState.rows(of: table, columns: columns?[table], connection)
    }
    for table in Self.tables {
      let hidden: Set<String> = ["media_file", "sidecar"].contains(table) ? Self.replaced : []
      rows += try UserState.rows(
        of: table,
        without: hidden,
        columns: columns?[table],
        connection
      )
    }
    self.rows = rows
  }

  /// The columns of each table that is compared.
  package static func columns(
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> [String: Set<String>] {
    var columns: [String: Set<String>] = [:]
    for table in DatabaseContract.library.userStateTables + tables {
      let names = try connection.all("SELECT name FROM pragma_table_info('\(table)')") {
        $0.text(0)
      }
      columns[table] = Set(names)
    }
    return columns
  }
}
