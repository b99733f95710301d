import KinoCore
import KinoSQL

/// Keeps what directory rows say about their contents right after a host's decision.
enum DirectoryFacts {
  /// Counts anew what directories hold in which a publication removed, held or restored something,
  /// and calms those that hold nothing suspect any more.
  static func settle(
    _ source: SourceID,
    publication: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let touched = try connection.all(touched) { statement in
      statement.bind(1, source.rawValue)
      statement.bind(2, publication)
    } _: { row in
      row.int64(0)
    }
    try recount(touched, in: connection)
    try connection.run(Publication.calmSQL) { $0.bind(1, source.rawValue) }
  }

  /// Counts the directories and items in these directories.
  static func recount(
    _ directories: some Sequence<Int64>,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let statement = try connection.prepare(Publication.recountSQL)
    for directory in directories {
      statement.bind(1, directory)
      try statement.run()
    }
  }

  private static let touched = """
    SELECT directory_id FROM media_file
    WHERE source_id = ?1 AND availability = 'missing' AND missing_publication = ?2
    UNION SELECT directory_id FROM media_file
    WHERE source_id = ?1 AND hold_reason IS NOT NULL AND hold_publication = ?2
    UNION SELECT directory_id FROM sidecar
    WHERE source_id = ?1 AND availability = 'missing' AND missing_publication = ?2
    UNION SELECT directory_id FROM sidecar
    WHERE source_id = ?1 AND hold_reason IS NOT NULL AND hold_publication = ?2
    """
}
