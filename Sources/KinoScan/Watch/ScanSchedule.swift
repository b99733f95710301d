package import KinoCore

/// When to scan which part of a watched source: a pure state machine over hints and time.
///
/// A scan begins when no hint has come for a while, or after the longest wait; what it took comes back
/// when it fails. Time is monotonic and given by the caller.
package struct ScanSchedule: Sendable {
  private let policy: WatchPolicy
  private var pending: Subtrees
  private var firstHint: Duration = .zero
  private var lastHint: Duration = .zero
  /// When a full scan was begun the last time.
  private var lastFullScan: Duration?
  private var notBefore: Duration = .zero
  private var failures = 0
  /// Whether hints come at present.
  private var isWatched = false

  /// Creates a schedule whose first scan is a full one, and due at once.
  package init(_ policy: WatchPolicy) {
    self.policy = policy
    pending = Subtrees(limit: policy.subtreeLimit)
    pending.insertEverything()
  }

  /// When the next scan is due; `nil` while none is.
  package var due: Duration? {
    let hinted = pending.isEmpty ? nil : hintedTime
    let time = [hinted, regularTime].compactMap(\.self).min()
    return time.map { max($0, notBefore) }
  }

  /// Takes a hint.
  package mutating func note(_ hint: ChangeHint, at now: Duration) {
    if pending.isEmpty { firstHint = now }
    lastHint = now
    switch hint {
    case .changed(let path): pending.insert(path)
    case .overflow: pending.insertEverything()
    }
  }

  /// Notes that hints come from now on: what was changed before has to be looked for.
  package mutating func noteWatched(at now: Duration) {
    isWatched = true
    // The first scan has not begun, and covers everything.
    guard lastFullScan != nil else { return }
    note(.overflow, at: now)
  }

  /// Notes that no hints come any more.
  package mutating func noteUnwatched() { isWatched = false }

  /// Takes what is to be scanned now; `nil` when nothing is due.
  package mutating func take(at now: Duration) -> ScanScope? {
    guard let due, due <= now else { return nil }
    let isRegular = regularTime.map { $0 <= now } ?? false
    let scope: ScanScope =
      pending.isEverything || isRegular ? .root : .subtrees(pending.paths)
    pending = Subtrees(limit: policy.subtreeLimit)
    if scope == .root { lastFullScan = now }
    return scope
  }

  /// Notes that a scan has published.
  package mutating func noteSuccess() {
    failures = 0
    notBefore = .zero
  }

  /// Notes that a scan came to nothing: it is made again after a while.
  package mutating func noteFailure(of scope: ScanScope, at now: Duration) {
    failures += 1
    giveBack(scope, at: now)
    notBefore = now + policy.delay(afterFailures: failures)
  }

  /// Takes back what a scan was to cover, as if it were hinted at now: another process's scan was
  /// waited for, which may have looked before the change.
  package mutating func giveBack(_ scope: ScanScope, at now: Duration) {
    switch scope {
    case .root: note(.overflow, at: now)
    case .subtrees(let paths): for path in paths { note(.changed(path), at: now) }
    }
  }

  private var hintedTime: Duration {
    // The first scan is not hinted at.
    guard lastFullScan != nil else { return firstHint }
    return min(lastHint + policy.quietPeriod, firstHint + policy.longestWait)
  }

  private var regularTime: Duration? {
    let interval = isWatched ? policy.fullScanInterval : policy.unwatchedInterval
    guard let interval, let lastFullScan else { return nil }
    return lastFullScan + interval
  }
}
