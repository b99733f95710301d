internal import KinoCore
internal import Synchronization

/// What the tasks that keep a source current share: the schedule, and who is to be woken.
final class Desk: Sendable {
  /// What the scanning task does next.
  enum Step {
    case scan(ScanScope)
    case wait(Duration?)
    case over
  }

  private struct State {
    var schedule: ScanSchedule
    /// Whether it was tried to watch the source: the first scan waits for it, since hints count from
    /// when the watch began.
    var hasTried = false
    var isHopeless = false
    var hasWork = false
    var isOver = false
  }

  let scans = WakeSignal()
  let works = WakeSignal()
  private let policy: WatchPolicy
  private let state: Mutex<State>

  init(_ policy: WatchPolicy) {
    self.policy = policy
    state = Mutex(State(schedule: ScanSchedule(policy)))
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  func end() { state.withLock { $0.isOver = true } }

  func note(_ hints: [ChangeHint], at now: Duration) {
    state.withLock { state in
      for hint in hints { state.schedule.note(hint, at: now) }
    }
    scans.give()
  }

  func noteWatched(at now: Duration) {
    state.withLock { state in
      state.hasTried = true
      state.schedule.noteWatched(at: now)
    }
    scans.give()
  }

  func noteUnwatched(forGood isHopeless: Bool) {
    state.withLock { state in
      state.hasTried = true
      state.isHopeless = isHopeless
      state.schedule.noteUnwatched()
    }
    scans.give()
  }

  func next(at now: Duration) -> Step {
    state.withLock { state in
      guard state.hasTried else { return .wait(nil) }
      if let scope = state.schedule.take(at: now) { return .scan(scope) }
      guard let due = state.schedule.due else {
        return state.isHopeless ? .over : .wait(nil)
      }
      return .wait(due - now)
    }
  }

  /// Notes how a scan ended; returns why no other one is worth while.
  func note(_ report: ScanReport, of scope: ScanScope, at now: Duration) -> ScanFailure? {
    let failure = state.withLock { state -> ScanFailure? in
      guard report.state == .completed else {
        state.schedule.noteFailure(of: scope, at: now)
        return report.failure.flatMap { $0.callsForSomebody ? $0 : nil }
      }
      state.schedule.noteSuccess()
      if report.isJoined { state.schedule.giveBack(scope, at: now) }
      state.hasWork = true
      return nil
    }
    if report.state == .completed { works.give() }
    return failure
  }

  /// Whether a scan has ended since the last time.
  func takeWork() -> Bool {
    state.withLock { state in
      defer { state.hasWork = false }
      return state.hasWork
    }
  }
}

extension ScanFailure {
  /// Whether trying again is of no use, or does harm, until somebody has done something.
  fileprivate var callsForSomebody: Bool {
    if isSourceFailure {
      return [SourceError.Kind.authenticationFailed, .unsupported].contains { $0.rawValue == kind }
    }
    let kinds: [StorageError.Kind] = [.suspended, .notFound, .damaged, .readOnly]
    return kinds.contains { $0.rawValue == kind }
  }
}
