internal import Synchronization

/// One read or write of a database, while it can still be stopped.
///
/// The progress handler of the connection that runs the operation asks the token every few thousand
/// steps of SQLite's virtual machine. A bare `sqlite3_interrupt` would stop whatever runs on the
/// connection at that moment, which may be the next operation already.
final class OperationToken: Sendable {
  /// Why the operation has to stop.
  enum Reason: UInt8 {
    case cancelled = 1
    case deadlineExceeded
    case suspended
    case closed
  }

  /// When the operation's own time is over, while it waits for a turn or for a lock.
  let deadline: ContinuousClock.Instant?
  /// Whether somebody more important waits, so that a wait for another process should be given up.
  let shouldYield: @Sendable () -> Bool
  private let state = Atomic<UInt8>(0)

  init(
    deadline: ContinuousClock.Instant?,
    shouldYield: @escaping @Sendable () -> Bool = { false }
  ) {
    self.deadline = deadline
    self.shouldYield = shouldYield
  }

  /// Why the operation has to stop, if it has to.
  var reason: Reason? { Reason(rawValue: state.load(ordering: .acquiring)) }

  /// Asks the operation to stop; the first reason stays.
  func stop(_ reason: Reason) {
    _ = state.compareExchange(
      expected: 0,
      desired: reason.rawValue,
      ordering: .acquiringAndReleasing
    )
  }

  /// Whether a wait that is about to go on has to end instead.
  func shouldStopWaiting() -> Bool {
    if reason == nil, let deadline, ContinuousClock.now >= deadline { stop(.deadlineExceeded) }
    return reason != nil
  }
}
