import KinoCore
import KinoSQL

/// Finds the row of a file by where it lies.
enum FileFinder {
  /// The file at a place; of several that lay there the present one, else the newest.
  ///
  /// - Throws: ``StorageError``: `notFound`.
  static func file(
    at location: FileLocation,
    in connection: borrowing Connection
  ) throws -> BindingTable.File {
    let source = try connection.int64(sourceSQL) { $0.bind(1, location.source.bytes) }
    guard let source else {
      throw StorageError(.notFound, message: "The library has no such source, or it was removed.")
    }
    var level = try ids(rootSQL, source, nil, in: connection)
    let names = location.path.components
    for name in names.dropLast() {
      var next: [Int64] = []
      for parent in level { next += try ids(childSQL, parent, name.bytes, in: connection) }
      level = next
    }
    var found: BindingTable.File?
    for directory in level where found == nil {
      guard let name = names.last else { break }
      found = try connection.first(fileSQL) { statement in
        statement.bind(1, directory)
        statement.bind(2, name.bytes)
      } _: { row in
        BindingTable.File(
          id: FileID(row.int64(0)),
          directory: directory,
          path: location.path,
          sourceUID: location.source.bytes,
          size: row.optionalInt64(1),
          fingerprint: row.optionalBytes(2),
          firstSeenAt: row.int64(3),
          confidence: 1
        )
      }
    }
    guard let found else {
      throw StorageError(
        .notFound,
        message: "The library knows of no video at that path. Scan its folder first."
      )
    }
    return found
  }

  private static func ids(
    _ sql: String,
    _ key: Int64,
    _ name: [UInt8]?,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [Int64] {
    try connection.all(sql) { statement in
      statement.bind(1, key)
      if let name { statement.bind(2, name) }
    } _: { row in
      row.int64(0)
    }
  }

  private static let sourceSQL =
    "SELECT id FROM library_source WHERE uid = ?1 AND removed_at_ms IS NULL"
  private static let rootSQL =
    "SELECT id FROM source_directory WHERE source_id = ?1 AND parent_id IS NULL"
  private static let childSQL = """
    SELECT id FROM source_directory WHERE parent_id = ?1 AND name = ?2
    ORDER BY availability <> 'present', id DESC
    """
  private static let fileSQL = """
    SELECT id, size_bytes, fingerprint, first_seen_at_ms FROM media_file
    WHERE directory_id = ?1 AND name = ?2 ORDER BY availability <> 'present', id DESC LIMIT 1
    """
}
