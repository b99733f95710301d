internal import Synchronization

/// Hands out a fixed number of turns: to the highest priority first, equals in order of arrival.
final class TurnQueue: Sendable {
  private struct Waiter {
    let token: OperationToken
    let priority: Int
    let continuation: CheckedContinuation<Int?, Never>
  }

  private struct State {
    var free: [Int]
    var waiters: [Waiter] = []
  }

  private let state: Mutex<State>

  /// Creates a queue of `capacity` turns, numbered from 0.
  init(capacity: Int) {
    state = Mutex(State(free: Array((0..<capacity).reversed())))
  }

  /// Waits for a turn.
  ///
  /// - Parameters:
  ///   - priority: Greater goes first.
  ///   - token: Stopping it, followed by ``wake(_:)``, ends the wait.
  ///   - isReturning: Whether the caller gave its turn up for another and goes before its equals.
  /// - Returns: The number of the turn, to be given back; nil if the token was stopped.
  func acquire(priority: Int, token: OperationToken, isReturning: Bool = false) async -> Int? {
    if let turn = takeFree(token) { return turn }
    let timer = token.deadline.map { deadline in
      Task {
        guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
        token.stop(.deadlineExceeded)
        self.wake(token)
      }
    }
    defer { timer?.cancel() }
    return await withCheckedContinuation { continuation in
      enqueue(
        Waiter(token: token, priority: priority, continuation: continuation),
        first: isReturning
      )
    }
  }

  /// Gives a turn back.
  func release(_ turn: Int) {
    let next = state.withLock { state -> Waiter? in
      guard !state.waiters.isEmpty else {
        state.free.append(turn)
        return nil
      }
      return state.waiters.removeFirst()
    }
    next?.continuation.resume(returning: turn)
  }

  /// Ends the wait of a token that was stopped.
  func wake(_ token: OperationToken) {
    let waiter = state.withLock { state -> Waiter? in
      guard let index = state.waiters.firstIndex(where: { $0.token === token }) else { return nil }
      return state.waiters.remove(at: index)
    }
    waiter?.continuation.resume(returning: nil)
  }

  /// Whether somebody waits whose priority is greater.
  func hasWaiter(above priority: Int) -> Bool {
    state.withLock { $0.waiters.first.map { $0.priority > priority } ?? false }
  }

  /// How many wait.
  var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// The priority of whoever is next.
  var firstPriority: Int? { state.withLock { $0.waiters.first?.priority } }

  private func takeFree(_ token: OperationToken) -> Int? {
    state.withLock { state in
      token.reason == nil ? state.free.popLast() : nil
    }
  }

  private func enqueue(_ waiter: Waiter, first: Bool) {
    let turn = state.withLock { state -> Int?? in
      if waiter.token.reason != nil { return .some(nil) }
      // A turn may have come back since the first look.
      if let turn = state.free.popLast() { return .some(turn) }
      let index = state.waiters.firstIndex {
        first ? $0.priority <= waiter.priority : $0.priority < waiter.priority
      }
      state.waiters.insert(waiter, at: index ?? state.waiters.endIndex)
      return nil
    }
    if let turn { waiter.continuation.resume(returning: turn) }
  }
}
