import KinoCore
import Synchronization

/// A queue in memory that remembers what a pass asks of it.
final class RecordingQueue: WorkStore {
  struct State {
    /// What can be claimed, most urgent first.
    var ready: [WorkSubject] = []
    var leased: [WorkClaim] = []
    var heartbeats = 0
    var released: [FileID: Int64] = [:]
    var retried: [FileID: Int64] = [:]
    var failed: [FileID] = []
    var claimed: [FileID] = []
    /// What a process has claimed that has ended.
    var abandoned: [WorkSubject] = []
    /// How often all that is left was counted.
    var backlogs = 0
  }

  private let state: Mutex<State>

  /// What noting a failure fails with.
  private let refusal: StorageError?

  init(
    _ ready: [WorkSubject],
    abandoned: [WorkSubject] = [],
    refusing refusal: StorageError? = nil
  ) {
    state = Mutex(State(ready: ready, abandoned: abandoned))
    self.refusal = refusal
  }

  var seen: State { state.withLock { $0 } }

  static func subject(
    _ number: Int64,
    _ stage: WorkStage = .fingerprint,
    source: SourceID = RecordingStore.source
  ) -> WorkSubject {
    let claim = WorkClaim(
      id: number,
      token: UID(high: 1, low: UInt64(number)),
      file: FileID(number),
      stage: stage,
      priority: 100,
      materialRevision: 1,
      inputRevision: 1,
      attempt: 1,
      expiresAt: .latest
    )
    return WorkSubject(
      claim: claim,
      source: source,
      path: SourcePath("\(number).mkv") ?? .root,
      locator: nil,
      availability: .present,
      isPlainFile: true,
      size: 1_000,
      modifiedAt: Timestamp(milliseconds: 0),
      changedAt: Timestamp(milliseconds: 0),
      fingerprint: nil
    )
  }

  func reclaim(at now: Timestamp) async throws(StorageError) -> Int { 0 }

  /// The one other process is process 7.
  func reclaim(
    fromEnded isAlive: @Sendable (WorkHolder) -> Bool?,
    at now: Timestamp
  ) async throws(StorageError) -> Int {
    let other = WorkHolder(bootID: "boot", processID: 7, processStartedAt: 0)
    guard isAlive(other) == false else { return 0 }
    return state.withLock { state in
      state.ready += state.abandoned
      defer { state.abandoned = [] }
      return state.abandoned.count
    }
  }

  func claim(
    _ limit: Int,
    of stages: [WorkStage],
    excluding sources: Set<SourceID>,
    after position: WorkPosition?,
    at now: Timestamp,
    lease: Int64
  ) async throws(StorageError) -> [WorkClaim] {
    state.withLock { state in
      let claims = state.ready.filter { subject in
        stages.contains(subject.claim.stage) && !sources.contains(subject.source)
          && subject.claim.id > position?.id ?? .min
          && !state.leased.contains { $0.id == subject.claim.id }
      }
      .prefix(limit).map(\.claim)
      state.leased += claims
      state.claimed += claims.map(\.file)
      return Array(claims)
    }
  }

  func subjects(of claims: [WorkClaim]) async throws(StorageError) -> [WorkSubject] {
    state.withLock { state in
      claims.compactMap { claim in state.ready.first { $0.claim.id == claim.id } }
    }
  }

  func heartbeat(
    _ claims: [WorkClaim],
    at now: Timestamp,
    lease: Int64
  ) async throws(StorageError) -> [WorkClaim] {
    state.withLock { $0.heartbeats += 1 }
    return claims
  }

  func retry(
    _ claim: WorkClaim,
    after delay: Int64,
    because failure: WorkFailure,
    at now: Timestamp
  ) async throws(StorageError) -> WorkSetback {
    if let refusal { throw refusal }
    state.withLock { $0.retried[claim.file] = delay }
    return .waits(until: now.advanced(by: .milliseconds(delay)))
  }

  func fail(
    _ claim: WorkClaim,
    because failure: WorkFailure,
    at now: Timestamp
  ) async throws(StorageError) -> WorkSetback {
    state.withLock { $0.failed.append(claim.file) }
    return .failed
  }

  func release(
    _ claims: [WorkClaim],
    after delay: Int64,
    at now: Timestamp
  ) async throws(StorageError) -> Int {
    state.withLock { state in
      for claim in claims {
        state.released[claim.file] = delay
        if delay == 0 { state.leased.removeAll { $0.id == claim.id } }
      }
    }
    return claims.count
  }

  func ready(of stages: [WorkStage]) async throws(StorageError) -> Int {
    state.withLock { $0.ready.count - $0.leased.count }
  }

  func backlog(of stages: [WorkStage]) async throws(StorageError) -> WorkBacklog {
    state.withLock { state in
      state.backlogs += 1
      return WorkBacklog(ready: state.ready.count - state.leased.count, nextDue: nil)
    }
  }
}
