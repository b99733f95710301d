/// When calls to a source may begin, decided from how the last ones went.
///
/// A failure that is the source's and not one file's doubles the time between calls; a success
/// halves it, until there is none. A time that the source named itself holds for all calls. A source
/// that has not answered for long is taken for gone: nobody waits for it.
struct PacerState {
  /// What a call has to do before it begins.
  enum Turn: Hashable {
    case now
    case wait(Duration)
    /// The source wants to be left alone for longer than anyone should wait.
    case refused(Duration)
    /// The source is gone, and somebody else looks whether it is back.
    case gone(SourceError)
  }

  private let pacing: ClosedRange<Duration>
  private let longestRetryAfter: Duration
  private var interval = Duration.zero
  private var nextTurn = Duration.zero
  private var refusedUntil = Duration.zero
  private let longestOutage: Duration
  /// The first failure and the last one since an answer.
  private var outage: (start: Duration, error: SourceError)?

  init(_ policy: SourcePolicy) {
    pacing = policy.pacing
    longestRetryAfter = policy.longestRetryAfter
    longestOutage = policy.longestOutage
  }

  /// Whether no call has to wait.
  func isQuiet(at now: Duration) -> Bool {
    interval == .zero && nextTurn <= now && refusedUntil <= now
  }

  /// Takes the next turn.
  mutating func takeTurn(at now: Duration) -> Turn {
    if refusedUntil > now { return .refused(refusedUntil - now) }
    if let error = absence(at: now), nextTurn > now { return .gone(error) }
    let turn = max(nextTurn, now)
    nextTurn = turn + interval
    guard turn > now else { return .now }
    guard let outage, outage.start + longestOutage > now else { return .wait(turn - now) }
    // Whoever waits is told when the source is taken for gone.
    return .wait(min(turn, outage.start + longestOutage) - now)
  }

  /// Why the source is taken for gone; `nil` when it is not.
  func absence(at now: Duration) -> SourceError? {
    guard let outage, now - outage.start >= longestOutage else { return nil }
    return outage.error
  }

  mutating func succeeded() {
    outage = nil
    interval /= 2
    if interval < pacing.lowerBound { interval = .zero }
  }

  mutating func failed(_ error: SourceError, at now: Duration) {
    if let retryAfter = error.retryAfter, retryAfter > .zero {
      if retryAfter > longestRetryAfter {
        refusedUntil = max(refusedUntil, now + retryAfter)
      } else {
        nextTurn = max(nextTurn, now + retryAfter)
      }
    }
    guard error.kind != .cancelled else { return }
    if error.isAbsence {
      outage = (outage?.start ?? now, error)
    } else {
      outage = nil
    }
    guard error.isSourceWide else { return }
    interval = min(max(interval * 2, pacing.lowerBound), pacing.upperBound)
  }
}

extension SourceError {
  /// Whether the failure says something about the source and not about one path.
  var isSourceWide: Bool {
    kind == .rateLimited || isAbsence
  }

  /// Whether the failure may mean that the source is not there.
  fileprivate var isAbsence: Bool {
    kind != .rateLimited && retry == .temporary && (scope == .root || scope == .connection)
  }
}
