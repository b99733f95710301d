internal import Synchronization

/// Lets a bounded number of operations run at the same time; the others wait in order.
final class OperationLimiter: Sendable {
  private struct State {
    var free: Int
    var nextID = 0
    var waiting: [(id: Int, wake: CheckedContinuation<Bool, Never>)] = []
  }

  private let state: Mutex<State>

  init(_ limit: Int) {
    state = Mutex(State(free: max(1, limit)))
  }

  /// Takes a place; the caller gives it back with ``leave()``.
  ///
  /// - Returns: `false` when the task was cancelled while it waited, and there is no place.
  func enter() async -> Bool {
    let id: Int? = state.withLock { state in
      if state.free > 0 {
        state.free -= 1
        return nil
      }
      state.nextID += 1
      return state.nextID
    }
    guard let id else { return true }
    return await wait(as: id)
  }

  /// Gives a place to whoever waits longest.
  func leave() {
    let next = state.withLock { state in
      if state.waiting.isEmpty {
        state.free += 1
        return nil as CheckedContinuation<Bool, Never>?
      }
      return state.waiting.removeFirst().wake
    }
    next?.resume(returning: true)
  }

  private func wait(as id: Int) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          if state.free > 0 {
            state.free -= 1
            return true
          }
          state.waiting.append((id, continuation))
          return false
        }
        if isFree { return continuation.resume(returning: true) }
        // A cancellation that came before this found nobody to wake.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: Int) {
    let wake = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
      return state.waiting.remove(at: index).wake
    }
    wake?.resume(returning: false)
  }
}
