internal import KinoCore

extension ScanRun {
  /// The steps of a run in their order.
  ///
  /// What they learn goes into `progress`.
  func steps(_ progress: RunProgress) async throws(ScanStop) {
    let uid = try await storing { () async throws(StorageError) in
      try await store.report(of: handle.id)
    }.uid
    await progress.update { $0.run = uid }
    emit(.started(run: uid, isResumed: isResumed))
    try await settleEarlierRuns()
    if command.mode == .repair { return try await repair(progress) }

    emit(.phase(.preflight))
    let session = try await openSession()
    let result = await capture { () async throws(ScanStop) in
      try await steps(with: session, progress)
    }
    await session.close()
    try result.get()
  }

  private func steps(
    with session: any SourceSession,
    _ progress: RunProgress
  ) async throws(ScanStop) {
    let began = clock.monotonic()
    let preflight = Preflight(store: store, policy: policy)
    let identity = try await preflight.check(
      session,
      of: source,
      acceptsIdentity: command.options.acceptsIdentity
    )
    guard command.mode != .availability else { return try await noteOnline(progress) }
    let run = try await comparing(as: session.capabilities)
    try await noteModificationStep(of: session.capabilities)
    let found = try await run.enumerate(session, identity, progress)
    try await preflight.recheck(session, against: identity)
    let enumerated = clock.monotonic()

    emit(.phase(.process))
    let plan = try await process(session, found)
    let processed = clock.monotonic()
    await progress.update { report in
      report.plan = plan
      report.counters = found.counters
      report.times.enumerate = enumerated - began
      report.times.process = processed - enumerated
    }
    emit(.plan(plan))
    guard !command.options.isPlanOnly else { throw .cancelled }

    let order = order(for: plan, found, identity, began: began, enumerated, processed)
    try await publish(order, progress)
  }

  private func publish(
    _ order: FinalizeOrder,
    _ progress: RunProgress
  ) async throws(ScanStop) {
    emit(.phase(.finalize))
    let began = clock.monotonic()
    let outcome = try await storing { () async throws(StorageError) in
      try await store.finalize(handle, order)
    }
    let finalized = clock.monotonic()
    await progress.update { report in
      report.note(outcome)
      report.state = .completed
      report.times.finalize = finalized - began
    }
  }

  private func enumerate(
    _ session: any SourceSession,
    _ identity: RootIdentity,
    _ progress: RunProgress
  ) async throws(ScanStop) -> Enumeration.Result {
    emit(.phase(.enumerate))
    let start = try await storing { () async throws(StorageError) in
      try await store.beginEnumerating(handle, rootIdentity: identity, at: clock.now())
      let admission = policy.admission(at: clock.now(), isRemote: session.capabilities.isRemote)
      return try await store.resumePoint(of: handle, policy: admission)
    }
    let enumeration = Enumeration(
      store: store,
      run: handle,
      source: source,
      session: session,
      rules: ComparisonRules(
        filter: ScanFilter(source, folding: orchestrator.folding),
        comparison: NameComparison(source.comparison, folding: orchestrator.folding),
        capabilities: session.capabilities,
        policy: policy
      ),
      policy: policy,
      clock: clock,
      progress: progress,
      emit: emit
    )
    return try await enumeration(from: start)
  }

  /// Pairs moves, counts, and judges the removals.
  private func process(
    _ session: any SourceSession,
    _ found: Enumeration.Result
  ) async throws(ScanStop) -> DeletionPlan {
    let directories = try await storing { () async throws(StorageError) in
      try await store.beginProcessing(handle, at: clock.now())
    }
    let pairing = MovePairing(
      store: store,
      run: handle,
      session: session,
      rules: MoveRules(session.capabilities),
      policy: policy
    )
    try await pairing(directories)
    let holdsBefore = DeletionPlan.holdsBefore(
      mode: command.mode,
      now: clock.now(),
      interval: source.retention.holdInterval
    )
    return try await storing { () async throws(StorageError) in
      let summary = try await store.summary(of: handle, holdsBefore: holdsBefore ?? .earliest)
      let isLosing = summary.absent.total + summary.suspect.total > 0
      return DeletionPlan(
        summary,
        largest: isLosing
          ? try await store.largestRemovals(of: handle, limit: policy.planDirectoryLimit) : [],
        holdsBefore: holdsBefore,
        policy: policy
      )
    }
  }

  private func order(
    for plan: DeletionPlan,
    _ found: Enumeration.Result,
    _ identity: RootIdentity,
    began: Duration,
    _ enumerated: Duration,
    _ processed: Duration
  ) -> FinalizeOrder {
    FinalizeOrder(
      removals: plan.decision,
      rootIdentity: identity,
      counters: found.counters,
      at: clock.now(),
      enumerateMilliseconds: (enumerated - began).wholeMilliseconds,
      processMilliseconds: (processed - enumerated).wholeMilliseconds,
      anomaly: plan.anomaly,
      listedSince: found.listedSince
    )
  }

  private func openSession() async throws(ScanStop) -> any SourceSession {
    do throws(SourceError) {
      return try await orchestrator.connect(source)
    } catch {
      throw Preflight.stop(for: error)
    }
  }

  /// An availability check ends here: the source is there, and no file was looked at.
  private func noteOnline(_ progress: RunProgress) async throws(ScanStop) {
    try await storing { () async throws(StorageError) in
      try await store.noteAvailability(of: source.id, .online, at: clock.now())
      try await store.end(handle, as: .done, at: clock.now())
    }
    await progress.update { $0.state = .completed }
  }

  /// Finishes what runs that ended at their publication, or were killed after it, left.
  private func settleEarlierRuns() async throws(ScanStop) {
    let runs = try await storing { () async throws(StorageError) in
      try await store.unsettledRuns(of: source.id)
    }
    for run in runs {
      // What is damaged is not written to any further; all else the next scan makes good.
      if case .storage(let error)? = await settle(run), error.kind == .damaged {
        throw .storage(error)
      }
    }
  }

  /// Does what follows a publication.
  ///
  /// - Returns: The error that leaves the rest to the next scan, if there was one.
  func settle(_ run: RunID) async -> ScanStop? {
    do throws(StorageError) {
      while !Task.isCancelled, try await store.settle(run, at: clock.now()) {}
      return nil
    } catch {
      return ScanStop(error)
    }
  }

  private func capture<Value>(
    _ body: () async throws(ScanStop) -> Value
  ) async -> Result<Value, ScanStop> {
    do throws(ScanStop) {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
