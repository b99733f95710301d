internal import KinoCore
internal import Synchronization

/// Wakes one task that waits for something to do, or for a time.
final class WakeSignal: Sendable {
  private enum State {
    case idle
    case given
    case awaited(CheckedContinuation<Void, Never>)
  }

  private let state = Mutex(State.idle)

  /// Ends the wait under way, or the next one.
  func give() {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if case .awaited(let waiter) = state {
        state = .idle
        return waiter
      }
      state = .given
      return nil
    }
    waiter?.resume()
  }

  /// Waits for the signal, for some time at most, or until the task is cancelled.
  ///
  /// It may return without any of these.
  func wait(atMost duration: Duration?, _ clock: any KinoClock) async {
    let timer = duration.map { duration in
      Task {
        guard (try? await clock.sleep(for: duration)) != nil else { return }
        give()
      }
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isGiven = state.withLock { state in
          guard case .given = state else {
            state = .awaited(waiter)
            return false
          }
          state = .idle
          return true
        }
        if isGiven { waiter.resume() }
      }
    } onCancel: {
      give()
    }
    timer?.cancel()
  }
}
