internal import KinoCore

/// Lists everything in a run's scope and stages what differs from the library.
struct Enumeration: Sendable {
  let store: any ScanStore
  let run: RunHandle
  let source: SourceRecord
  let session: any SourceSession
  let rules: ComparisonRules
  let policy: ScanPolicy
  let clock: any KinoClock
  let progress: RunProgress
  let emit: @Sendable (ScanEvent) -> Void

  /// What a traversal came to.
  struct Result {
    var counters: ScanCounters
    /// When the oldest listing that the run relies on began.
    var listedSince: Timestamp
  }

  /// Works until nothing is outstanding.
  ///
  /// Throws as soon as the source or the library cannot be used, or the task is cancelled; what
  /// is staged by then stays, for a resume.
  func callAsFunction(from point: ResumePoint) async throws(ScanStop) -> Result {
    var start = point
    for index in start.outstanding.indices where start.outstanding[index].stableID == nil {
      start.outstanding[index].stableID = await stableID(of: start.outstanding[index].path)
    }
    let workers = max(
      1,
      min(session.capabilities.maxConcurrentOperations, policy.concurrentDirectories)
    )
    let traversal = traversal(from: start, workers: workers)
    let writer = StagingWriter(
      store: store,
      run: run,
      limits: StagingLimits(policy),
      clock: clock,
      listedSince: start.listedSince
    )
    let worker = TraversalWorker(self, traversal: traversal, writer: writer)
    await withTaskExecutorPreference(session.executor) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<workers { group.addTask { await worker.work() } }
        while await group.next() != nil {
          // The others may be waiting to try again what has no prospect any more.
          if await traversal.stop != nil { group.cancelAll() }
        }
      }
    }
    let counters = await traversal.counters
    let unreachable = await traversal.unreachable.sorted()
    await progress.update { report in
      report.counters = counters
      report.unreachable = unreachable
    }
    if let stop = await traversal.stop { throw stop }
    if Task.isCancelled { throw .cancelled }
    do throws(StorageError) {
      try await writer.finish()
    } catch {
      throw ScanStop(error)
    }
    return Result(counters: counters, listedSince: await writer.listedSince)
  }

  /// The id of a directory that no listing has told, so that it is recognised below itself.
  private func stableID(of path: SourcePath) async -> StableID? {
    try? await session.stat(path).stableID
  }

  private func traversal(from start: ResumePoint, workers: Int) -> Traversal {
    let meter = ProgressMeter(
      clock: clock,
      interval: policy.progressInterval,
      expectedDirectories: source.lastDirectoryCount,
      emit: emit
    )
    return Traversal(
      store: store,
      policy: policy,
      workers: workers,
      progress: meter,
      start: start
    )
  }
}
