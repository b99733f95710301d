package import KinoCore
import KinoSQL

extension HoldStore {
  /// Takes back the removals of the source's last finalize, and those that were confirmed after it.
  ///
  /// What comes back is held as *undone*: it stays published until a scan sees it again or the host
  /// confirms its removal. Where a newer row has taken a place meanwhile, the older one stays
  /// missing and is reported. Rows that retention has purged cannot come back.
  package func undoRemovals(
    of source: SourceID,
    at now: Timestamp
  ) async throws(StorageError) -> UndoOutcome {
    try await database.write(.scan, priority: .user) { connection in
      let undo = Undo(
        source: source,
        now: now,
        publication: try SourcePublication.next(of: source, in: connection),
        since: try SourcePublication.lastFinalized(of: source, in: connection)
      )
      let directories = try undo.restoreDirectories(in: connection)
      var outcome = UndoOutcome()
      outcome.restored.videos = try undo.run(Undo.videos, in: connection)
      outcome.restored.sidecars = try undo.run(Undo.sidecars, in: connection)
      try undo.reportBlocked(to: &outcome, in: connection)
      guard directories + outcome.restored.total > 0 else { return outcome }
      try DirectoryFacts.settle(source, publication: undo.publication, in: connection)
      try SidecarInputs.changed(
        of: source,
        publication: undo.publication,
        at: now,
        in: connection
      )
      try SourcePublication.advance(source, to: undo.publication, in: connection)
      return outcome
    }
  }
}

/// The steps of one undo.
///
/// A unique index decides which rows are blocked: `OR IGNORE` leaves a row missing whose name is
/// taken.
private struct Undo {
  let source: SourceID
  let now: Timestamp
  /// What the undo publishes.
  let publication: Int64
  /// The first publication that is taken back.
  let since: Int64

  /// Restores directories from the root down, so that none comes back under a missing one.
  func restoreDirectories(in connection: borrowing Connection) throws(SQLiteError) -> Int {
    var parents: Set<Int64> = []
    var count = 0
    let statement = try connection.prepare(Self.directories)
    statement.bind(1, source.rawValue)
    statement.bind(2, since)
    while true {
      let level = try statement.all { row in row.int64(0) }
      guard !level.isEmpty else { break }
      let before = parents.count
      parents.formUnion(level)
      // A directory that is restored and still missing would be restored for ever.
      guard count == 0 || parents.count > before else { throw .damagedTable }
      count += level.count
    }
    try DirectoryFacts.recount(parents, in: connection)
    return count
  }

  func run(_ sql: String, in connection: borrowing Connection) throws(SQLiteError) -> Int {
    try connection.run(sql) { statement in
      statement.bind(1, source.rawValue)
      statement.bind(2, since)
      statement.bind(3, now.milliseconds)
      statement.bind(4, publication)
    }
  }

  func reportBlocked(
    to outcome: inout UndoOutcome,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    outcome.blocked.videos = try count(Self.blockedVideos, in: connection)
    outcome.blocked.sidecars = try count(Self.blockedSidecars, in: connection)
    guard outcome.blocked.total > 0 else { return }
    var paths = try PathResolver(in: connection)
    let statement = try connection.prepare(Self.blocked)
    statement.bind(1, source.rawValue)
    statement.bind(2, since)
    statement.bind(3, UndoOutcome.blockedPathLimit)
    outcome.blockedPaths = try statement.all { row throws(SQLiteError) in
      try paths.path(of: row.bytes(1), in: DirectoryID(row.int64(0)))
    }
  }

  private func count(
    _ sql: String,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int {
    Int(
      try connection.int64(sql) { statement in
        statement.bind(1, source.rawValue)
        statement.bind(2, since)
      } ?? 0
    )
  }

  private static let directories = """
    UPDATE OR IGNORE source_directory
    SET availability = 'present', missing_since_ms = NULL, missing_publication = NULL,
      row_revision = row_revision + 1
    WHERE source_id = ?1 AND availability = 'missing' AND missing_publication >= ?2
      AND parent_id IN (SELECT id FROM source_directory WHERE availability = 'present')
    RETURNING parent_id
    """
  private static let restoration = """
    SET availability = 'present', missing_since_ms = NULL, missing_clock_ms = NULL,
      missing_scans = NULL, missing_publication = NULL,
      hold_reason = 'undone', hold_since_ms = ?3, hold_publication = ?4,
      row_revision = row_revision + 1, updated_at_ms = ?3
    WHERE source_id = ?1 AND availability = 'missing' AND missing_publication >= ?2
      AND EXISTS (
        SELECT 1 FROM source_directory WHERE id = directory_id AND availability = 'present'
      )
    """
  static let videos = "UPDATE OR IGNORE media_file \(restoration)"
  static let sidecars = "UPDATE OR IGNORE sidecar \(restoration)"
  private static let lost = """
    WHERE source_id = ?1 AND availability = 'missing' AND missing_publication >= ?2
    """
  private static let blockedVideos = "SELECT count(*) FROM media_file \(lost)"
  private static let blockedSidecars = "SELECT count(*) FROM sidecar \(lost)"
  private static let blocked = """
    SELECT directory_id, name FROM media_file \(lost)
    UNION ALL SELECT directory_id, name FROM sidecar \(lost)
    LIMIT ?3
    """
}
