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
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Apart from the commands: it is held during a system call, after which the loop wants those.
  private let waker = Mutex<CurlWaker?>(nil)

  /// Passes a wish on; after the loop has ended, transfers that would start end as closed.
  func post(_ command: Command) {
    let (isClosed, isFirst) = state.withLock { state in
      guard !state.isClosed else { return (true, false) }
      state.commands.append(command)
      return (false, state.commands.count == 1)
    }
    if isFirst { waker.withLock { $0?.wake() } }
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
    self.waker.withLock { $0 = waker }
  }

  /// Ends it all: nobody touches the waker after this.
  func close() {
    let rest = state.withLock { state in
      state.isClosed = true
      defer { state.commands = [] }
      return state.commands
    }
    waker.withLock { $0 = nil }
    for case .start(let transfer) in rest { transfer.finish(.closed) }
  }
}
