internal import KinoCore

/// Lists everything in a run's scope and stages what differs from the library.
struct Enumeration: Sendable {
  let store: any ScanStore
  let run: RunHandle
  let source: SourceRecord
  let session: any SourceSession
  let filter: ScanFilter
  let policy: ScanPolicy
  let clock: any KinoClock
  let emit: @Sendable (ScanEvent) -> Void

  /// What a traversal came to.
  struct Result {
    var counters: ScanCounters
    /// When the oldest listing that the run relies on began.
    var listedSince: Timestamp
    /// How many differences were staged by this process.
    var differences: Int
  }

  /// Works until nothing is outstanding.
  ///
  /// Throws as soon as the source or the library cannot be used, or the task is cancelled; what
  /// is staged by then stays, for a resume.
  func callAsFunction(from start: ResumePoint) async throws(ScanStop) -> Result {
    let workers = max(
      1,
      min(session.capabilities.maxConcurrentOperations, policy.maxConcurrentDirectories)
    )
    let traversal = Traversal(store: store, policy: policy, workers: workers, start: start)
    let writer = StagingWriter(
      store: store,
      run: run,
      limits: StagingLimits(
        groupSize: policy.stagingGroupSize,
        checkpointInterval: policy.checkpointInterval
      ),
      clock: clock,
      listedSince: start.listedSince
    )
    let worker = TraversalWorker(self, traversal: traversal, writer: writer)
    await withTaskExecutorPreference(session.executor) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<workers { group.addTask { await worker.work() } }
      }
    }
    if let stop = await traversal.stop { throw stop }
    if Task.isCancelled { throw .cancelled }
    do throws(StorageError) {
      try await writer.finish()
    } catch {
      throw ScanStop(error)
    }
    return Result(
      counters: await traversal.counters,
      listedSince: await writer.listedSince,
      differences: await writer.differenceCount
    )
  }
}
