import Foundation
import KinoCore
import KinoSQL
import KinoTestSupport
import Synchronization

@testable import KinoStorage

/// A library of the newest version in a folder of its own, filled by plain SQL.
///
/// Every helper takes `columns` that replace or add to what it would insert.
final class LibraryFixture: Sendable {
  let directory: TemporaryDirectory
  let library: LibraryDatabase
  private let lastUID = Mutex<UInt64>(0)

  /// When everything in the fixture was made.
  static let epoch = Timestamp(milliseconds: 1_700_000_000_000)

  init() async throws {
    directory = try TemporaryDirectory()
    let file = directory.file("library.sqlite")
    try FileManager.default.copyItem(atPath: try await Self.template.value.path, toPath: file)
    library = try await Self.open(file)
  }

  /// An empty library, made once and copied for every fixture.
  private static let template = Task {
    let template = Template(directory: try TemporaryDirectory())
    let library = try await open(template.path)
    await library.database.close()
    return template
  }

  private static func open(_ path: String) async throws -> LibraryDatabase {
    try await LibraryDatabase.open(
      at: path,
      clock: ManualClock(now: epoch),
      random: SeededRandom(seed: 7)
    )
  }

  private struct Template: Sendable {
    let directory: TemporaryDirectory
    var path: String { directory.file("library.sqlite") }
  }

  /// A uid that this fixture has not used yet.
  func uid() -> UID {
    UID(
      high: 0x7000,
      low: lastUID.withLock {
        $0 += 1; return $0
      }
    )
  }

  /// Inserts a row and returns its id.
  @discardableResult
  func insert(_ table: String, _ columns: [String: SQLValue]) async throws -> Int64 {
    let names = columns.keys.sorted()
    let places = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let sql = "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))"
    let values = names.map { columns[$0] ?? .null }
    return try await library.write(.fixture) { connection in
      try connection.run(sql) { $0.bind(values) }
      return connection.lastInsertedRowID
    }
  }

  /// Runs one statement.
  func run(_ sql: String, _ values: SQLValue...) async throws {
    try await library.write(.fixture) { connection in
      _ = try connection.run(sql) { $0.bind(values) }
    }
  }

  /// The first column of the first row; `nil` when there is none or it is NULL.
  func int(_ sql: String, _ values: SQLValue...) async throws -> Int64? {
    try await library.read { connection in
      try connection.int64(sql) { $0.bind(values) }
    }
  }

  /// All rows, each as its columns' text joined by `|`.
  func rows(_ sql: String, _ values: SQLValue...) async throws -> [String] {
    try await library.read { connection in
      let statement = try connection.prepare(sql)
      let count = Int32(statement.columnNames.count)
      statement.bind(values)
      return try statement.all { row in
        (0..<count).map { row.display($0) }.joined(separator: "|")
      }
    }
  }
}

extension WriteProfile {
  /// Everything is allowed, and no commit waits for the disk.
  static let fixture = WriteProfile("fixture", access: .unrestricted)
}

extension LibraryFixture {
  /// Runs statements on a connection that does not enforce foreign keys.
  func withoutForeignKeys(_ sql: String) throws {
    let connection = try Connection(
      .file(directory.file("library.sqlite")),
      settings: ConnectionSettings(enforcesForeignKeys: false)
    )
    try connection.execute(sql)
  }
}
