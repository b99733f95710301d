import KinoCore
import KinoSQL

/// Deletes rows of `media_file` or `sidecar` that are due.
///
/// References by row end with the row (SET NULL); before that, what outlives it gets the file's last
/// path, size and fingerprint, so that it finds the file again should it come back.
enum ItemPurge {
  static func files(
    _ terms: RetentionTerms,
    from first: DirectoryID,
    _ limit: Int,
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> PurgedBatch {
    let due = try read(dueFiles, terms, from: first, limit, connection)
    try delete(due, terms, [bindings, fileArtwork], [looseFileArtwork, fileRow], connection)
    var batch = PurgedBatch()
    batch.files = due.count
    batch.next =
      due.count < limit
      ? .sidecars(from: DirectoryID(.min)) : due.last.map { .files(from: $0.directory) }
    return batch
  }

  static func sidecars(
    _ terms: RetentionTerms,
    from first: DirectoryID,
    _ limit: Int,
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> PurgedBatch {
    let due = try read(dueSidecars, terms, from: first, limit, connection)
    try delete(due, terms, [sidecarArtwork], [looseSidecarArtwork, sidecarRow], connection)
    var batch = PurgedBatch()
    batch.sidecars = due.count
    batch.next =
      due.count < limit ? .directories : due.last.map { .sidecars(from: $0.directory) }
    return batch
  }

  private struct Item {
    var id: Int64
    var directory: DirectoryID
    var name: [UInt8]
    var size: Int64?
    var fingerprint: [UInt8]?
  }

  private static func read(
    _ sql: String,
    _ terms: RetentionTerms,
    from first: DirectoryID,
    _ limit: Int,
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> [Item] {
    try connection.all(sql) { statement in
      statement.bind(1, terms.source.rawValue)
      statement.bind(2, first.rawValue)
      statement.bind(3, terms.clockLimit)
      statement.bind(4, terms.scanLimit)
      statement.bind(5, limit)
    } _: { row in
      Item(
        id: row.int64(0),
        directory: DirectoryID(row.int64(1)),
        name: row.bytes(2),
        size: row.optionalInt64(3),
        fingerprint: row.optionalBytes(4)
      )
    }
  }

  private static func delete(
    _ items: [Item],
    _ terms: RetentionTerms,
    _ farewells: [String],
    _ deletions: [String],
    _ connection: borrowing Connection
  ) throws(SQLiteError) {
    var paths = try PathResolver(in: connection)
    for item in items {
      let path = try paths.path(of: item.name, in: item.directory)
      for sql in farewells {
        try connection.run(sql) { statement in
          statement.bind(1, item.id)
          statement.bind(2, terms.sourceUID)
          statement.bind(3, path.bytes)
          statement.bind(4, item.size)
          statement.bind(5, item.fingerprint)
        }
      }
      for sql in deletions { try connection.run(sql) { $0.bind(1, item.id) } }
    }
  }

  /// Directories that were not listed to the end, and all below them: what is missing there was not
  /// confirmed by the scans that count.
  private static let unseen = """
    WITH RECURSIVE unseen (id) AS (
      SELECT id FROM source_directory
      WHERE source_id = ?1 AND incomplete_since_run_id IS NOT NULL
      UNION
      SELECT child.id FROM unseen JOIN source_directory AS child ON child.parent_id = unseen.id
    )
    """
  private static let due = """
    WHERE source_id = ?1 AND availability = 'missing' AND directory_id >= ?2
      AND missing_clock_ms <= ?3 AND missing_scans <= ?4
      AND directory_id NOT IN (SELECT id FROM unseen)
    ORDER BY directory_id LIMIT ?5
    """
  static let dueFiles = """
    \(unseen)
    SELECT id, directory_id, name, size_bytes, fingerprint FROM media_file
    \(due)
    """
  static let dueSidecars = """
    \(unseen)
    SELECT id, directory_id, name, size_bytes, NULL FROM sidecar
    \(due)
    """
  private static let logicalFile =
    "SET source_uid = ?2, path = ?3, size_bytes = ?4, fingerprint = ?5"
  private static let bindings = "UPDATE file_binding \(logicalFile) WHERE media_file_id = ?1"
  private static let fileArtwork =
    "UPDATE artwork \(logicalFile) WHERE media_file_id = ?1 AND locked = 1"
  private static let sidecarArtwork =
    "UPDATE artwork \(logicalFile) WHERE sidecar_id = ?1 AND locked = 1"
  /// A picture nobody chose by hand is found again with the file that it lies in.
  private static let looseFileArtwork =
    "DELETE FROM artwork WHERE media_file_id = ?1 AND locked = 0"
  private static let looseSidecarArtwork =
    "DELETE FROM artwork WHERE sidecar_id = ?1 AND locked = 0"
  private static let fileRow = "DELETE FROM media_file WHERE id = ?1"
  private static let sidecarRow = "DELETE FROM sidecar WHERE id = ?1"
}
