import KinoCore
import KinoSQL

/// Keeps what directory rows say about their contents right after a host's decision.
enum DirectoryFacts {
  /// Counts items anew, and calms directories that hold nothing suspect any more.
  static func settleHolds(
    of source: SourceID,
    publication: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    try recountItems(of: source, publication: publication, in: connection)
    try connection.run(calm) { $0.bind(1, source.rawValue) }
  }

  /// Counts the items of directories in which a publication removed, held or restored something.
  static func recountItems(
    of source: SourceID,
    publication: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(items) { statement in
      statement.bind(1, source.rawValue)
      statement.bind(2, publication)
    }
  }

  /// Counts the directories in these directories.
  static func recountDirectories(
    in parents: some Sequence<Int64>,
    _ connection: borrowing Connection
  ) throws(SQLiteError) {
    let statement = try connection.prepare(directories)
    for parent in parents {
      statement.bind(1, parent)
      try statement.run()
    }
  }

  private static let items = """
    UPDATE source_directory
    SET item_count = (
        SELECT count(*) FROM media_file
        WHERE directory_id = source_directory.id AND availability <> 'missing'
      ) + (
        SELECT count(*) FROM sidecar
        WHERE directory_id = source_directory.id AND availability <> 'missing'
      )
    WHERE id IN (
      SELECT directory_id FROM media_file
      WHERE source_id = ?1 AND availability = 'missing' AND missing_publication = ?2
      UNION SELECT directory_id FROM media_file
      WHERE source_id = ?1 AND hold_reason IS NOT NULL AND hold_publication = ?2
      UNION SELECT directory_id FROM sidecar
      WHERE source_id = ?1 AND availability = 'missing' AND missing_publication = ?2
      UNION SELECT directory_id FROM sidecar
      WHERE source_id = ?1 AND hold_reason IS NOT NULL AND hold_publication = ?2
    )
    """
  private static let directories = """
    UPDATE source_directory
    SET directory_count = (
      SELECT count(*) FROM source_directory AS child
      WHERE child.parent_id = source_directory.id AND child.availability <> 'missing'
    )
    WHERE id = ?1
    """
  private static let calm = """
    UPDATE source_directory SET suspect_reason = NULL
    WHERE source_id = ?1 AND suspect_reason IS NOT NULL
      AND NOT EXISTS (
        SELECT 1 FROM media_file
        WHERE directory_id = source_directory.id AND hold_reason = 'suspect'
      )
      AND NOT EXISTS (
        SELECT 1 FROM sidecar
        WHERE directory_id = source_directory.id AND hold_reason = 'suspect'
      )
    """
}
