import KinoCore
import KinoSQL

/// The statements that every step of the queue protocol shares.
enum QueueRows {
  /// A ready row.
  struct Candidate {
    var id: Int64
    var priority: Int64
    var file: FileID
    var stage: WorkStage
    var attempts: Int
    var materialRevision: Int64
    var inputRevision: Int64
  }

  /// Makes expired and due rows ready, or failed for good once they were tried too often: a file
  /// that takes its worker down with it must not do so for ever.
  @discardableResult
  static func promote(
    _ policy: WorkQueuePolicy,
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int {
    let statement = try connection.prepare(promotion)
    statement.bind(1, now.milliseconds)
    statement.bind(2, now.milliseconds + policy.maximumLease)
    statement.bind(3, now.milliseconds + policy.maximumDelay)
    statement.bind(4, policy.promotionLimit)
    try statement.run()
    return connection.changes
  }

  /// Which ready rows may be claimed.
  struct Front {
    var stages: [WorkStage]
    var excluded: Set<SourceID>
    var position: WorkPosition?
  }

  /// The most urgent ready rows over some stages.
  ///
  /// Each stage is read in order from the claim index, at most `limit` rows of it, so that other
  /// stages' rows cost nothing.
  static func candidates(
    _ limit: Int,
    of front: Front,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> ArraySlice<Candidate> {
    let isWhole = front.excluded.isEmpty && front.position == nil
    let statement = try connection.prepare(isWhole ? ready : readyBehind)
    var found: [Candidate] = []
    for stage in front.stages {
      statement.bind(1, stage.rawValue)
      statement.bind(2, limit)
      if !isWhole {
        statement.bind(3, front.position?.priority ?? .min)
        statement.bind(4, front.position?.id ?? .min)
        let excluded = front.excluded.sorted().map { JSONValue.integer($0.rawValue) }
        statement.bind(5, JSONValue.array(excluded).text)
      }
      try statement.forEachRow { row in
        found.append(Candidate(row, stage: stage))
      }
    }
    if front.stages.count > 1 || !isWhole {
      found.sort { ($0.priority, $0.id) < ($1.priority, $1.id) }
    }
    return found.prefix(limit)
  }

  /// Whether a claim still stands; work whose input has moved is queued again.
  static func refusal(
    of claim: WorkClaim,
    _ policy: WorkQueuePolicy,
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> WorkRefusal? {
    let statement = try connection.prepare(check)
    statement.bind(1, claim.id)
    statement.bind(2, claim.token.bytes)
    let found = try statement.first { row in
      Standing(
        isHeld: row.bool(0),
        expiresAt: row.int64(1),
        isCurrent: row.int64(2) == claim.materialRevision && row.int64(3) == claim.inputRevision
      )
    }
    guard let found else { return .gone }
    guard found.isHeld else { return .lost }
    let remaining = found.expiresAt - now.milliseconds
    guard remaining > 0, remaining <= policy.maximumLease else { return .expired }
    guard found.isCurrent else {
      try run(requeue, claim.id, now, in: connection)
      return .outdated
    }
    return nil
  }

  /// Runs a statement whose first placeholder is the row and whose second is the time.
  static func run(
    _ sql: String,
    _ id: Int64,
    _ now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let statement = try connection.prepare(sql)
    statement.bind(1, id)
    statement.bind(2, now.milliseconds)
    try statement.run()
  }

  private struct Standing {
    var isHeld: Bool
    var expiresAt: Int64
    var isCurrent: Bool
  }

  /// The literals stand in the indexes' conditions, without which SQLite would not use them.
  static let promotion = """
    UPDATE scan_queue
    SET state = CASE WHEN attempts >= max_attempts THEN 'failed' ELSE 'ready' END,
      error_kind = CASE state WHEN 'leased' THEN 'leaseExpired' ELSE error_kind END,
      claim_token = NULL, lease_expires_at_ms = NULL, due_at_ms = NULL, updated_at_ms = ?1
    WHERE id IN (
      SELECT id FROM (
        SELECT id FROM scan_queue
        WHERE state = 'leased' AND coalesce(lease_expires_at_ms, due_at_ms) <= ?1
        UNION ALL SELECT id FROM scan_queue
        WHERE state = 'leased' AND coalesce(lease_expires_at_ms, due_at_ms) > ?2
        UNION ALL SELECT id FROM scan_queue
        WHERE state = 'waiting' AND coalesce(lease_expires_at_ms, due_at_ms) <= ?1
        UNION ALL SELECT id FROM scan_queue
        WHERE state = 'waiting' AND coalesce(lease_expires_at_ms, due_at_ms) > ?3
      ) LIMIT ?4
    )
    """
  /// Ready work of one stage, in claim order.
  ///
  /// The revisions are those that the work was queued for: should the file have moved on since, its
  /// result is refused, and no claim has to look at files.
  ///
  /// Rows of before there were revisions have none.
  static let ready = ready(where: "")
  /// The same behind a place of the queue, without the files of some sources: up to twice as many,
  /// of which the first count.
  ///
  /// One comparison of both columns would not use the index beyond the first of them.
  static let readyBehind = """
    SELECT * FROM (\(ready(where: "AND priority = ?3 AND id > ?4 \(isElsewhere)")))
    UNION ALL
    SELECT * FROM (\(ready(where: "AND priority > ?3 \(isElsewhere)")))
    """
  private static let isElsewhere = """
    AND (
      SELECT file.source_id FROM media_file AS file WHERE file.id = media_file_id
    ) NOT IN (SELECT value FROM json_each(?5))
    """
  private static func ready(where condition: String) -> String {
    """
    SELECT id, priority, media_file_id, attempts,
      coalesce(material_revision,
        (SELECT file.material_revision FROM media_file AS file WHERE file.id = media_file_id)),
      coalesce(input_revision,
        (SELECT file.input_revision FROM media_file AS file WHERE file.id = media_file_id))
    FROM scan_queue WHERE state = 'ready' AND stage = ?1 \(condition)
    ORDER BY priority, id LIMIT ?2
    """
  }
  /// All rows of a claim in one statement: `attempts` is what it was when they were found.
  static let lease = """
    UPDATE scan_queue
    SET state = 'leased', claim_token = ?2, lease_expires_at_ms = ?3, attempts = attempts + 1,
      updated_at_ms = ?4
    WHERE id IN (SELECT value FROM json_each(?1))
    """
  private static let check = """
    SELECT queue.state = 'leased' AND \(ClaimToken.token(in: "queue.claim_token")) = ?2,
      queue.lease_expires_at_ms, file.material_revision, file.input_revision
    FROM scan_queue AS queue CROSS JOIN media_file AS file ON file.id = queue.media_file_id
    WHERE queue.id = ?1
    """
  private static let requeue = """
    UPDATE scan_queue
    SET state = 'ready', attempts = 0, claim_token = NULL, lease_expires_at_ms = NULL,
      error_kind = NULL, error_json = NULL, updated_at_ms = ?2,
      (material_revision, input_revision) = (
        SELECT file.material_revision, file.input_revision FROM media_file AS file
        WHERE file.id = media_file_id
      )
    WHERE id = ?1
    """
}

extension QueueRows.Candidate {
  fileprivate init(_ row: borrowing Row, stage: WorkStage) {
    self.init(
      id: row.int64(0),
      priority: row.int64(1),
      file: FileID(row.int64(2)),
      stage: stage,
      attempts: row.int(3),
      materialRevision: row.int64(4),
      inputRevision: row.int64(5)
    )
  }
}

extension WorkClaim {
  init(_ candidate: QueueRows.Candidate, token: UID, expiresAt: Timestamp) {
    self.init(
      id: candidate.id,
      token: token,
      file: candidate.file,
      stage: candidate.stage,
      priority: candidate.priority,
      materialRevision: candidate.materialRevision,
      inputRevision: candidate.inputRevision,
      attempt: candidate.attempts + 1,
      expiresAt: expiresAt
    )
  }
}
