import KinoCore
import KinoSQL

/// Tells the videos whose sidecars a decision of the host has taken away or brought back.
enum SidecarInputs {
  /// Moves the input revision of those videos and queues what reads sidecars.
  static func changed(
    of source: SourceID,
    publication: Int64,
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let statement = try connection.prepare(advance)
    statement.bind(1, source.rawValue)
    statement.bind(2, publication)
    statement.bind(3, now.milliseconds)
    let files = try statement.all { row in FileID(row.int64(0)) }
    try WorkQueueStore.enqueue(
      files.map { WorkOrder(.localMetadata, of: $0) },
      at: now,
      in: connection
    )
  }

  private static let advance = """
    UPDATE media_file SET input_revision = input_revision + 1, updated_at_ms = ?3
    WHERE id IN (
      SELECT media_file_id FROM sidecar
      WHERE source_id = ?1 AND availability = 'missing' AND missing_publication = ?2
      UNION SELECT media_file_id FROM sidecar
      WHERE source_id = ?1 AND hold_reason IS NOT NULL AND hold_publication = ?2
    )
    RETURNING id
    """
}
