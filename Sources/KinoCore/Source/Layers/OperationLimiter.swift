internal import Synchronization

/// Lets a bounded number of operations run at the same time; the others wait in order.
///
/// While places are free, entering and leaving cost one atomic addition each. The counter is the
/// number of free places, less that of the operations that wait; the queue behind the mutex is
/// touched only when somebody waits.
final class OperationLimiter: Sendable {
  private struct Queue {
    var nextID = 0
    var waiting: [(id: Int, wake: CheckedContinuation<Bool, Never>)] = []
    /// Places given to operations that count as waiting and have not queued up yet.
    var handedOver = 0
    /// Operations that count as waiting and have given up.
    var abandoned = 0
  }

  private let balance: Atomic<Int>
  private let queue = Mutex(Queue())

  init(_ limit: Int) {
    balance = Atomic(max(1, limit))
  }

  /// Takes a place; the caller gives it back with ``leave()``.
  ///
  /// - Returns: `false` when the task was cancelled while it waited, and there is no place.
  func enter() async -> Bool {
    if balance.subtract(1, ordering: .acquiring).oldValue > 0 { return true }
    return await wait()
  }

  /// Gives a place to whoever waits longest.
  func leave() {
    while balance.add(1, ordering: .releasing).oldValue < 0 {
      let next: Handover = queue.withLock { queue in
        if !queue.waiting.isEmpty { return .wake(queue.waiting.removeFirst().wake) }
        if queue.abandoned > 0 {
          queue.abandoned -= 1
          return .again
        }
        queue.handedOver += 1
        return .done
      }
      switch next {
      case .wake(let continuation): return continuation.resume(returning: true)
      case .done: return
      // Whoever the place was for has given up: it is free for the next.
      case .again: continue
      }
    }
  }

  private enum Handover {
    case wake(CheckedContinuation<Bool, Never>)
    case again
    case done
  }

  private func wait() async -> Bool {
    let id = queue.withLock { queue in
      queue.nextID += 1
      return queue.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isHandedOver = queue.withLock { queue in
          if queue.handedOver > 0 {
            queue.handedOver -= 1
            return true
          }
          queue.waiting.append((id, continuation))
          return false
        }
        if isHandedOver { return continuation.resume(returning: true) }
        // A cancellation that came before this found nobody to wake.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: Int) {
    let wake = queue.withLock { queue -> CheckedContinuation<Bool, Never>? in
      guard let index = queue.waiting.firstIndex(where: { $0.id == id }) else { return nil }
      queue.abandoned += 1
      return queue.waiting.remove(at: index).wake
    }
    wake?.resume(returning: false)
  }
}
