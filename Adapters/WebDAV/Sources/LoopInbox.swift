internal import Synchronization

/// What the tasks of a session ask of its loop.
final class LoopInbox: Sendable {
  /// A wish.
  enum Command: Sendable {
    case start(Transfer)
    /// Forget a transfer that is over for its task.
    case remove(Transfer)
    /// Go on with a transfer that was paused.
    case resume(Transfer)
    case stop
  }

  private struct State {
    var commands: [Command] = []
    var waker: CurlWaker?
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Passes a wish on; after the loop has ended, transfers that would start end as closed.
  func post(_ command: Command) {
    let isClosed = state.withLock { state in
      guard !state.isClosed else { return true }
      // Inside the lock, as the loop gives what the waker points to away under it.
      if state.commands.isEmpty { state.waker?.wake() }
      state.commands.append(command)
      return false
    }
    if isClosed, case .start(let transfer) = command { transfer.finish(.closed) }
  }

  /// Takes what was asked for since the last time.
  func take() -> [Command] {
    state.withLock { state in
      guard !state.commands.isEmpty else { return [] }
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Lets wishes wake the loop.
  func open(_ waker: CurlWaker) {
    state.withLock { $0.waker = waker }
  }

  /// Ends it all: nobody touches the waker after this.
  func close() {
    let rest = state.withLock { state in
      state.isClosed = true
      state.waker = nil
      defer { state.commands = [] }
      return state.commands
    }
    for case .start(let transfer) in rest { transfer.finish(.closed) }
  }
}
