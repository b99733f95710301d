import KinoCore

/// A client's connection with the one to the server that belongs to it: what is to be sent on each.
struct ProxyLink {
  /// What the proxy makes of what a client sends.
  enum Kind {
    /// Requests and answers.
    case conversation(ProxyConversation)
    /// Bytes that it does not understand.
    case opaque
    /// Requests that should not have come at all.
    case stray(HTTPMessageReader)
  }

  let client: Int32
  var kind: Kind
  var server: Int32?
  var toClient = Payload()
  var toServer: [UInt8] = []
  /// Whether the connections end with a reset once all is sent; `nil` while they go on.
  var closesByReset: Bool?
  /// When a request goes on that was held up.
  var resumesAt: ContinuousClock.Instant?
  /// When the next byte may be sent to a client that gets one a second.
  var nextByteAt: ContinuousClock.Instant?

  /// Creates the link of a new connection.
  init(_ client: Int32, _ kind: Kind) {
    self.client = client
    self.kind = kind
  }

  /// Whether a request is in the works; not known of bytes that are not understood.
  var isBusy: Bool {
    if case .conversation(let conversation) = kind { conversation.isBusy } else { false }
  }

  /// Whether a fault that ends leaves it in the middle of something.
  var isDamaged: Bool {
    if case .opaque = kind { return true }
    return isBusy || !toClient.isEmpty
  }

  /// Whether nothing is left to do.
  var isOver: Bool { closesByReset != nil && toClient.isEmpty }

  /// Sends to the client what it takes now; returns whether the connection still stands.
  mutating func sendToClient(bytewise: Bool) -> Bool {
    if !bytewise { nextByteAt = nil }
    while !toClient.isEmpty {
      if bytewise {
        let now = ContinuousClock.now
        if let nextByteAt, now < nextByteAt { return true }
        nextByteAt = now + .seconds(1)
      }
      let piece = bytewise ? toClient.next.prefix(1) : toClient.next
      switch ProxySocket.send(client, piece) {
      case .done(let count): toClient.remove(count)
      case .notNow: return true
      case .ended: return false
      }
    }
    return true
  }

  /// Sends to the server what it takes now; returns whether the connection still stands.
  mutating func sendToServer() -> Bool {
    guard let server else { return true }
    while !toServer.isEmpty {
      switch ProxySocket.send(server, toServer[...]) {
      case .done(let count): toServer.removeFirst(count)
      case .notNow: return true
      case .ended: return false
      }
    }
    return true
  }

  /// Closes both connections.
  func end(reset: Bool) {
    ProxySocket.end(client, reset: reset)
    if let server { ProxySocket.end(server, reset: false) }
  }
}
