package import KinoCore
import KinoSQL

/// Gives out work under leases and takes its results (TX-6).
///
/// A row of `scan_queue` is *ready*, *waiting* for its next try, *leased*, *done* or *failed*. Only
/// ready rows stand in the claim index, so that the cost of a claim does not depend on how many
/// others there are.
package struct WorkQueueStore: WorkStore {
  let database: LibraryDatabase
  let policy: WorkQueuePolicy
  /// The process that claims are made for.
  let holder: WorkHolder?
  private let random: any RandomSource

  /// Creates the queue of a library.
  ///
  /// - Parameters:
  ///   - database: The library.
  ///   - random: Where tokens come from.
  ///   - policy: The limits.
  ///   - holder: The process that claims are made for; where it is not known they last as long as
  ///     their leases.
  package init(
    database: LibraryDatabase,
    random: any RandomSource,
    policy: WorkQueuePolicy = WorkQueuePolicy(),
    holder: WorkHolder? = nil
  ) {
    self.database = database
    self.random = random
    self.policy = policy
    self.holder = holder
  }

  /// Claims the most urgent ready work of some stages, oldest first among equals.
  ///
  /// Up to ``WorkQueuePolicy/promotionLimit`` expired or due rows are made ready first. All claims of
  /// one call carry one token, which no other call gets: a bulk pass claims a whole block this way
  /// and is held to the same checks. What follows happens in one transaction.
  ///
  /// - Parameters:
  ///   - limit: At most so many claims.
  ///   - stages: What the caller works on.
  ///   - sources: Work on files of these is stepped over, which costs two look-ups a row.
  ///   - position: Only work behind this one, so that what was stepped over once is not again.
  ///   - now: Decides what is due and what has expired.
  ///   - lease: How long the work may take without a heartbeat, in milliseconds; cut to
  ///     ``WorkQueuePolicy/maximumLease``.
  /// - Returns: The claims; empty when there is nothing to do.
  /// - Throws: ``StorageError``; nothing has changed then.
  package func claim(
    _ limit: Int,
    of stages: [WorkStage],
    excluding sources: Set<SourceID> = [],
    after position: WorkPosition? = nil,
    at now: Timestamp,
    lease: Int64
  ) async throws(StorageError) -> [WorkClaim] {
    let front = QueueRows.Front(stages: stages, excluded: sources, position: position)
    let token = UID(time: now, random: (random.next(), random.next()))
    let expiry = Timestamp(milliseconds: now.milliseconds + min(lease, policy.maximumLease))
    let (policy, mark) = (policy, ClaimToken(token, of: holder))
    return try await database.write(.metadata) { connection in
      try QueueRows.promote(policy, at: now, in: connection)
      let candidates = try QueueRows.candidates(limit, of: front, in: connection)
      guard !candidates.isEmpty else { return [] }
      try connection.run(QueueRows.lease) { statement in
        statement.bind(1, JSONText(candidates.map { Int($0.id) }))
        statement.bind(2, mark.bytes)
        statement.bind(3, expiry.milliseconds)
        statement.bind(4, now.milliseconds)
      }
      return candidates.map { WorkClaim($0, token: token, expiresAt: expiry) }
    }
  }

  /// Keeps claims alive: their leases now end `lease` milliseconds from `now`.
  ///
  /// - Returns: The claims that were still held, with their new expiry. A worker stops what it does
  ///   for the others.
  package func heartbeat(
    _ claims: [WorkClaim],
    at now: Timestamp,
    lease: Int64
  ) async throws(StorageError) -> [WorkClaim] {
    let expiry = Timestamp(milliseconds: now.milliseconds + min(lease, policy.maximumLease))
    let policy = policy
    return try await database.write(.metadata) { connection in
      let statement = try connection.prepare(Self.extend)
      var held: [WorkClaim] = []
      for claim in claims
      where try QueueRows.refusal(of: claim, policy, at: now, in: connection) == nil {
        statement.bind(1, expiry.milliseconds)
        statement.bind(2, claim.id)
        try statement.run()
        var extended = claim
        extended.expiresAt = expiry
        held.append(extended)
      }
      return held
    }
  }

  /// Makes all expired and due work ready, one bounded batch at a time.
  ///
  /// - Returns: How many rows were made ready or, tried too often, failed for good. Fewer than
  ///   ``WorkQueuePolicy/promotionLimit`` means that none is left.
  package func reclaim(at now: Timestamp) async throws(StorageError) -> Int {
    let policy = policy
    return try await database.write(.metadata) { connection in
      try QueueRows.promote(policy, at: now, in: connection)
    }
  }

  /// How many rows there are of each stage and state.
  ///
  /// Reads the whole queue.
  package func counts() async throws(StorageError) -> [WorkCount] {
    try await database.read { connection in
      try connection.prepare(Self.count).all { row in
        WorkCount(stage: row.text(0), state: row.text(1), count: row.int(2))
      }
    }
  }

  private static let extend = "UPDATE scan_queue SET lease_expires_at_ms = ?1 WHERE id = ?2"
  private static let count = """
    SELECT stage, state, count(*) FROM scan_queue GROUP BY stage, state ORDER BY stage, state
    """
}

/// How many rows of the queue share a stage and a state.
package struct WorkCount: Hashable, Sendable {
  /// As stored: a newer version may know more of them than ``WorkStage``.
  package var stage: String
  package var state: String
  package var count: Int
}
