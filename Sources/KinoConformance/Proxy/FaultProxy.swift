internal import Dispatch
internal import Synchronization

/// A proxy between an adapter and a server, on a port of 127.0.0.1, that makes things go wrong.
///
/// What is HTTP in plain text it understands: it counts requests, and answers, changes and delays
/// them as the ``Fault`` in force says. Of all else (TLS above all) it passes bytes on, and can still
/// refuse, fall silent, trickle and break off. It has a thread of its own, which ends with
/// ``stop()`` or with the last reference.
package final class FaultProxy: Sendable {
  /// The server that the proxy stands before.
  package struct Server: Sendable {
    /// Its name or number.
    package let host: String
    /// Its port.
    package let port: UInt16
    /// Whether it speaks HTTP in plain text.
    package let isPlain: Bool
    /// The names in the path of the site's root, which the paths in faults begin at.
    package let root: [[UInt8]]

    /// Describes a server.
    package init(host: String, port: UInt16, isPlain: Bool, root: [[UInt8]]) {
      self.host = host
      self.port = port
      self.isPlain = isPlain
      self.root = root
    }
  }

  /// The port on which clients connect.
  package let port: UInt16
  private let board: ProxyBoard
  private let queue = DispatchQueue(label: "kino.conformance.proxy")

  /// Starts a proxy; looking up the server's name blocks.
  ///
  /// - Parameter server: Where it leads.
  /// - Throws: ``NotRun`` when the name leads nowhere, or there are no ports.
  package init(to server: Server) throws(NotRun) {
    guard let address = ProxySocket.address(of: server.host, port: server.port) else {
      throw NotRun("the name \(server.host) leads nowhere")
    }
    let ends = ProxySocket.pipe()
    let ports = [ProxySocket.bound(to: 0), ProxySocket.bound(to: 0)]
    let first = ports[0].flatMap { ProxySocket.listening(on: $0.port) }
    guard let pipe = ends, let keeper = ports[0], let stray = ports[1], let first else {
      let opened = [ends?.read, ends?.write, first] + ports.map { $0?.socket }
      for handle in opened.compactMap(\.self) { ProxySocket.end(handle, reset: false) }
      throw NotRun("there are no sockets for a proxy")
    }
    ProxySocket.listen(stray.socket)
    port = keeper.port
    board = ProxyBoard(
      FaultPlan(root: server.root, elsewhere: "127.0.0.1:\(stray.port)"),
      bell: pipe.write
    )
    let loop = ProxyLoop(
      board: board,
      server: server,
      address: address,
      sockets: .init(
        bell: pipe,
        keeper: keeper.socket,
        port: keeper.port,
        listener: first,
        stray: stray.socket
      )
    )
    queue.async { loop.run() }
  }

  deinit { board.ask(.stop) {} }

  /// Makes something go wrong from now on, or once; returns when that is so.
  ///
  /// - Parameter fault: What.
  /// - Throws: ``NotRun`` for what no proxy can do.
  package func inject(_ fault: Fault) async throws(NotRun) {
    switch fault {
    case .refuse:
      // What the system refuses for want of a listener nobody sees; it does so from now on.
      board.state.withLock { $0.applied[fault, default: 0] += 1 }
      await perform(.refuse)
    case .dropIdleConnections: await perform(.dropIdle)
    case .restart:
      board.state.withLock { $0.applied[fault, default: 0] += 1 }
      await perform(.refuse)
      // A server takes a while to come back; nobody waits for it here but the adapter.
      try? await Task.sleep(for: .milliseconds(50))
      await perform(.accept)
    default:
      board.state.withLock { $0.plan.faults.append(fault) }
      await perform(.none)
    }
  }

  /// How often each fault did something since the start.
  package var applied: [Fault: Int] { board.state.withLock(\.applied) }

  /// How often the thread looked for something to do.
  var turns: Int { board.state.withLock(\.turns) }

  /// Ends every fault; connections on which one was felt are dropped.
  package func endFaults() async {
    board.state.withLock { $0.plan.faults = [] }
    await perform(.dropDamaged)
    await perform(.accept)
  }

  /// What came through since the start.
  package var traffic: Traffic { board.state.withLock(\.traffic) }

  /// Ends all connections, and the proxy; returns when that is done.
  package func stop() async { await perform(.stop) }

  private func perform(_ command: ProxyBoard.Command) async {
    await withCheckedContinuation { continuation in
      board.ask(command) { continuation.resume() }
    }
  }
}

/// What the thread of a proxy and those who use it tell each other.
final class ProxyBoard: Sendable {
  /// What the thread is asked to do.
  enum Command {
    case none, refuse, accept, dropIdle, dropDamaged, stop
  }

  /// What is written on it.
  struct State {
    var plan: FaultPlan
    var traffic = Traffic(
      requests: 0,
      peakInFlight: 0,
      contentBytes: 0,
      held: 0,
      strayRequests: 0,
      leakedSecrets: 0
    )
    var applied: [Fault: Int] = [:]
    var turns = 0
    var commands: [(Command, @Sendable () -> Void)] = []
    var isOver = false
  }

  let state: Mutex<State>
  private let bell: Int32

  init(_ plan: FaultPlan, bell: Int32) {
    state = Mutex(State(plan: plan))
    self.bell = bell
  }

  /// Asks for something; `done` is called when it is, at once if the thread has ended.
  func ask(_ command: Command, done: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      guard !state.isOver else { return true }
      state.commands.append((command, done))
      // Within the lock: afterwards the number may be that of another file.
      ProxySocket.ring(bell)
      return false
    }
    if isOver { done() }
  }
}
