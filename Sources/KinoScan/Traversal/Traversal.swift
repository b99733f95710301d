internal import KinoCore

/// The state that the workers of one traversal share.
///
/// Workers take directories, list and compare them on their own, and report. The first failure
/// that concerns more than a subtree stops the traversal.
actor Traversal {
  private let store: any ScanStore
  private let policy: ScanPolicy
  private let workers: Int
  private let progress: ProgressMeter
  private var frontier: Frontier
  private var idle: [CheckedContinuation<Void, Never>] = []
  private var reserved: Range<Int64> = 0..<0
  private var streak = FailureStreak()

  private(set) var counters: ScanCounters
  private(set) var stop: ScanStop?
  /// Differences found so far.
  private(set) var differences = 0
  /// The first directories that could not be listed to the end.
  private(set) var unreachable: [SourcePath] = []
  private var current = SourcePath.root

  init(
    store: any ScanStore,
    policy: ScanPolicy,
    workers: Int,
    progress: ProgressMeter,
    start: ResumePoint
  ) {
    self.store = store
    self.policy = policy
    self.workers = workers
    self.progress = progress
    counters = start.counters
    frontier = Frontier()
    frontier.push(
      start.outstanding.map { directory in
        FrontierItem(
          id: directory.id,
          path: directory.path,
          stableID: directory.stableID,
          locator: directory.locator,
          isPublished: directory.isPublished
        )
      }
    )
  }

  /// The next directories for one worker; empty when the traversal is over or stopped.
  func next() async -> [FrontierItem] {
    while true {
      if stop != nil || frontier.isExhausted {
        wakeAll()
        return []
      }
      let items = frontier.take(workers: workers, limit: policy.directoriesPerBatch)
      if let last = items.last {
        current = last.path
        return items
      }
      await withCheckedContinuation { idle.append($0) }
    }
  }

  /// Ids for directories that the library does not know.
  func reserveIDs(_ count: Int) async throws(StorageError) -> Range<Int64> {
    while reserved.count < count {
      // A block left over is given up: ids are plenty, and a block must be consecutive.
      reserved = try await store.reserveDirectoryIDs(max(count, policy.directoryIDBlock))
    }
    let taken = reserved.prefix(count)
    reserved = reserved.dropFirst(count)
    return taken
  }

  /// Takes a worker's report: what it did is staged, and its sub-directories may be listed.
  func report(
    finished: Int,
    children: [FrontierItem],
    counters more: ScanCounters,
    differences: Int,
    unreachable: [SourcePath],
    after hasAnswered: Bool
  ) {
    frontier.push(children.filter(frontier.admits))
    frontier.finish(finished)
    counters += more
    self.differences += differences
    self.unreachable += unreachable.prefix(ScanReport.unreachableLimit - self.unreachable.count)
    if hasAnswered { streak.noteAnswer() }
    progress.tell(counters, outstanding: frontier.count, differences: self.differences, at: current)
    wakeAll()
  }

  /// Notes a failure, and returns how many temporary ones in a row came before it.
  ///
  /// - Parameters:
  ///   - isTemporary: Whether the failure counts.
  ///   - hasAnswered: Whether the source has answered the worker since the worker's last failure.
  /// - Returns: The failures before this one.
  func note(isTemporary: Bool, after hasAnswered: Bool) -> Int {
    if hasAnswered { streak.noteAnswer() }
    let before = streak.count
    if isTemporary { streak.noteFailure() } else { streak.noteAnswer() }
    return before
  }

  /// Ends the traversal; the first reason given stands.
  func halt(_ reason: ScanStop) {
    stop = stop ?? reason
    wakeAll()
  }

  private func wakeAll() {
    let woken = idle
    idle = []
    for continuation in woken { continuation.resume() }
  }
}
