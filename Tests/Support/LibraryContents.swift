package import KinoSQL

/// What a library says is there: every row of directories, files and sidecars, by path.
///
/// Read by statements of its own from a copy of the database, so that looking at a database changes
/// nothing about it: not its log, not its locks.
package struct LibraryContents: Sendable {
  /// A row of `media_file` or `sidecar`.
  package struct Item: Hashable, Sendable {
    /// `media_file` or `sidecar`.
    package var table: String
    package var id: Int64
    /// The uid of a file in hexadecimal digits; a sidecar has none.
    package var uid: String?
    package var source: Int64
    package var path: String
    package var kind: String
    package var size: Int64?
    package var modifiedAt: Int64?
    package var stableID: String?
    package var flags: Int64
    /// `present`, `missing` or `excluded`.
    package var availability: String
    /// Why its removal is held back; `nil` when it is not.
    package var hold: String?
  }

  /// A row of `source_directory`.
  package struct Directory: Hashable, Sendable {
    package var id: Int64
    package var source: Int64
    package var path: String
    package var availability: String
    package var isIncomplete: Bool
    package var suspicion: String?
  }

  package let items: [Item]
  package let directories: [Directory]

  /// A library that is not there yet.
  package static let empty = LibraryContents(items: [], directories: [])

  private init(items: [Item], directories: [Directory]) {
    self.items = items
    self.directories = directories
  }

  /// Reads a library; one that has no tables yet has no contents.
  package init(_ connection: borrowing Connection) throws(SQLiteError) {
    let tables = try connection.int64(
      "SELECT count(*) FROM sqlite_schema WHERE name = 'source_directory'"
    )
    guard tables == 1 else {
      items = []
      directories = []
      return
    }
    directories = try Self.directories(connection)
    let paths = Dictionary(uniqueKeysWithValues: directories.map { ($0.id, $0.path) })
    items =
      try Self.items(connection, "media_file", identity: "hex(uid), media_kind", paths)
      + Self.items(connection, "sidecar", identity: "NULL, kind", paths)
  }

  /// The files and sidecars that can be seen, by path.
  package var present: [String: Item] {
    Dictionary(
      items.lazy.filter { $0.availability == "present" }.map { ($0.path, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The paths of what is missing, each once, in order.
  package var missing: [String] {
    Set(items.lazy.filter { $0.availability == "missing" }.map(\.path)).sorted()
  }

  /// The paths of what the filter leaves out, in order.
  package var excluded: [String] {
    items.filter { $0.availability == "excluded" }.map(\.path).sorted()
  }

  /// The paths of what is held back, in order.
  package var held: [String] { items.filter { $0.hold != nil }.map(\.path).sorted() }

  /// The uid of the file that is present at a path.
  package func uid(_ path: String) -> String? { present[path]?.uid }

  private static func items(
    _ connection: borrowing Connection,
    _ table: String,
    identity: String,
    _ paths: [Int64: String]
  ) throws(SQLiteError) -> [Item] {
    try connection.all(
      """
      SELECT id, source_id, directory_id, name, size_bytes, modified_at_ms, hex(stable_id),
        entry_flags, availability, hold_reason, \(identity)
      FROM \(table) ORDER BY id
      """
    ) { row in
      Item(
        table: table,
        id: row.int64(0),
        uid: row.optionalText(10),
        source: row.int64(1),
        path: join(paths[row.int64(2)] ?? "(no directory)", row.bytes(3)),
        kind: row.text(11),
        size: row.optionalInt64(4),
        modifiedAt: row.optionalInt64(5),
        stableID: row.optionalText(6),
        flags: row.int64(7),
        availability: row.text(8),
        hold: row.optionalText(9)
      )
    }
  }

  /// Parents come first, so that every path is known before it is needed.
  private static func directories(
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> [Directory] {
    var paths: [Int64: String] = [:]
    var directories: [Directory] = []
    try connection.query(
      """
      WITH RECURSIVE tree (id, level) AS (
        SELECT id, 0 FROM source_directory WHERE parent_id IS NULL
        UNION ALL
        SELECT child.id, level + 1 FROM source_directory AS child JOIN tree
          ON child.parent_id = tree.id
      )
      SELECT id, source_id, parent_id, name, availability, incomplete_since_run_id, suspect_reason
      FROM tree JOIN source_directory USING (id) ORDER BY level, id
      """
    ) { row in
      let parent = row.optionalInt64(2).flatMap { paths[$0] } ?? ""
      let path = join(parent, row.bytes(3))
      paths[row.int64(0)] = path
      directories.append(
        Directory(
          id: row.int64(0),
          source: row.int64(1),
          path: path,
          availability: row.text(4),
          isIncomplete: !row.isNull(5),
          suspicion: row.optionalText(6)
        )
      )
    }
    return directories
  }

  /// A path as text that tells any two names apart: bytes that are no plain text are escaped.
  package static func join(_ parent: String, _ name: [UInt8]) -> String {
    let text = String(validating: name, as: UTF8.self)
    let plain = text.flatMap { $0.utf8.contains { $0 < 0x20 || $0 == 0x5C } ? nil : $0 }
    let shown = plain ?? name.map(escaped).joined()
    return parent.isEmpty ? shown : "\(parent)/\(shown)"
  }

  private static func escaped(_ byte: UInt8) -> String {
    if (0x20..<0x7F).contains(byte), byte != 0x5C { return String(UnicodeScalar(byte)) }
    return "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
