internal import Synchronization

/// Takes the answer of one request from the loop's thread to the one task that waits for it.
///
/// The first result counts; what comes later is dropped.
final class RPCAnswer<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, NFSFailure>

  private enum State {
    case open
    case awaited(CheckedContinuation<Outcome, Never>)
    case arrived(Outcome)
    case taken
  }

  private let state = Mutex(State.open)

  /// Whether nobody waits any more.
  var isOver: Bool {
    state.withLock { state in
      switch state {
      case .open, .awaited: false
      case .arrived, .taken: true
      }
    }
  }

  /// Brings a result, from any thread.
  func finish(_ outcome: Outcome) {
    let waiter = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      switch state {
      case .open:
        state = .arrived(outcome)
        return nil
      case .awaited(let waiter):
        state = .taken
        return waiter
      case .arrived, .taken:
        return nil
      }
    }
    waiter?.resume(returning: outcome)
  }

  /// Waits for the result; cancelling the task ends the wait at once.
  func value() async throws(NFSFailure) -> Value {
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let early = state.withLock { state -> Outcome? in
          if case .arrived(let outcome) = state {
            state = .taken
            return outcome
          }
          state = .awaited(continuation)
          return nil
        }
        if let early { continuation.resume(returning: early) }
      }
    } onCancel: {
      finish(.failure(.cancelled))
    }
    return try outcome.get()
  }
}
