internal import KinoCore

/// Writes what became of a block, as far as its handlers have not.
struct WorkSettling: Sendable {
  let queue: any WorkStore
  let clock: any KinoClock

  /// Puts off, fails and gives back, and counts.
  func settle(
    _ claims: [WorkClaim],
    _ outcomes: [WorkClaim: WorkOutcome]
  ) async throws(StorageError) -> WorkReport {
    var report = WorkReport()
    var untried: [WorkClaim] = []
    var early: [WorkClaim] = []
    var longest = Duration.zero
    for claim in claims {
      switch outcomes[claim] {
      case nil: untried.append(claim)
      case .written: report.completed += 1
      case .refused: break
      case .early(let wait):
        early.append(claim)
        longest = max(longest, wait)
      case .failed(let failure, let delay):
        switch try await setBack(claim, failure, delay) {
        case .waits: report.waiting += 1
        case .failed: report.failed += 1
        case .refused: break
        }
      }
    }
    if !untried.isEmpty { _ = try await queue.release(untried, after: 0, at: clock.now()) }
    if !early.isEmpty {
      // Rounded up, so that nothing is due before its time.
      let delay = longest.wholeMilliseconds + 1
      report.waiting += try await queue.release(early, after: delay, at: clock.now())
    }
    return report
  }

  private func setBack(
    _ claim: WorkClaim,
    _ failure: WorkFailure,
    _ delay: Duration?
  ) async throws(StorageError) -> WorkSetback {
    guard let delay else { return try await queue.fail(claim, because: failure, at: clock.now()) }
    return try await queue.retry(
      claim,
      after: delay.wholeMilliseconds,
      because: failure,
      at: clock.now()
    )
  }
}

extension WorkReport {
  /// Takes in what is left.
  mutating func note(_ backlog: WorkBacklog) {
    remaining = backlog.ready + backlog.leased + backlog.unsettled
    nextDue = backlog.nextDue
  }

  /// Adds what became of a block.
  mutating func add(_ block: Self, by handler: any WorkHandler) {
    switch handler.stage {
    case .localMetadata: described += block.completed
    case .search: indexed += block.completed
    default:
      if handler.readsFiles {
        completed += block.completed
      } else {
        named += block.completed
      }
    }
    waiting += block.waiting
    failed += block.failed
  }
}
