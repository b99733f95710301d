/// What workers need from the library's queue: the port between `KinoScan` and `KinoStorage`.
///
/// Each call is one transaction (or one snapshot, for a read); a call that throws or is cancelled
/// has changed nothing. What is written for a claim is written only while the claim stands (TX-6).
package protocol WorkStore: Sendable {
  /// Makes a batch of expired and due work ready; returns how many rows that were, 0 at the end.
  func reclaim(at now: Timestamp) async throws(StorageError) -> Int

  /// Frees what processes hold that have ended.
  ///
  /// - Parameters:
  ///   - isAlive: Whether a process still exists: `false` only when that is certain.
  ///   - now: When.
  /// - Returns: How many rows that were.
  /// - Throws: ``StorageError``
  func reclaim(
    fromEnded isAlive: @Sendable (WorkHolder) -> Bool?,
    at now: Timestamp
  ) async throws(StorageError) -> Int

  /// Claims the most urgent ready work of some stages, oldest first among equals.
  ///
  /// - Parameters:
  ///   - limit: At most so many claims.
  ///   - stages: What the caller works on.
  ///   - sources: Work on files of these is stepped over and stays ready.
  ///   - position: Only work behind this one; with nothing to step over it is not needed.
  ///   - now: Decides what is due and what has expired.
  ///   - lease: How long the work may take without a heartbeat, in milliseconds.
  /// - Returns: The claims, in order; empty when there is nothing to do.
  /// - Throws: ``StorageError``
  func claim(
    _ limit: Int,
    of stages: [WorkStage],
    excluding sources: Set<SourceID>,
    after position: WorkPosition?,
    at now: Timestamp,
    lease: Int64
  ) async throws(StorageError) -> [WorkClaim]

  /// The files that claims are about, in the order of the claims; those that are gone are left out.
  func subjects(of claims: [WorkClaim]) async throws(StorageError) -> [WorkSubject]

  /// Keeps claims alive, and returns those that still stood.
  func heartbeat(
    _ claims: [WorkClaim],
    at now: Timestamp,
    lease: Int64
  ) async throws(StorageError) -> [WorkClaim]

  /// Puts work off by `delay` milliseconds after a failure that may pass.
  func retry(
    _ claim: WorkClaim,
    after delay: Int64,
    because failure: WorkFailure,
    at now: Timestamp
  ) async throws(StorageError) -> WorkSetback

  /// Fails work for good: only something new about its file queues it again.
  func fail(
    _ claim: WorkClaim,
    because failure: WorkFailure,
    at now: Timestamp
  ) async throws(StorageError) -> WorkSetback

  /// Gives work back that was not tried; it is ready again after `delay` milliseconds.
  func release(
    _ claims: [WorkClaim],
    after delay: Int64,
    at now: Timestamp
  ) async throws(StorageError) -> Int

  /// How much of some stages could be claimed now.
  func ready(of stages: [WorkStage]) async throws(StorageError) -> Int

  /// How much of some stages is left, what is not queued yet included, and when the next of what waits
  /// is due.
  ///
  /// Reads the staging that completed runs have left, which may be all that a library holds.
  func backlog(of stages: [WorkStage]) async throws(StorageError) -> WorkBacklog
}

/// A place in the order of the queue.
package struct WorkPosition: Hashable, Sendable {
  package var priority: Int64
  package var id: Int64

  /// The place of a claim.
  package init(_ claim: WorkClaim) {
    priority = claim.priority
    id = claim.id
  }
}

/// What is left to do.
package struct WorkBacklog: Hashable, Sendable {
  /// How much could be claimed now.
  package var ready: Int
  /// How much somebody has claimed, who may be gone since.
  package var leased: Int
  /// How much of what is published is not yet queued: the next scan of its source does that.
  package var unsettled: Int
  /// When the first of what waits is due; `nil` when nothing waits.
  package var nextDue: Timestamp?

  package init(ready: Int, leased: Int = 0, unsettled: Int = 0, nextDue: Timestamp?) {
    self.ready = ready
    self.leased = leased
    self.unsettled = unsettled
    self.nextDue = nextDue
  }
}
