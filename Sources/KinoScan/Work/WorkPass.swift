package import KinoCore

/// One pass over the queue: does what is ready, most urgent first, until nothing is.
///
/// Any number of processes may make passes at the same time: what one has claimed no other gets, and
/// what one had claimed that has ended since is free again at once where it ran on this machine, and
/// else when its lease is over.
package struct WorkPass: Sendable {
  private let queue: any WorkStore
  private let handlers: [any WorkHandler]
  private let sessions: SourceSessions
  private let policy: ScanPolicy
  private let clock: any KinoClock
  private let isAlive: @Sendable (WorkHolder) -> Bool?

  /// Prepares a pass.
  ///
  /// - Parameters:
  ///   - queue: The queue.
  ///   - handlers: One for each stage that is worked on, in the order of the stages.
  ///   - sessions: The sources; the pass closes them at its end.
  ///   - policy: Sizes and times.
  ///   - clock: The time.
  ///   - isAlive: Whether a process that has claimed work still exists.
  package init(
    queue: any WorkStore,
    handlers: [any WorkHandler],
    sessions: SourceSessions,
    policy: ScanPolicy,
    clock: any KinoClock,
    isAlive: @escaping @Sendable (WorkHolder) -> Bool? = ProcessIdentity.isAlive
  ) {
    self.queue = queue
    self.handlers = handlers
    self.sessions = sessions
    self.policy = policy
    self.clock = clock
    self.isAlive = isAlive
  }

  /// Makes the pass.
  ///
  /// With nothing to do it writes nothing. Cancelling ends it at once and gives back what it has
  /// claimed.
  ///
  /// - Parameter emit: Called in order; must return quickly.
  /// - Returns: What was done, and what is left.
  package func run(emit: @escaping @Sendable (WorkEvent) -> Void) async -> WorkReport {
    let start = clock.monotonic()
    var report = WorkReport()
    do throws(StorageError) {
      try await work(&report, emit)
    } catch {
      report.isCancelled = error.kind == .cancelled
      report.failure = report.isCancelled ? nil : ScanStop(error).failure
    }
    await sessions.close()
    // The task may be cancelled, and what is left is to be told all the same.
    // What is left to be read tells of all: a file whose name waits waits to be read, too.
    let (queue, stages) = (queue, handlers.filter(\.readsFiles).map(\.stage))
    let backlog = await Task { () async -> Result<WorkBacklog, StorageError> in
      do throws(StorageError) {
        return .success(try await queue.backlog(of: stages))
      } catch {
        return .failure(error)
      }
    }.value
    switch backlog {
    case .success(let backlog): report.note(backlog)
    case .failure(let error): report.failure = report.failure ?? ScanStop(error).failure
    }
    report.elapsed = clock.monotonic() - start
    emit(.finished(report))
    return report
  }

  private var stages: [WorkStage] { handlers.map(\.stage) }

  private func work(
    _ report: inout WorkReport,
    _ emit: @Sendable (WorkEvent) -> Void
  ) async throws(StorageError) {
    _ = try await queue.reclaim(fromEnded: isAlive, at: clock.now())
    while try await queue.reclaim(at: clock.now()) > 0 {}
    for handler in handlers { try await handler.prepare() }
    let expected = try await queue.ready(of: stages)
    guard expected > 0 else { return }
    var leftOut: Set<SourceID> = []
    for handler in handlers {
      try await work(through: handler, expecting: expected, &leftOut, &report, emit)
      try await handler.finish()
    }
  }

  /// Works until nothing of a handler's stage is ready.
  private func work(
    through handler: any WorkHandler,
    expecting expected: Int,
    _ leftOut: inout Set<SourceID>,
    _ report: inout WorkReport,
    _ emit: @Sendable (WorkEvent) -> Void
  ) async throws(StorageError) {
    var position: WorkPosition?
    while true {
      let claims = try await claim(for: handler, behind: position, without: leftOut)
      guard let last = claims.last else {
        // What was queued meanwhile, and is more urgent, lies before the position.
        if position == nil { return }
        position = nil
        continue
      }
      let subjects = try await perform(claims, by: handler, &report)
      await noteUnusable(&leftOut, emit)
      if let file = subjects.last {
        let handled = report.handled
        emit(.progress(WorkProgress(file, handled: handled, expected: max(expected, handled))))
      }
      position = leftOut.isEmpty ? nil : WorkPosition(last)
      if Task.isCancelled {
        throw StorageError(.cancelled, message: "The work was cancelled.")
      }
    }
  }

  private func claim(
    for handler: any WorkHandler,
    behind position: WorkPosition?,
    without leftOut: Set<SourceID>
  ) async throws(StorageError) -> [WorkClaim] {
    try await queue.claim(
      max(1, policy.workBlock * handler.blockFactor),
      of: [handler.stage],
      excluding: handler.readsFiles ? leftOut : [],
      after: position,
      at: clock.now(),
      lease: policy.workLease.wholeMilliseconds
    )
  }

  private func noteUnusable(
    _ leftOut: inout Set<SourceID>,
    _ emit: @Sendable (WorkEvent) -> Void
  ) async {
    for (source, unusable) in await sessions.unusable where leftOut.insert(source).inserted {
      emit(.unreachable(source: unusable.uid, unusable.failure))
    }
  }

  /// Hands a block to its handler, and writes what became of it.
  private func perform(
    _ claims: [WorkClaim],
    by handler: any WorkHandler,
    _ report: inout WorkReport
  ) async throws(StorageError) -> [WorkSubject] {
    let subjects: [WorkSubject]
    let outcomes: [WorkClaim: WorkOutcome]
    do throws(StorageError) {
      subjects = try await queue.subjects(of: claims)
      outcomes = try await WorkLease(queue: queue, policy: policy, clock: clock)
        .keeping(claims) { () async throws(StorageError) in
          try await handler.handle(subjects, with: sessions)
        }
    } catch {
      await giveBack(claims)
      throw error
    }
    // A cancelled task could not write.
    let (settling, block) = (WorkSettling(queue: queue, clock: clock), subjects.map(\.claim))
    let settled = await Task { () async -> Result<WorkReport, StorageError> in
      do throws(StorageError) {
        return .success(try await settling.settle(block, outcomes))
      } catch {
        return .failure(error)
      }
    }.value
    do throws(StorageError) {
      report.add(try settled.get(), by: handler)
    } catch {
      await giveBack(claims)
      throw error
    }
    return subjects
  }

  /// Gives back what is left of a block, which then counts as not tried; where that fails the leases
  /// end by themselves.
  private func giveBack(_ claims: [WorkClaim]) async {
    let (queue, clock) = (queue, clock)
    _ = await Task { try? await queue.release(claims, after: 0, at: clock.now()) }.value
  }
}
