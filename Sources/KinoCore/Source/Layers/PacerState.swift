/// When calls to a source may begin, decided from how the last ones went.
///
/// A failure that is the source's and not one file's doubles the time between calls; a success
/// halves it, until there is none. A time that the source named itself holds for all calls.
struct PacerState {
  /// What a call has to do before it begins.
  enum Turn: Hashable {
    case now
    case wait(Duration)
    /// The source wants to be left alone for longer than anyone should wait.
    case refused(Duration)
  }

  private let pacing: ClosedRange<Duration>
  private let longestRetryAfter: Duration
  private var interval = Duration.zero
  private var nextTurn = Duration.zero
  private var refusedUntil = Duration.zero

  init(_ policy: SourcePolicy) {
    pacing = policy.pacing
    longestRetryAfter = policy.longestRetryAfter
  }

  /// Whether no call has to wait.
  func isQuiet(at now: Duration) -> Bool {
    interval == .zero && nextTurn <= now && refusedUntil <= now
  }

  /// Takes the next turn.
  mutating func takeTurn(at now: Duration) -> Turn {
    if refusedUntil > now { return .refused(refusedUntil - now) }
    let turn = max(nextTurn, now)
    nextTurn = turn + interval
    return turn == now ? .now : .wait(turn - now)
  }

  mutating func succeeded() {
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
    guard error.isSourceWide else { return }
    interval = min(max(interval * 2, pacing.lowerBound), pacing.upperBound)
  }
}

extension SourceError {
  /// Whether the failure says something about the source and not about one path.
  var isSourceWide: Bool {
    kind == .rateLimited || (retry == .temporary && (scope == .root || scope == .connection))
  }
}
