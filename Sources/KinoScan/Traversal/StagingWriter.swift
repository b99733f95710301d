internal import KinoCore

/// Collects what the workers find and commits it in groups.
///
/// Groups are committed in the order in which their contents were added, one at a time: a child's
/// listing is never on disk before the row of its directory is. A full group makes the workers
/// wait, which bounds memory.
actor StagingWriter {
  private let store: any ScanStore
  private let run: RunHandle
  private let limits: StagingLimits
  private let clock: any KinoClock
  private var group: StagedGroup
  private var lastFlush: Duration
  private var isFlushing = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var failure: StorageError?

  /// When the oldest listing of the run began, across all groups.
  private(set) var listedSince: Timestamp

  init(
    store: any ScanStore,
    run: RunHandle,
    limits: StagingLimits,
    clock: any KinoClock,
    listedSince: Timestamp?
  ) {
    self.store = store
    self.run = run
    self.limits = limits
    self.clock = clock
    let now = clock.now()
    self.listedSince = listedSince ?? now
    group = StagedGroup(listedSince: now)
    lastFlush = clock.monotonic()
  }

  /// Adds one worker's findings, and commits when enough has come together.
  func add(_ findings: StagedGroup) async throws(StorageError) {
    if let failure { throw failure }
    merge(findings)
    let waited = clock.monotonic() - lastFlush
    let patience = group.hasDifferences ? limits.groupInterval : limits.checkpointInterval
    guard group.differenceCount >= limits.groupSize || waited >= patience else { return }
    guard !isFlushing else {
      if group.differenceCount >= limits.groupSize { await waitForFlush() }
      if let failure { throw failure }
      return
    }
    try await flush()
  }

  /// Commits the rest.
  ///
  /// A run that has staged nothing at all writes nothing here.
  func finish() async throws(StorageError) {
    while isFlushing { await waitForFlush() }
    if let failure { throw failure }
    guard group.hasDifferences || !group.failures.isEmpty else { return }
    try await flush()
  }

  private func merge(_ findings: StagedGroup) {
    listedSince = min(listedSince, findings.listedSince)
    group.listedSince =
      group.done.isEmpty
      ? findings.listedSince : min(group.listedSince, findings.listedSince)
    group.addDifferences(of: findings)
    group.done.append(contentsOf: findings.done)
    group.failures.append(contentsOf: findings.failures)
    group.counters += findings.counters
  }

  private func flush() async throws(StorageError) {
    isFlushing = true
    let full = group
    group = StagedGroup(listedSince: clock.now())
    defer {
      isFlushing = false
      lastFlush = clock.monotonic()
      let resumed = waiting
      waiting = []
      for continuation in resumed { continuation.resume() }
    }
    do throws(StorageError) {
      try await store.stage(full, in: run)
    } catch {
      failure = error
      throw error
    }
  }

  private func waitForFlush() async {
    guard isFlushing else { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}

/// When a group is committed.
struct StagingLimits: Sendable {
  /// Differences in one transaction.
  var groupSize: Int
  /// The longest time that differences wait for a fuller group.
  var groupInterval: Duration
  /// The longest time that progress without differences is kept in memory only.
  var checkpointInterval: Duration
}

extension StagingLimits {
  init(_ policy: ScanPolicy) {
    self.init(
      groupSize: policy.groupSize,
      groupInterval: policy.groupInterval,
      checkpointInterval: policy.checkpointInterval
    )
  }
}
