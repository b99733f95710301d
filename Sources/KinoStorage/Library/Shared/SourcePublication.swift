import KinoCore
import KinoSQL

/// The number of a source's published states.
enum SourcePublication {
  /// The number that the next change of the published rows gets.
  ///
  /// Throws `notFound` for a source that does not exist or was removed.
  static func next(
    of source: SourceID,
    in connection: borrowing Connection
  ) throws -> Int64 {
    let current = try connection.int64(current) { $0.bind(1, source.rawValue) }
    guard let current else {
      throw StorageError(.notFound, message: "The source does not exist or was removed.")
    }
    return current + 1
  }

  /// The publication of the newest finalize that is on record; 1 when none is.
  static func lastFinalized(
    of source: SourceID,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int64 {
    try connection.int64(finalized) { $0.bind(1, source.rawValue) } ?? 1
  }

  /// Notes the new number, and the revision in which the source changed.
  ///
  /// A scan that began before must plan anew.
  static func advance(
    _ source: SourceID,
    to publication: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(advance) { statement in
      statement.bind(1, source.rawValue)
      statement.bind(2, publication)
    }
  }

  private static let current = """
    SELECT publication FROM library_source WHERE id = ?1 AND state <> 'removed'
    """
  private static let finalized = """
    SELECT publication FROM scan_run
    WHERE source_id = ?1 AND state = 'completed' AND publication IS NOT NULL
    ORDER BY id DESC LIMIT 1
    """
  /// The revision is advanced by the last statement of the transaction, hence the next one.
  private static let advance = """
    UPDATE library_source
    SET publication = ?2, changed_revision = (SELECT revision + 1 FROM library_revision)
    WHERE id = ?1
    """
}
