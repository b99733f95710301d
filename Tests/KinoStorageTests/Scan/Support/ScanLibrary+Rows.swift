import KinoCore
import KinoSQL
import KinoStorage

/// A published item, as tests compare it.
struct PublishedItem: Hashable {
  var kind: ItemKind
  var path: String
  var id: Int64
  var size: Int64?
  var modifiedAt: Int64?
  var availability: String
  var hold: String?
}

extension ScanLibrary {
  /// All items, ordered by path.
  func items() async throws -> [PublishedItem] {
    try await database.read { connection in
      var items: [PublishedItem] = []
      for (kind, table) in [(ItemKind.video, "media_file"), (.sidecar, "sidecar")] {
        items += try connection.all(Self.itemsSQL(table)) { row in
          PublishedItem(
            kind: kind,
            path: row.text(0),
            id: row.int64(1),
            size: row.optionalInt64(2),
            modifiedAt: row.optionalInt64(3),
            availability: row.text(4),
            hold: row.optionalText(5)
          )
        }
      }
      return items.sorted { ($0.path, $0.id) < ($1.path, $1.id) }
    }
  }

  /// The item at a path that is not missing.
  func item(_ path: String) async throws -> PublishedItem? {
    try await items().first { $0.path == path && $0.availability != "missing" }
  }

  /// Directories with an availability, by path.
  func directories(_ availability: String = "present") async throws -> [String: Int64] {
    try await database.read { connection in
      let rows = try connection.all(Self.directoriesSQL) {
        $0.bind(1, availability)
      } _: { row in
        (row.text(0), row.int64(1))
      }
      return Dictionary(rows) { first, _ in first }
    }
  }

  /// Everything that a scan may not touch before it publishes, as one text.
  func snapshot() async throws -> String {
    try await database.read { connection in
      var lines: [String] = []
      for table in ["media_file", "sidecar", "source_directory"] {
        let statement = try connection.prepare("SELECT * FROM \(table) ORDER BY id")
        let columns = Int32(statement.columnNames.count)
        try statement.forEachRow { (row) -> Void in
          lines.append(
            (0..<columns).map { row.isNull($0) ? "-" : row.bytes($0).description }
              .joined(separator: "|")
          )
        }
      }
      return lines.joined(separator: "\n")
    }
  }

  /// One integer of the database.
  func value(_ sql: String, _ bound: Int64...) async throws -> Int64? {
    try await database.read { connection in
      try connection.int64(sql) { statement in
        for (index, value) in bound.enumerated() { statement.bind(Int32(index + 1), value) }
      }
    }
  }

  func count(_ table: String) async throws -> Int64 {
    try await value("SELECT count(*) FROM \(table)") ?? 0
  }

  private static let paths = """
    WITH RECURSIVE place (id, path, availability) AS (
      SELECT id, x'', availability FROM source_directory WHERE parent_id IS NULL
      UNION ALL
      SELECT child.id,
        CASE WHEN place.path = x'' THEN child.name
          ELSE CAST(place.path || x'2f' || child.name AS BLOB) END,
        child.availability
      FROM place JOIN source_directory AS child ON child.parent_id = place.id
    )
    """

  private static func itemsSQL(_ table: String) -> String {
    """
    \(paths)
    SELECT CASE WHEN place.path = x'' THEN item.name
        ELSE CAST(place.path || x'2f' || item.name AS BLOB) END,
      item.id, item.size_bytes, item.modified_at_ms, item.availability, item.hold_reason
    FROM \(table) AS item JOIN place ON place.id = item.directory_id
    """
  }
  private static let directoriesSQL = """
    \(paths)
    SELECT path, id FROM place WHERE availability = ?1 ORDER BY id
    """
}

extension SourceTree {
  /// Files by path, as the library should publish them.
  var files: [String: Node] {
    Dictionary(
      uniqueKeysWithValues: nodes.filter { !$0.value.isDirectory }.map {
        (String(decoding: $0.key.bytes, as: UTF8.self), $0.value)
      }
    )
  }

  /// Paths of directories.
  var directories: Set<String> {
    Set(
      nodes.filter(\.value.isDirectory).map { String(decoding: $0.key.bytes, as: UTF8.self) }
    )
  }
}
