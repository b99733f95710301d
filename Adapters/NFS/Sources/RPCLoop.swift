internal import KinoBlocking

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The thread on which all calls of one session run.
///
/// libnfs's contexts belong to that thread alone. Dropping the last reference ends it, and with it
/// every connection.
final class RPCLoop: Sendable {
  private let inbox: RPCInbox?

  /// The size of the thread's stack.
  ///
  /// libnfs reads the entries of a listing by recursion, some hundred bytes of stack for each, and
  /// takes answers of a megabyte. Stack that is not used costs nothing.
  private static let stackBytes = 64 << 20

  /// Starts the thread; without one every call ends as closed.
  init() {
    let inbox = RPCInbox()
    self.inbox = inbox
    guard let inbox else { return }
    let isRunning = NamedThread.start(named: "kino-nfs", stackBytes: Self.stackBytes) {
      RPCReactor(inbox).run()
    }
    if !isRunning { inbox.close() }
  }

  deinit { stop() }

  /// Makes a call, and waits for its answer.
  ///
  /// - Parameters:
  ///   - link: Where to.
  ///   - deadline: When to give up.
  ///   - send: Gives the call to libnfs, on the loop's thread.
  ///   - decode: Reads libnfs's answer, on the loop's thread.
  /// - Returns: What `decode` returned.
  /// - Throws: ``NFSFailure``
  func call<Value: Sendable>(
    _ link: RPCLink,
    until deadline: ContinuousClock.Instant,
    send: @escaping RPCCall.Send,
    decode: @escaping @Sendable (UnsafeMutableRawPointer) throws(NFSFailure) -> Value
  ) async throws(NFSFailure) -> Value {
    guard !Task.isCancelled else { throw .cancelled }
    guard let inbox else { throw .closed }
    let answer = RPCAnswer<Value>()
    unsafe inbox.post(
      .start(RPCCall(answer, until: deadline, send: send, decode: decode), on: link)
    )
    return try await answer.value()
  }

  /// Closes a connection that is not used again.
  func drop(_ link: RPCLink) { inbox?.post(.drop(link)) }

  /// Ends all calls and the thread.
  func stop() { inbox?.post(.stop) }
}

/// What the thread does.
private final class RPCReactor {
  private let inbox: RPCInbox
  private var connections: [ObjectIdentifier: (link: RPCLink, connection: RPCConnection)] = [:]
  private var nextLook = ContinuousClock.now

  /// How far apart looks at deadlines are at least.
  private static let shortestWait = Duration.milliseconds(5)

  init(_ inbox: RPCInbox) { self.inbox = inbox }

  func run() {
    ignoreBrokenPipes()
    while serve() {}
    inbox.close()
    for (_, connection) in connections.values { connection.close() }
  }

  /// A turn of the loop; returns whether there is another.
  private func serve() -> Bool {
    var isStopped = false
    for command in inbox.take() {
      switch command {
      // Posted when the session was being closed already.
      case .start(let call, _) where isStopped: call.finish(.closed)
      case .start(let call, let link):
        let connection = connection(for: link)
        connection.start(call)
        nextLook = min(nextLook, connection.connectEnd ?? call.deadline, call.deadline)
      case .drop(let link):
        connections.removeValue(forKey: ObjectIdentifier(link))?.connection.close()
      case .stop: isStopped = true
      }
    }
    guard !isStopped else { return false }
    let now = ContinuousClock.now
    if now >= nextLook { look(now) }
    wait(until: max(nextLook, now + Self.shortestWait), now)
    return true
  }

  private func connection(for link: RPCLink) -> RPCConnection {
    if let found = connections[ObjectIdentifier(link)] { return found.connection }
    let connection = RPCConnection(link)
    connections[ObjectIdentifier(link)] = (link, connection)
    return connection
  }

  private func look(_ now: ContinuousClock.Instant) {
    nextLook = now + .seconds(3600)
    for (_, connection) in connections.values {
      if let next = connection.expire(at: now) { nextLook = min(nextLook, next) }
    }
  }

  private func wait(until end: ContinuousClock.Instant, _ now: ContinuousClock.Instant) {
    var polled = [pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0)]
    let connections = connections.values.map(\.connection)
    for connection in connections {
      polled.append(
        pollfd(fd: connection.descriptor, events: connection.events, revents: 0)
      )
    }
    // Rounded up: to wake up just before a deadline would be to turn in circles.
    let milliseconds = Int32(clamping: Int((end - now) / .milliseconds(1)) + 1)
    guard unsafe poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return }
    for (connection, found) in zip(connections, polled.dropFirst()) where found.revents != 0 {
      connection.service(found.revents)
      nextLook = min(nextLook, .now + .seconds(1))
    }
  }

  /// libnfs writes to connections that may be closed already, and would end the process by it.
  private func ignoreBrokenPipes() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
