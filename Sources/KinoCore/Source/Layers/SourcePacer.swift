internal import Synchronization

/// Slows all calls to one source down while it is overloaded or away.
///
/// Sessions of the same source share one. While all is well it costs one atomic load a call.
public final class SourcePacer: Sendable {
  private let state: Mutex<PacerState>
  private let isQuiet = Atomic(true)
  private let clock: any KinoClock
  private let random: any RandomSource

  /// Creates a pacer that lets every call through.
  ///
  /// - Parameters:
  ///   - policy: How slow it may become.
  ///   - clock: What it waits on.
  ///   - random: What spreads the waits.
  public init(
    policy: SourcePolicy = SourcePolicy(),
    clock: any KinoClock = SystemClock(),
    random: any RandomSource = SystemRandomSource()
  ) {
    state = Mutex(PacerState(policy))
    self.clock = clock
    self.random = random
  }

  /// Waits until a call may begin.
  func waitForTurn(at path: SourcePath) async throws(SourceError) {
    if isQuiet.load(ordering: .relaxed) { return }
    let now = clock.monotonic()
    switch state.withLock({ $0.takeTurn(at: now) }) {
    case .now: return
    case .refused(let rest): throw SourceError(.rateLimited, retryAfter: rest, path: path)
    case .gone(let error): throw error.at(path)
    case .wait(let duration):
      // The jitter comes on top: a source that named a time is not called before it.
      let spread = (duration / 8).jittered(random.next())
      do throws(CancellationError) {
        try await clock.sleep(for: duration + spread)
      } catch {
        throw SourceError(.cancelled, path: path)
      }
      let then = clock.monotonic()
      if let error = state.withLock({ $0.absence(at: then) }) { throw error.at(path) }
    }
  }

  func succeeded() {
    if isQuiet.load(ordering: .relaxed) { return }
    let now = clock.monotonic()
    state.withLock { state in
      state.succeeded()
      isQuiet.store(state.isQuiet(at: now), ordering: .relaxed)
    }
  }

  func failed(_ error: SourceError) {
    let now = clock.monotonic()
    state.withLock { state in
      state.failed(error, at: now)
      isQuiet.store(state.isQuiet(at: now), ordering: .relaxed)
    }
  }
}

extension SourceError {
  /// The same failure, of another path.
  fileprivate func at(_ path: SourcePath) -> SourceError {
    var error = self
    error.path = path.displayText
    return error
  }
}
