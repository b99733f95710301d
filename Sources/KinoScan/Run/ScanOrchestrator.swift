package import KinoCore

/// Runs scans: one at a time per source, whichever process asks.
///
/// A scan never throws. Whatever happens ends in a ``ScanReport``, and unless the report says
/// *completed* the published library is what it was.
package struct ScanOrchestrator: Sendable {
  /// Opens a session on a source, its layers of deadlines and retries included.
  package typealias Connect =
    @Sendable (SourceRecord) async throws(SourceError) -> any SourceSession

  let store: any ScanStore
  let connect: Connect
  let policy: ScanPolicy
  let folding: any UnicodeFolding
  let clock: any KinoClock
  let random: any RandomSource
  let process: ProcessIdentity
  let isAlive: @Sendable (RunOwner) -> Bool?

  package init(
    store: any ScanStore,
    connect: @escaping Connect,
    policy: ScanPolicy = ScanPolicy(),
    folding: any UnicodeFolding,
    clock: any KinoClock = SystemClock(),
    random: any RandomSource = SystemRandomSource(),
    process: ProcessIdentity = .current(),
    isAlive: @escaping @Sendable (RunOwner) -> Bool? = ProcessIdentity.isAlive
  ) {
    self.store = store
    self.connect = connect
    self.policy = policy
    self.folding = folding
    self.clock = clock
    self.random = random
    self.process = process
    self.isAlive = isAlive
  }

  /// Scans, or waits for the living process that already does.
  ///
  /// Cancelling ends the run as *cancelled* and keeps its staging for the next one.
  ///
  /// - Parameters:
  ///   - command: What to scan, and how far to go.
  ///   - emit: Called in order, from any thread; must return quickly.
  /// - Returns: How the scan ended.
  package func scan(
    _ command: ScanCommand,
    emit: @escaping @Sendable (ScanEvent) -> Void
  ) async -> ScanReport {
    let start = clock.monotonic()
    var report = await attempt(command, emit: emit)
    // Another publication of the same source (a removal confirmed or undone) came between.
    for _ in 0..<policy.replans
    where report.failure?.kind == StorageError.Kind.publicationMoved.rawValue {
      report = await attempt(command, emit: emit)
    }
    report.times.total = clock.monotonic() - start
    emit(.finished(report))
    return report
  }

  private func attempt(
    _ command: ScanCommand,
    emit: @escaping @Sendable (ScanEvent) -> Void
  ) async -> ScanReport {
    do throws(ScanStop) {
      let source = try await storing { () async throws(StorageError) in
        try await store.source(command.source)
      }
      return try await serve(request(command, to: source), command, source, emit: emit)
    } catch {
      var report = ScanReport(run: nil, state: error.failure == nil ? .cancelled : .failed)
      report.failure = error.failure
      return report
    }
  }

  private func request(_ command: ScanCommand, to source: SourceRecord) -> ScanRequest {
    ScanRequest(
      source: source.id,
      mode: command.mode,
      scope: command.scope,
      filterIdentity: ScanFilter(source, folding: folding).identity,
      requestedAt: clock.now()
    )
  }

  /// Makes the run, or waits for the process that makes one; takes over when that process is gone.
  private func serve(
    _ request: ScanRequest,
    _ command: ScanCommand,
    _ source: SourceRecord,
    emit: @escaping @Sendable (ScanEvent) -> Void
  ) async throws(ScanStop) -> ScanReport {
    var announced: RunID?
    while true {
      let admission = try await admit(request)
      switch admission {
      case .started(let run), .resumed(let run):
        let isResumed = if case .resumed = admission { true } else { false }
        let scan = ScanRun(self, command, source, run, isResumed: isResumed, emit: emit)
        return await scan.perform()
      case .joined(let run):
        // A run that was cancelled, as a plan is, has not done what is asked for here.
        let report = try await follow(run, &announced, emit: emit)
        if let report, report.state != .cancelled { return ScanReport(joining: report) }
      case .deferred(let run):
        _ = try await follow(run, &announced, emit: emit)
      }
    }
  }

  private func admit(_ request: ScanRequest) async throws(ScanStop) -> Admission {
    let now = clock.now()
    let owner = process.owner(token: UID(time: now, random: (random.next(), random.next())))
    return try await storing { () async throws(StorageError) in
      try await store.admit(
        request,
        owner: owner,
        policy: policy.admission(at: now),
        isAlive: isAlive
      )
    }
  }

  /// Watches another process's run for the length of a heartbeat, so that a dead owner's run is taken
  /// over soon and not only when its lease is over.
  ///
  /// - Returns: The run once it has ended; `nil` when its owner may have died meanwhile.
  private func follow(
    _ run: RunID,
    _ announced: inout RunID?,
    emit: @Sendable (ScanEvent) -> Void
  ) async throws(ScanStop) -> RunReport? {
    let end = clock.monotonic() + policy.heartbeat
    while true {
      let report = try await storing { () async throws(StorageError) in
        try await store.report(of: run)
      }
      if announced != run { emit(.joined(run: report.uid)) }
      announced = run
      guard report.state.isActive else { return report }
      guard clock.monotonic() < end else { return nil }
      do throws(CancellationError) {
        try await clock.sleep(for: policy.followInterval)
      } catch {
        throw .cancelled
      }
    }
  }

  private func storing<Value>(
    _ body: () async throws(StorageError) -> Value
  ) async throws(ScanStop) -> Value {
    do throws(StorageError) {
      return try await body()
    } catch {
      throw ScanStop(error)
    }
  }
}
