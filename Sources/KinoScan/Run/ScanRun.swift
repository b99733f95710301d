internal import KinoCore

/// One run, from the preflight to the settling after its publication.
struct ScanRun: Sendable {
  let orchestrator: ScanOrchestrator
  let command: ScanCommand
  var source: SourceRecord
  let handle: RunHandle
  let isResumed: Bool
  let emit: @Sendable (ScanEvent) -> Void

  var store: any ScanStore { orchestrator.store }
  var policy: ScanPolicy { orchestrator.policy }
  var clock: any KinoClock { orchestrator.clock }

  init(
    _ orchestrator: ScanOrchestrator,
    _ command: ScanCommand,
    _ source: SourceRecord,
    _ handle: RunHandle,
    isResumed: Bool,
    emit: @escaping @Sendable (ScanEvent) -> Void
  ) {
    self.orchestrator = orchestrator
    self.command = command
    self.source = source
    self.handle = handle
    self.isResumed = isResumed
    self.emit = emit
  }

  /// Performs the run under a heartbeat, records how it ended, and does what follows a publication.
  func perform() async -> ScanReport {
    let progress = RunProgress()
    let stop = await withTaskGroup(of: Ending.self) { group in
      group.addTask { await .heartbeat(beat()) }
      group.addTask { await .work(work(progress)) }
      var stop: ScanStop?
      for await ending in group {
        group.cancelAll()
        switch ending {
        case .heartbeat(let reason): stop = stop ?? reason
        case .work(let reason): stop = stop ?? reason
        }
      }
      return stop
    }
    var report = await progress.report
    // The commit may have won the race against whatever stopped the run.
    if report.state == .completed {
      // Behind the heartbeat, which would find a run that is over and stop what belongs to it.
      if mayHavePublished, !command.options.endsAtPublication {
        emit(.phase(.settle))
        report.settlingFailure = await settle(handle.id)?.failure
      }
      return report
    }
    guard let stop else { return report }
    report.failure = stop.failure
    report.state = stop.failure == nil ? .cancelled : .failed
    await recordEnd(stop)
    return report
  }

  private var mayHavePublished: Bool { command.mode == .full || command.mode == .incremental }

  private enum Ending {
    case heartbeat(ScanStop?)
    case work(ScanStop?)
  }

  private func beat() async -> ScanStop? {
    await Heartbeat(store: store, clock: clock, interval: policy.heartbeat)
      .beat(for: handle)
  }

  private func work(_ progress: RunProgress) async -> ScanStop? {
    do throws(ScanStop) {
      try await steps(progress)
      return nil
    } catch {
      return error
    }
  }

  /// Notes on the run and the source why the run ended.
  ///
  /// Runs in a task of its own, since the scan's own task may be cancelled. A failure to note is
  /// not reported: the run is then found without a living owner and taken over.
  private func recordEnd(_ stop: ScanStop) async {
    let outcome: UnpublishedOutcome = stop.failure.map { .failed($0) } ?? .cancelled
    let (store, handle, clock) = (store, handle, clock)
    await Task {
      if case .source(_, let availability?) = stop {
        try? await store.noteAvailability(of: handle.source, availability, at: clock.now())
      }
      try? await store.end(handle, as: outcome, at: clock.now())
    }.value
  }

  func storing<Value>(
    _ body: () async throws(StorageError) -> Value
  ) async throws(ScanStop) -> Value {
    do throws(StorageError) {
      return try await body()
    } catch {
      throw ScanStop(error)
    }
  }
}

/// What a run has come to so far, kept where a cancelled task can still be asked.
actor RunProgress {
  private(set) var report = ScanReport(run: nil, state: .enumerating)

  func update(_ change: @Sendable (inout ScanReport) -> Void) {
    change(&report)
  }
}
