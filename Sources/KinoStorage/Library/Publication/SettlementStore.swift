package import KinoCore
import KinoSQL

/// Does what follows a finalize in small idempotent batches: work is queued, staging cleared.
///
/// The staging is its own cursor: a batch queues work for its first rows and deletes them.
package struct SettlementStore: Sendable {
  let database: LibraryDatabase

  /// Staged differences per batch, about.
  static let batchSize = 5_000
  /// What every video goes through that is new, changed, or at a new place.
  static let stages = ["fingerprint", "parse"]
  /// What a video goes through again when one of its sidecars changed.
  static let sidecarStage = "local_metadata"

  /// One batch of a completed run.
  ///
  /// Needs no ownership; a run that has not completed is left alone.
  ///
  /// - Returns: Whether more is left.
  package func settle(
    _ run: RunID,
    at now: Timestamp
  ) async throws(StorageError) -> Bool {
    try await database.write(.scan, priority: .background) { connection throws(SQLiteError) in
      guard try connection.int64(Self.isCompletedSQL, bind: { $0.bind(1, run.rawValue) }) != nil
      else { return false }
      let last = try Self.endOfBatch(of: run, in: connection)
      guard let last else {
        try StagingRemoval.dropProgress(of: run, in: connection)
        return false
      }
      try Self.enqueue(run, through: last, at: now, in: connection)
      try StagingRemoval.drop(run, through: last, in: connection)
      return true
    }
  }

  /// Completed runs of a source whose settlement was interrupted or never begun.
  package func unsettledRuns(of source: SourceID) async throws(StorageError) -> [RunID] {
    try await database.read { connection throws(SQLiteError) in
      try connection.all(Self.unsettledSQL) {
        $0.bind(1, source.rawValue)
      } _: {
        RunID($0.int64(0))
      }
    }
  }

  /// Deletes a batch of staging that no run can continue: of failed and cancelled runs that began
  /// before the source's last publication, or are older than the limit.
  ///
  /// - Returns: Whether more is left.
  package func clearSuperseded(
    of source: SourceID,
    policy: AdmissionPolicy
  ) async throws(StorageError) -> Bool {
    try await database.write(.scan, priority: .background) { connection throws(SQLiteError) in
      let run = try connection.int64(Self.supersededSQL) { statement in
        statement.bind(1, source.rawValue)
        statement.bind(2, policy.now.milliseconds - policy.staleness)
      }
      guard let run else { return false }
      if try !StagingRemoval.dropBatch(of: RunID(run), in: connection) {
        let count = try StagingRemoval.dropProgress(of: RunID(run), in: connection)
        guard count > 0 else { throw .damagedStaging }
      }
      return true
    }
  }

  /// The last row of the next batch; `nil` when nothing is left.
  private static func endOfBatch(
    of run: RunID,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int64? {
    var last: Int64?
    var count = 0
    try connection.prepare(stagedSQL).forEachRow(
      bind: { $0.bind(1, run.rawValue) },
      while: { row in
        last = row.int64(0)
        count += row.isNull(1) ? 1 : row.withBytes(1) { AddedItems.Counts($0).total }
        return count < batchSize
      }
    )
    return last
  }

  private static func enqueue(
    _ run: RunID,
    through last: Int64,
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    for stage in stages {
      for sql in [addedSQL, packedSQL, publishedSQL] {
        try connection.run(sql) { statement in
          statement.bind(1, run.rawValue)
          statement.bind(2, last)
          statement.bind(3, stage)
          statement.bind(4, now.milliseconds)
        }
      }
    }
    try connection.run(renamedSQL) { statement in
      statement.bind(1, run.rawValue)
      statement.bind(2, last)
      statement.bind(3, now.milliseconds)
    }
    // In a first scan all names are still to be read, and what lies beside them after that.
    let isFirst = try connection.int64(isFirstSQL) { $0.bind(1, run.rawValue) } != nil
    for sql in isFirst ? [sidecarsSQL] : [sidecarsSQL, besideSQL, lostBelowSQL] {
      try connection.run(sql) { statement in
        statement.bind(1, run.rawValue)
        statement.bind(2, last)
        statement.bind(3, sidecarStage)
        statement.bind(4, now.milliseconds)
      }
    }
  }

  private static let stagedSQL =
    "SELECT seq, content FROM scan_discovery WHERE run_id = ?1 ORDER BY seq"
  private static let isCompletedSQL =
    "SELECT 1 FROM scan_run WHERE id = ?1 AND state = 'completed'"
  private static let unsettledSQL = """
    SELECT run.id FROM scan_run AS run
    WHERE run.source_id = ?1 AND run.state = 'completed'
      AND (EXISTS (SELECT 1 FROM scan_discovery WHERE run_id = run.id)
        OR EXISTS (SELECT 1 FROM scan_seen WHERE run_id = run.id)
        OR EXISTS (SELECT 1 FROM scan_frontier WHERE run_id = run.id))
    ORDER BY run.id
    """
  private static let supersededSQL = """
    SELECT run.id FROM scan_run AS run CROSS JOIN library_source AS source
      ON source.id = run.source_id
    WHERE run.source_id = ?1 AND run.state IN ('failed', 'cancelled')
      AND (run.base_publication <> source.publication
        OR coalesce(run.listed_since_ms, run.started_at_ms, run.requested_at_ms) < ?2)
      AND (EXISTS (SELECT 1 FROM scan_discovery WHERE run_id = run.id)
        OR EXISTS (SELECT 1 FROM scan_seen WHERE run_id = run.id)
        OR EXISTS (SELECT 1 FROM scan_frontier WHERE run_id = run.id))
    LIMIT 1
    """

  /// Work that was done for another revision is ready again; its lease, if it has one, is void.
  ///
  /// So is work that has failed: a file that was out of reach and is back has the revisions it had.
  private static func insertion(of selection: String) -> String {
    """
    INSERT INTO scan_queue (media_file_id, stage, state, attempts, input_revision,
      material_revision, created_at_ms, updated_at_ms)
    SELECT file.id, ?3, 'ready', 0, file.input_revision, file.material_revision, ?4, ?4
    \(selection)
    ON CONFLICT (media_file_id, stage) DO UPDATE
    SET state = 'ready', attempts = 0, claim_token = NULL, lease_expires_at_ms = NULL,
      due_at_ms = NULL, error_kind = NULL, error_json = NULL,
      input_revision = excluded.input_revision, material_revision = excluded.material_revision,
      updated_at_ms = excluded.updated_at_ms
    WHERE scan_queue.input_revision IS NOT excluded.input_revision
      OR scan_queue.material_revision IS NOT excluded.material_revision
      OR scan_queue.state = 'failed'
    """
  }

  /// What staged rows of a run say about files, up to one of them.
  private static func selection(from source: String, where condition: String) -> String {
    """
    FROM scan_discovery AS found \(source)
    WHERE found.run_id = ?1 AND found.seq <= ?2 AND \(condition)
      AND file.availability = 'present'
    """
  }

  /// The videos that a run has published and that go through ``stages``, in three parts.
  static let selections = [added, packed, published]
  static let addedSQL = insertion(of: added)
  static let packedSQL = insertion(of: packed)
  static let publishedSQL = insertion(of: published)
  static let sidecarsSQL = insertion(of: sidecars)

  /// Names of folders are read with the names of files: those below a renamed one are read again,
  /// by whoever holds them, too.
  static let renamedSQL = """
    UPDATE scan_queue
    SET state = 'ready', attempts = 0, claim_token = NULL, lease_expires_at_ms = NULL,
      due_at_ms = NULL, error_kind = NULL, error_json = NULL, updated_at_ms = ?3
    WHERE stage = 'parse' AND state <> 'ready' AND media_file_id IN (
      WITH RECURSIVE renamed (id) AS (
        SELECT resolved_item_id FROM scan_discovery
        WHERE run_id = ?1 AND seq <= ?2 AND item_kind = 'directory' AND resolution = 'moved'
        UNION
        SELECT below.id
        FROM renamed CROSS JOIN source_directory AS below ON below.parent_id = renamed.id
      )
      SELECT file.id FROM renamed CROSS JOIN media_file AS file ON file.directory_id = renamed.id
      WHERE file.availability = 'present'
    )
    """

  private static let added = selection(
    from: """
      CROSS JOIN media_file AS file
        ON file.directory_id = found.directory_id AND file.name = found.name
      """,
    where: """
      found.item_kind = 'video' AND found.change = 'added' AND found.resolved_item_id IS NULL
        AND file.availability <> 'missing'
      """
  )
  /// What a run published in a directory that has packed items; once for a directory.
  private static let packed = selection(
    from: "CROSS JOIN media_file AS file ON file.directory_id = found.directory_id",
    where: """
      found.change = 'packed' AND found.detail IS NULL AND file.last_seen_run_id = ?1
        AND file.availability <> 'missing'
      """
  )
  private static let published = selection(
    from:
      "CROSS JOIN media_file AS file ON file.id = coalesce(found.resolved_item_id, found.item_id)",
    where: """
      found.item_kind = 'video' AND found.change IN ('added', 'changed', 'returned', 'included')
      """
  )
  private static let sidecars = selection(
    from: """
      CROSS JOIN sidecar AS item ON item.id = coalesce(found.resolved_item_id, found.item_id)
      CROSS JOIN media_file AS file ON file.id = item.media_file_id
      """,
    where: "found.item_kind = 'sidecar' AND found.change <> 'touched'"
  )
}
