import KinoCore
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// All that the thread of a proxy has open.
struct ProxyTurn {
  let loop: ProxyLoop
  /// What accepts connections; `nil` while they are refused.
  var listener: Int32?
  /// Whether connections are to be accepted.
  var accepts = true
  var links: [Int32: ProxyLink] = [:]
  /// The client's socket for each socket to the server.
  private var clients: [Int32: Int32] = [:]
  var room = [UInt8](repeating: 0, count: 64 << 10)
  var finished: [@Sendable () -> Void] = []
  var goesOn = true

  /// The most that is kept for a client that does not read, beside what a bomb is made of.
  private static let backlog = 64 << 10

  init(_ loop: ProxyLoop) {
    self.loop = loop
    listener = loop.sockets.listener
  }

  private var plan: FaultPlan { loop.board.state.withLock(\.plan) }

  // MARK: Waiting

  /// What to wait for.
  func waits() -> [pollfd] {
    var waits = [loop.sockets.bell.read, loop.sockets.stray].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    if let listener { waits.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0)) }
    let now = ContinuousClock.now
    for link in links.values {
      var events = link.toServer.count < Self.backlog ? Int16(POLLIN) : 0
      if !link.toClient.isEmpty, link.nextByteAt ?? now <= now { events |= Int16(POLLOUT) }
      waits.append(pollfd(fd: link.client, events: events, revents: 0))
      guard let server = link.server else { continue }
      events = link.toClient.count < Self.backlog ? Int16(POLLIN) : 0
      if !link.toServer.isEmpty { events |= Int16(POLLOUT) }
      waits.append(pollfd(fd: server, events: events, revents: 0))
    }
    return waits
  }

  /// How many milliseconds to wait at most; -1 for as long as it takes.
  var timeout: Int32 {
    let moments = links.values.flatMap { link in
      [link.resumesAt, link.toClient.isEmpty ? nil : link.nextByteAt].compactMap(\.self)
    }
    guard let next = moments.min() else { return accepts && listener == nil ? 20 : -1 }
    return Int32(max(0, (next - ContinuousClock.now) / .milliseconds(1)).rounded(.up))
  }

  /// Does what can be done now.
  mutating func take(_ ready: [pollfd]) {
    loop.board.state.withLock { $0.turns += 1 }
    for socket in ready {
      switch socket.fd {
      case loop.sockets.bell.read: takeCommands()
      case let handle where handle == listener: accept(handle, isStray: false)
      case loop.sockets.stray: accept(socket.fd, isStray: true)
      default: take(socket)
      }
    }
    let now = ContinuousClock.now
    for (client, link) in links {
      if let resumesAt = link.resumesAt, resumesAt <= now {
        links[client]?.resumesAt = nil
        converse(client) { conversation, _ in conversation.resume() }
      }
      if let nextByteAt = link.nextByteAt, nextByteAt <= now { send(client) }
    }
  }

  private mutating func take(_ socket: pollfd) {
    if let client = clients[socket.fd] {
      if Int32(socket.revents) & POLLOUT != 0, links[client]?.sendToServer() == false {
        return drop(client, reset: true)
      }
      if Int32(socket.revents) & ~POLLOUT != 0 { receiveFromServer(socket.fd, client) }
    } else if links[socket.fd] != nil {
      if Int32(socket.revents) & ~POLLOUT != 0 { receiveFromClient(socket.fd) }
      if Int32(socket.revents) & POLLOUT != 0 { send(socket.fd) }
    }
  }

  // MARK: Bytes

  private mutating func accept(_ handle: Int32, isStray: Bool) {
    while let client = ProxySocket.accept(handle) {
      let kind: ProxyLink.Kind
      if isStray {
        kind = .stray(HTTPMessageReader())
      } else if loop.server.isPlain {
        // A name may be one of several that the server answers to; a number is not.
        let server = loop.server
        kind = .conversation(
          ProxyConversation(
            server: server.authority,
            proxy: "127.0.0.1:\(loop.sockets.port)",
            sendsHost: server.hasName
          )
        )
      } else {
        kind = .opaque
      }
      links[client] = ProxyLink(client, kind)
    }
  }

  private mutating func receiveFromClient(_ client: Int32) {
    switch ProxySocket.receive(client, into: &room) {
    case .notNow: return
    case .ended: return drop(client, reset: false)
    case .done(let count):
      // What a client says to a connection that ends is for nobody.
      guard let link = links[client], link.closesByReset == nil else { return }
      switch link.kind {
      case .conversation:
        let bytes = Array(room[..<count])
        converse(client) { $0.takeFromClient(bytes, $1, now: SystemClock().now()) }
      case .opaque:
        guard !plan.has(.silence) else { return felt(.silence) }
        perform([.toServer(Array(room[..<count]))], client)
      case .stray(var reader):
        _ = reader.take(room[..<count])
        links[client]?.kind = .stray(reader)
        if let head = reader.head { takeStray(head, client) }
      }
    }
  }

  private mutating func receiveFromServer(_ server: Int32, _ client: Int32) {
    let outcome = ProxySocket.receive(server, into: &room)
    let isOpaque = if case .opaque? = links[client]?.kind { true } else { false }
    switch outcome {
    case .notNow: return
    case .ended:
      // A connection that has ended is ready for ever, however long the client takes.
      endServer(server, client)
      guard !isOpaque else { return perform([.close(reset: false)], client) }
      converse(client) { $0.endServer($1, now: SystemClock().now()) }
    case .done(let count) where isOpaque:
      guard !plan.has(.silence) else { return felt(.silence) }
      perform([.toClient(Payload(Array(room[..<count])))], client)
    case .done(let count):
      let bytes = Array(room[..<count])
      converse(client) { $0.takeFromServer(bytes, $1, now: SystemClock().now()) }
    }
  }

  private mutating func endServer(_ server: Int32, _ client: Int32) {
    clients[server] = nil
    links[client]?.server = nil
    ProxySocket.end(server, reset: false)
  }

  private mutating func takeStray(_ head: HTTPHead, _ client: Int32) {
    let isLeak = head["Authorization"] != nil || head["Cookie"] != nil
    loop.board.state.withLock { state in
      state.traffic.strayRequests? += 1
      if isLeak { state.traffic.leakedSecrets? += 1 }
    }
    let answer = ProxyAnswer(status: "404 Not Found", [("Connection", "close")])
    perform([.toClient(Payload(answer.head.bytes)), .close(reset: false)], client)
  }

  private mutating func converse(
    _ client: Int32,
    _ body: (inout ProxyConversation, FaultPlan) -> [ProxyConversation.Action]
  ) {
    guard case .conversation(var conversation)? = links[client]?.kind else { return }
    let actions = body(&conversation, plan)
    links[client]?.kind = .conversation(conversation)
    perform(actions, client)
  }

  private mutating func perform(_ actions: [ProxyConversation.Action], _ client: Int32) {
    for action in actions where links[client] != nil {
      switch action {
      case .began: count { $0.begin() }
      case .ended: count { $0.end() }
      case .content(let bytes): count { $0.contentBytes? += Int64(bytes) }
      case .felt(let fault): felt(fault)
      case .toServer(let bytes):
        links[client]?.toServer += bytes
        if links[client]?.server == nil, !connect(client) { return drop(client, reset: true) }
      case .toClient(let payload): links[client]?.toClient.append(payload)
      case .wait(let duration): links[client]?.resumesAt = .now + duration
      case .close(let reset): links[client]?.closesByReset = reset
      }
    }
    send(client)
  }

  private mutating func connect(_ client: Int32) -> Bool {
    guard let server = ProxySocket.connect(to: loop.address) else { return false }
    links[client]?.server = server
    clients[server] = client
    return true
  }

  private mutating func send(_ client: Int32) {
    let bytewise = plan.has(.dribble)
    if bytewise, links[client]?.toClient.isEmpty == false { felt(.dribble) }
    guard links[client]?.sendToClient(bytewise: bytewise) != false else {
      return drop(client, reset: false)
    }
    if let link = links[client], link.isOver { drop(client, reset: link.closesByReset ?? false) }
  }

  mutating func drop(_ client: Int32, reset: Bool) {
    guard let link = links.removeValue(forKey: client) else { return }
    if let server = link.server { clients[server] = nil }
    if link.isBusy { count { $0.end() } }
    link.end(reset: reset)
  }

  func felt(_ fault: Fault) {
    loop.board.state.withLock { $0.applied[fault, default: 0] += 1 }
  }

  private func count(_ body: (inout Traffic) -> Void) {
    loop.board.state.withLock { body(&$0.traffic) }
  }
}

extension Traffic {
  fileprivate mutating func begin() {
    requests? += 1
    held? += 1
    peakInFlight = max(peakInFlight ?? 0, held ?? 0)
  }

  fileprivate mutating func end() { held? -= 1 }
}

extension FaultProxy.Server {
  /// The name and port, as addresses have them.
  var authority: String { port == 80 && isPlain ? host : "\(host):\(port)" }

  /// Whether it is called by a name and not by a number.
  var hasName: Bool { host.contains { $0.isLetter } && host != "localhost" && !host.contains(":") }
}
