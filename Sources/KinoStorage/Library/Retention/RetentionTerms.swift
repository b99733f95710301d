import KinoCore
import KinoSQL

/// When a row of a source is due: a comparison with counters of the source, so that no scan has to
/// write to rows that stay missing.
struct RetentionTerms {
  var source: SourceID
  var sourceUID: [UInt8]
  /// Rows that went missing when the covered clock stood here, or before, have had their grace.
  var clockLimit: Int64
  /// Rows that went missing at this count of covering scans, or before, are confirmed.
  var scanLimit: Int64
  /// Whether the source itself was removed: then everything of it is due (DL-3).
  var isRemoved: Bool

  /// The terms as they are now; `nil` when the source may not be purged.
  static func read(
    of source: SourceID,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> RetentionTerms? {
    try connection.first(terms) { statement in
      statement.bind(1, source.rawValue)
    } _: { row in
      RetentionTerms(
        source: source,
        sourceUID: row.bytes(0),
        clockLimit: row.int64(1),
        scanLimit: row.int64(2),
        isRemoved: row.bool(3)
      )
    }
  }

  /// The literals of the run states are those of the index on active runs.
  private static let mayPurge = """
    (source.state = 'removed'
      OR source.state = 'active' AND source.never_purge = 0 AND source.offline_since_ms IS NULL)
    AND NOT EXISTS (
      SELECT 1 FROM scan_run WHERE source_id = source.id
      AND state IN ('queued', 'enumerating', 'processing', 'finalizing')
    )
    """
  static let eligible = """
    SELECT source.id FROM library_source AS source
    WHERE \(mayPurge) AND (
      EXISTS (SELECT 1 FROM media_file WHERE source_id = source.id AND availability = 'missing')
      OR EXISTS (SELECT 1 FROM sidecar WHERE source_id = source.id AND availability = 'missing')
      OR EXISTS (
        SELECT 1 FROM source_directory WHERE source_id = source.id AND availability = 'missing'
      )
      OR source.state = 'removed' AND EXISTS (
        SELECT 1 FROM source_directory WHERE source_id = source.id AND parent_id IS NULL
      )
    )
    ORDER BY source.id
    """
  private static let terms = """
    SELECT uid, covered_clock_ms - missing_grace_ms, covered_scans - missing_confirmations,
      state = 'removed'
    FROM library_source AS source WHERE id = ?1 AND \(mayPurge)
    """
}
