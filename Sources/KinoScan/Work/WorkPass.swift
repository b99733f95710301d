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
  ///
  /// Of a handler that reads ahead one block is read while the one before it is written. Work that this
  /// one gave back is claimed after it.
  private func work(
    through handler: any WorkHandler,
    expecting expected: Int,
    _ leftOut: inout Set<SourceID>,
    _ report: inout WorkReport,
    _ emit: @Sendable (WorkEvent) -> Void
  ) async throws(StorageError) {
    var position: WorkPosition?
    var ahead: WorkBlock?
    while true {
      var block = ahead
      if block == nil { block = try await begin(handler, behind: position, leftOut).get() }
      guard let block else {
        // What was queued meanwhile, and is more urgent, lies before the position.
        if position == nil { return }
        position = nil
        continue
      }
      await noteUnusable(&leftOut, emit)
      position = leftOut.isEmpty ? nil : WorkPosition(block.last)
      if handler.readsAhead {
        async let following = begin(handler, behind: position, leftOut)
        let (ended, read) = (await end(block), await following)
        if case .success(let done) = ended { report.add(done, by: handler) }
        ahead = try await next(after: ended, read)
      } else {
        report.add(try await end(block).get(), by: handler)
        await noteUnusable(&leftOut, emit)
        position = leftOut.isEmpty ? nil : WorkPosition(block.last)
      }
      if let file = block.subjects.last {
        let handled = report.handled
        emit(.progress(WorkProgress(file, handled: handled, expected: max(expected, handled))))
      }
      if Task.isCancelled {
        if let ahead { await giveBack(ahead.claims) }
        throw StorageError(.cancelled, message: "The work was cancelled.")
      }
    }
  }

  /// The block that was read ahead; given back where the one before it could not be written.
  private func next(
    after ended: Result<WorkReport, StorageError>,
    _ following: Result<WorkBlock?, StorageError>
  ) async throws(StorageError) -> WorkBlock? {
    guard case .failure(let error) = ended else { return try following.get() }
    if case .success(let block?) = following { await giveBack(block.claims) }
    throw error
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

  /// Claims a block and lets its handler read what it needs; `nil` when nothing is ready.
  private func begin(
    _ handler: any WorkHandler,
    behind position: WorkPosition?,
    _ leftOut: Set<SourceID>
  ) async -> Result<WorkBlock?, StorageError> {
    var claims: [WorkClaim] = []
    do throws(StorageError) {
      claims = try await claim(for: handler, behind: position, without: leftOut)
      guard let last = claims.last else { return .success(nil) }
      let subjects = try await queue.subjects(of: claims)
      let step =
        if handler.readsAhead {
          try await lease.keeping(claims) { () async throws(StorageError) in
            try await handler.begin(subjects, with: sessions)
          }
        } else {
          try await handler.begin(subjects, with: sessions)
        }
      return .success(WorkBlock(claims: claims, last: last, subjects: subjects, step: step))
    } catch {
      await giveBack(claims)
      return .failure(error)
    }
  }

  /// Lets a block's results be written, and writes what became of the rest.
  private func end(_ block: WorkBlock) async -> Result<WorkReport, StorageError> {
    do throws(StorageError) {
      let outcomes = try await lease.keeping(block.claims, block.step)
      // A cancelled task could not write.
      let settling = WorkSettling(queue: queue, clock: clock)
      let claims = block.subjects.map(\.claim)
      let settled = await Task { () async -> Result<WorkReport, StorageError> in
        do throws(StorageError) {
          return .success(try await settling.settle(claims, outcomes))
        } catch {
          return .failure(error)
        }
      }.value
      return .success(try settled.get())
    } catch {
      await giveBack(block.claims)
      return .failure(error)
    }
  }

  private var lease: WorkLease { WorkLease(queue: queue, policy: policy, clock: clock) }

  /// Gives back what is left of a block, which then counts as not tried; where that fails the leases
  /// end by themselves.
  private func giveBack(_ claims: [WorkClaim]) async {
    guard !claims.isEmpty else { return }
    let (queue, clock) = (queue, clock)
    _ = await Task { try? await queue.release(claims, after: 0, at: clock.now()) }.value
  }
}

/// Claimed work of one stage that was read and is to be written.
private struct WorkBlock: Sendable {
  var claims: [WorkClaim]
  var last: WorkClaim
  /// What the claims are about, without what is gone.
  var subjects: [WorkSubject]
  var step: WorkStep
}
