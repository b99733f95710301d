internal import KinoCore
internal import Synchronization

/// Tells how far a traversal is, not more often than anybody wants to hear it.
final class ProgressMeter: Sendable {
  private let clock: any KinoClock
  private let interval: Duration
  private let expectedDirectories: Int?
  private let emit: @Sendable (ScanEvent) -> Void
  private let start: Duration
  private let last: Mutex<Duration>

  init(
    clock: any KinoClock,
    interval: Duration,
    expectedDirectories: Int?,
    emit: @escaping @Sendable (ScanEvent) -> Void
  ) {
    self.clock = clock
    self.interval = interval
    self.expectedDirectories = expectedDirectories
    self.emit = emit
    start = clock.monotonic()
    last = Mutex(start)
  }

  /// Tells, unless it was told a moment ago.
  func tell(_ counters: ScanCounters, outstanding: Int, differences: Int, at path: SourcePath) {
    let now = clock.monotonic()
    let isDue = last.withLock { last in
      guard now - last >= interval else { return false }
      last = now
      return true
    }
    guard isDue else { return }
    emit(
      .progress(
        ScanProgress(
          counters: counters,
          outstandingDirectories: outstanding,
          expectedDirectories: expectedDirectories,
          differences: differences,
          directory: path,
          elapsed: now - start
        )
      )
    )
  }
}
