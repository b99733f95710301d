internal import Synchronization

/// What the tasks of a session ask of its loop.
final class RPCInbox: Sendable {
  /// A wish.
  enum Command: Sendable {
    case start(RPCCall, on: RPCLink)
    /// Close the connection, which is not used again.
    case drop(RPCLink)
    case stop
  }

  private struct State {
    var commands: [Command] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let pipe: WakePipe

  /// Creates an inbox; the result is `nil` when the process has too many descriptors.
  init?() {
    guard let pipe = WakePipe() else { return nil }
    self.pipe = pipe
  }

  /// What to poll.
  var descriptor: Int32 { pipe.reading }

  /// Passes a wish on; after the loop has ended, calls that would start end as closed.
  func post(_ command: Command) {
    let (isClosed, isFirst) = state.withLock { state in
      guard !state.isClosed else { return (true, false) }
      state.commands.append(command)
      return (false, state.commands.count == 1)
    }
    if isFirst { pipe.wake() }
    if isClosed, case .start(let call, _) = command { call.finish(.closed) }
  }

  /// Takes what was asked for since the last time.
  func take() -> [Command] {
    pipe.drain()
    return state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Ends it all.
  func close() {
    let rest = state.withLock { state in
      state.isClosed = true
      defer { state.commands = [] }
      return state.commands
    }
    for case .start(let call, _) in rest { call.finish(.closed) }
  }
}
