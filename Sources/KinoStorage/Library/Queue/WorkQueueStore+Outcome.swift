package import KinoCore
package import KinoSQL

extension WorkQueueStore {
  /// Writes a result and ends the work, in one transaction, if the claim still stands.
  ///
  /// The row must carry the claim's token, the lease must not have ended, and the file's material and
  /// input revisions must be those that the work was claimed for. Otherwise nothing is written;
  /// where the revisions have moved the work is queued again.
  ///
  /// - Parameters:
  ///   - claim: The right to do the work.
  ///   - now: Decides whether the lease has ended.
  ///   - result: Writes the result under the metadata profile. When it throws, the work stays
  ///     claimed.
  /// - Returns: What `result` returned, or why it was not called.
  /// - Throws: ``StorageError``; nothing has changed then.
  package func complete<Value: Sendable>(
    _ claim: WorkClaim,
    at now: Timestamp,
    writing result: @Sendable (borrowing Connection) throws -> Value
  ) async throws(StorageError) -> WorkCompletion<Value> {
    let policy = policy
    return try await database.write(.metadata) { connection in
      guard try Self.finish(claim, policy, at: now, in: connection) else {
        return .refused(try QueueRows.refusal(of: claim, policy, at: now, in: connection) ?? .lost)
      }
      return .written(try result(connection))
    }
  }

  /// Writes the results of a block in one transaction; each claim is checked as by
  /// ``complete(_:at:writing:)``.
  ///
  /// - Parameters:
  ///   - claims: The rights to do the work.
  ///   - now: Decides whether the leases have ended.
  ///   - results: Writes the results of the claims that still stand; not called when none does.
  ///     When it throws, the whole block stays claimed.
  /// - Returns: What `results` returned, and which claims no longer stood.
  /// - Throws: ``StorageError``; nothing has changed then.
  package func complete<Value: Sendable>(
    block claims: [WorkClaim],
    at now: Timestamp,
    writing results: @Sendable (borrowing Connection, [WorkClaim]) throws -> Value
  ) async throws(StorageError) -> BlockCompletion<Value> {
    let policy = policy
    return try await database.write(.metadata) { connection in
      var accepted: [WorkClaim] = []
      var refused: [WorkClaim: WorkRefusal] = [:]
      var ended = try Self.finish(claims, policy, at: now, in: connection)
      for claim in claims {
        let isEnded = ended.remove(claim.id) != nil
        if try isEnded ? true : Self.finish(claim, policy, at: now, in: connection) {
          accepted.append(claim)
        } else {
          refused[claim] =
            try QueueRows.refusal(of: claim, policy, at: now, in: connection) ?? .lost
        }
      }
      guard !accepted.isEmpty else { return BlockCompletion(value: nil, refused: refused) }
      return BlockCompletion(value: try results(connection, accepted), refused: refused)
    }
  }

  /// Puts work off after a failure that may pass, or fails it for good once it was tried as often as
  /// allowed.
  ///
  /// The next try is `delay` milliseconds away, and never further than
  /// ``WorkQueuePolicy/maximumDelay``.
  package func retry(
    _ claim: WorkClaim,
    after delay: Int64,
    because failure: WorkFailure,
    at now: Timestamp
  ) async throws(StorageError) -> WorkSetback {
    let due = Timestamp(milliseconds: now.milliseconds + min(max(0, delay), policy.maximumDelay))
    return try await setBack(claim, until: due, because: failure, at: now)
  }

  /// Fails work for good: only a new revision of its input queues it again.
  package func fail(
    _ claim: WorkClaim,
    because failure: WorkFailure,
    at now: Timestamp
  ) async throws(StorageError) -> WorkSetback {
    try await setBack(claim, until: nil, because: failure, at: now)
  }

  /// Gives work back that was not tried, because its source cannot be reached or the worker stops.
  ///
  /// It does not count as an attempt.
  ///
  /// It may be claimed again after `delay` milliseconds; 0 makes it ready at once. The result says
  /// how many claims still stood.
  ///
  /// A full disk is no obstacle as a rule: claiming has made the log long enough for it, and once the
  /// log is copied back into the file it starts over.
  package func release(
    _ claims: [WorkClaim],
    after delay: Int64 = 0,
    at now: Timestamp
  ) async throws(StorageError) -> Int {
    do throws(StorageError) {
      return try await giveBack(claims, after: delay, at: now)
    } catch {
      guard error.kind == .diskFull else { throw error }
      _ = try? await database.database.checkpoint()
      return try await giveBack(claims, after: delay, at: now)
    }
  }

  private func giveBack(
    _ claims: [WorkClaim],
    after delay: Int64,
    at now: Timestamp
  ) async throws(StorageError) -> Int {
    let policy = policy
    let due = now.milliseconds + min(delay, policy.maximumDelay)
    return try await database.write(.metadata) { connection in
      let statement = try connection.prepare(Self.giveBackSQL)
      var count = 0
      for claim in claims
      where try QueueRows.refusal(of: claim, policy, at: now, in: connection) == nil {
        statement.bind(1, claim.id)
        statement.bind(2, now.milliseconds)
        statement.bind(3, delay > 0 ? due : nil)
        try statement.run()
        count += 1
      }
      return count
    }
  }

  /// Ends work that still stands; the result is written after it, in the same transaction.
  private static func finish(
    _ claim: WorkClaim,
    _ policy: WorkQueuePolicy,
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Bool {
    let statement = try connection.prepare(completion)
    statement.bind(1, claim.id)
    statement.bind(2, now.milliseconds)
    statement.bind(3, claim.token.bytes)
    statement.bind(4, policy.maximumLease)
    statement.bind(5, claim.materialRevision)
    statement.bind(6, claim.inputRevision)
    try statement.run()
    return connection.changes == 1
  }

  /// Ends the work of a block, as far as it still stands: a hundred pieces a statement.
  ///
  /// SQLite keeps what a statement changes until its end; beyond 64 KiB it does so in a file, and then
  /// for each further statement of the transaction.
  ///
  /// Goes by the revisions that the rows hold, which are the claims' for as long as the token stands.
  /// Rows of before there were revisions are left.
  ///
  /// - Returns: The rows that were ended.
  private static func finish(
    _ claims: [WorkClaim],
    _ policy: WorkQueuePolicy,
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Set<Int64> {
    var ended: Set<Int64> = []
    for (token, block) in Dictionary(grouping: claims, by: \.token) {
      for start in stride(from: 0, to: block.count, by: slice) {
        let ids = block[start..<min(start + slice, block.count)].map { Int($0.id) }
        try connection.query(blockCompletion) { statement in
          statement.bind(1, JSONText(ids))
          statement.bind(2, now.milliseconds)
          statement.bind(3, token.bytes)
          statement.bind(4, policy.maximumLease)
        } _: { row in
          ended.insert(row.int64(0))
        }
      }
    }
    return ended
  }

  private func setBack(
    _ claim: WorkClaim,
    until due: Timestamp?,
    because failure: WorkFailure,
    at now: Timestamp
  ) async throws(StorageError) -> WorkSetback {
    let policy = policy
    return try await database.write(.metadata) { connection in
      if let refusal = try QueueRows.refusal(of: claim, policy, at: now, in: connection) {
        return .refused(refusal)
      }
      let statement = try connection.prepare(Self.putOff)
      statement.bind(1, claim.id)
      statement.bind(2, now.milliseconds)
      statement.bind(3, due?.milliseconds)
      statement.bind(4, failure.kind)
      statement.bind(5, failure.message)
      let waits = try statement.first { row in row.text(0) == "waiting" } ?? false
      guard waits, let due else { return .failed }
      return .waits(until: due)
    }
  }

  private static let slice = 100

  /// The check and the end of the work in one: no row is changed unless the claim still stands.
  static let completion = """
    UPDATE scan_queue
    SET state = 'done', claim_token = NULL, lease_expires_at_ms = NULL, due_at_ms = NULL,
      error_kind = NULL, error_json = NULL, updated_at_ms = ?2
    WHERE id = ?1 AND state = 'leased' AND \(ClaimToken.token(in: "claim_token")) = ?3
      AND lease_expires_at_ms > ?2 AND lease_expires_at_ms <= ?2 + ?4
      AND EXISTS (
        SELECT 1 FROM media_file AS file
        WHERE file.id = media_file_id AND file.material_revision = ?5 AND file.input_revision = ?6
      )
    """
  /// The same for the rows of a block.
  static let blockCompletion = """
    UPDATE scan_queue
    SET state = 'done', claim_token = NULL, lease_expires_at_ms = NULL, due_at_ms = NULL,
      error_kind = NULL, error_json = NULL, updated_at_ms = ?2
    WHERE id IN (SELECT value FROM json_each(?1)) AND +state = 'leased'
      AND \(ClaimToken.token(in: "claim_token")) = ?3
      AND +lease_expires_at_ms > ?2 AND +lease_expires_at_ms <= ?2 + ?4
      AND EXISTS (
        SELECT 1 FROM media_file AS file
        WHERE file.id = media_file_id
          AND file.material_revision = scan_queue.material_revision
          AND file.input_revision = scan_queue.input_revision
      )
    RETURNING id
    """
  private static let putOff = """
    UPDATE scan_queue
    SET state = CASE WHEN ?3 IS NULL OR attempts >= max_attempts THEN 'failed' ELSE 'waiting' END,
      due_at_ms = CASE WHEN attempts >= max_attempts THEN NULL ELSE ?3 END,
      claim_token = NULL, lease_expires_at_ms = NULL,
      error_kind = ?4, error_json = json_object('message', ?5), updated_at_ms = ?2
    WHERE id = ?1
    RETURNING state
    """
  private static let giveBackSQL = """
    UPDATE scan_queue
    SET state = CASE WHEN ?3 IS NULL THEN 'ready' ELSE 'waiting' END, due_at_ms = ?3,
      attempts = max(0, attempts - 1), claim_token = NULL, lease_expires_at_ms = NULL,
      updated_at_ms = ?2
    WHERE id = ?1
    """
}
