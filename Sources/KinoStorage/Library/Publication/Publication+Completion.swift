import KinoCore
import KinoSQL

extension Publication {
  /// Notes the result on the source and the run, and promotes a request that waited.
  mutating func complete(
    promoting uid: UID,
    elapsed: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    outcome.publication = number
    outcome.held = try held(in: connection)
    try updateSource(in: connection)
    try completeRun(elapsed: elapsed, in: connection)
    outcome.promoted = try RunPromotion.promote(
      after: run.source,
      at: order.at,
      uid: uid,
      in: connection
    )
    // The last statement of the transaction advances it once more.
    outcome.revision = 1 + (try connection.int64(Self.revisionSQL) ?? 0)
  }

  private func held(in connection: borrowing Connection) throws(SQLiteError) -> Int {
    Int(try connection.int64(Self.heldSQL) { $0.bind(1, run.source.rawValue) } ?? 0)
  }

  private func updateSource(in connection: borrowing Connection) throws(SQLiteError) {
    try connection.run(Self.sourceSQL) { statement in
      statement.bind(1, run.source.rawValue)
      statement.bind(2, number)
      statement.bind(3, order.rootIdentity.bytes)
      statement.bind(4, clock.milliseconds)
      statement.bind(5, clock.scans)
      statement.bind(6, clock.advancedAt?.milliseconds)
    }
  }

  private func completeRun(
    elapsed: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(Self.runSQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, now)
      statement.bind(3, number)
      statement.bind(4, order.rootIdentity.bytes)
      RunCounting.bind(order.counters, to: statement, from: 5)
      let counts = [
        outcome.added, outcome.changed, outcome.moved, outcome.restored, outcome.missing,
        outcome.excluded, outcome.held,
      ]
      for (index, count) in counts.enumerated() { statement.bind(10 + Int32(index), count) }
      statement.bind(17, order.enumerateMilliseconds)
      statement.bind(18, order.processMilliseconds)
      statement.bind(19, elapsed)
      statement.bind(20, order.anomaly.map { JSONValue.object(["reason": .string($0)]).text })
      statement.bind(21, order.listedSince.milliseconds)
    }
  }

  private static let revisionSQL = "SELECT revision FROM library_revision WHERE id = 1"
  static let heldSQL = """
    SELECT
      (SELECT count(*) FROM media_file WHERE source_id = ?1 AND hold_reason IS NOT NULL)
      + (SELECT count(*) FROM sidecar WHERE source_id = ?1 AND hold_reason IS NOT NULL)
    """
  /// Its availability changed only when it was offline; otherwise nothing there must be redrawn.
  private static let sourceSQL = """
    UPDATE library_source
    SET publication = ?2, root_identity = coalesce(?3, root_identity), covered_clock_ms = ?4,
      covered_scans = ?5, last_covered_at_ms = ?6,
      changed_revision = CASE WHEN offline_since_ms IS NULL THEN changed_revision
        ELSE (SELECT revision + 1 FROM library_revision) END,
      offline_since_ms = NULL, last_error_json = NULL, needs_attention = 0
    WHERE id = ?1
    """
  private static let runSQL = """
    UPDATE scan_run
    SET state = 'completed', ended_at_ms = ?2, publication = ?3, root_identity = ?4,
      \(RunCounting.assignments(from: 5)),
      added_count = ?10, changed_count = ?11, moved_count = ?12, restored_count = ?13,
      missing_count = ?14, excluded_count = ?15, held_count = ?16, enumerate_ms = ?17,
      process_ms = ?18, finalize_ms = ?19, anomaly_json = ?20, listed_since_ms = ?21,
      heartbeat_at_ms = ?2, owner_token = NULL, error_kind = NULL, error_json = NULL
    WHERE id = ?1
    """
}
