import KinoCore

/// What one client and the server say to each other through the proxy, without any input or output.
///
/// A client is taken to wait for an answer before it asks again; what comes earlier waits.
struct ProxyConversation: Sendable {
  /// What is to be done, in order.
  enum Action: Sendable {
    /// A request came whole; until ``ended`` it is in the works.
    case began
    /// Its answer is over.
    case ended
    /// So many bytes of a file were answered.
    case content(Int)
    /// A fault decided what becomes of a request, or changed an answer.
    case felt(Fault)
    case toServer([UInt8])
    case toClient(Payload)
    /// ``resume()`` is to be called after a while.
    case wait(Duration)
    /// The connections end once all is sent.
    case close(reset: Bool)
  }

  /// What an exchange is at.
  private struct Exchange {
    let request: HTTPHead
    let treatment: FaultPlan.Treatment
    var answer: HTTPMessageReader
    /// What came of the answer before its head was whole.
    var raw: [UInt8] = []
    /// What is sent to the server later.
    var delayed: [UInt8]?
    var hasHead = false
  }

  private var request = HTTPMessageReader()
  private var unread: [UInt8] = []
  private var exchange: Exchange?
  /// Whether a request is in the works.
  private(set) var isBusy = false
  /// The server's authority and the proxy's: where an answer names the one it gets the other.
  private let names: (server: String, proxy: String)
  /// The server's authority for the field `Host`; `nil` to leave what the client says.
  private let host: String?

  /// Creates a conversation.
  ///
  /// - Parameters:
  ///   - server: The server's authority, as its addresses have it.
  ///   - proxy: The proxy's.
  ///   - sendsHost: Whether the server is called by its own name and not by the proxy's.
  init(server: String, proxy: String, sendsHost: Bool) {
    names = (server, proxy)
    host = sendsHost ? server : nil
  }

  /// The client sent something.
  mutating func takeFromClient(
    _ bytes: some Collection<UInt8>,
    _ plan: FaultPlan,
    now: Timestamp
  ) -> [Action] {
    unread += bytes
    guard !isBusy else { return [] }
    let count = request.take(unread[...])
    unread.removeFirst(count)
    guard request.isComplete, var head = request.head else { return [] }
    let content = request.takeContent()
    request = HTTPMessageReader()
    isBusy = true
    if let host { head["Host"] = host }
    let (verdict, fault) = plan.verdict(on: head, now: now)
    // Whether an answer can be changed is seen when it has come.
    if case .forward(_, .changed, _) = verdict { return [.began] + begin(head, content, verdict) }
    return [.began] + (fault.map { [.felt($0)] } ?? []) + begin(head, content, verdict)
  }

  private mutating func begin(
    _ original: HTTPHead,
    _ content: [UInt8],
    _ verdict: FaultPlan.Verdict
  ) -> [Action] {
    switch verdict {
    case .swallow: return []
    case .answer(let answer):
      isBusy = false
      return send(answer) + [.ended]
    case .forward(var head, let treatment, let delay):
      if head["Transfer-Encoding"] != nil {
        head["Transfer-Encoding"] = nil
        head["Content-Length"] = String(content.count)
      }
      exchange = Exchange(
        request: original,
        treatment: treatment,
        answer: HTTPMessageReader(answering: original.method)
      )
      guard delay > .zero else { return [.toServer(head.bytes + content)] }
      exchange?.delayed = head.bytes + content
      return [.wait(delay)]
    }
  }

  /// The while is over that was to be waited.
  mutating func resume() -> [Action] {
    guard let bytes = exchange?.delayed else { return [] }
    exchange?.delayed = nil
    return [.toServer(bytes)]
  }

  /// The server sent something.
  mutating func takeFromServer(
    _ bytes: some Collection<UInt8>,
    _ plan: FaultPlan,
    now: Timestamp
  ) -> [Action] {
    guard var current = exchange else { return [] }
    let piece = Array(bytes)
    let count = current.answer.take(piece[...])
    var actions: [Action] = []
    switch current.treatment {
    case .untouched, .headOnly: actions += pass(Array(piece[..<count]), &current)
    case .changed: break
    }
    exchange = current
    guard current.answer.isComplete else { return actions }
    return actions + finish(plan, now: now)
  }

  /// The server closed its connection.
  mutating func endServer(_ plan: FaultPlan, now: Timestamp) -> [Action] {
    exchange?.answer.endConnection()
    guard let exchange, exchange.answer.isComplete else { return [.close(reset: false)] }
    return finish(plan, now: now) + [.close(reset: false)]
  }

  /// Sends on what came of an answer, with addresses in its head that lead through the proxy.
  private func pass(_ piece: [UInt8], _ exchange: inout Exchange) -> [Action] {
    let content = exchange.answer.takeContent()
    var actions: [Action] = []
    var rest = piece
    if !exchange.hasHead {
      exchange.raw += piece
      guard var head = exchange.answer.head else { return [] }
      let length = exchange.answer.headLength
      exchange.hasHead = true
      rest = Array(exchange.raw[length...])
      head.replace("://\(names.server)", with: "://\(names.proxy)", in: Self.addressed)
      actions.append(.toClient(Payload(head.bytes)))
    }
    if case .headOnly = exchange.treatment { return actions }
    if exchange.request.method == "GET", !content.isEmpty {
      actions.append(.content(content.count))
    }
    if !rest.isEmpty { actions.append(.toClient(Payload(rest))) }
    return actions
  }

  private static let addressed = ["Location", "Content-Location", "Link", "Destination"]

  private mutating func finish(_ plan: FaultPlan, now: Timestamp) -> [Action] {
    guard var current = exchange else { return [] }
    // An answer of which only the head was let through is never over.
    if case .headOnly = current.treatment { return [] }
    exchange = nil
    isBusy = false
    var actions: [Action] = []
    if case .changed(let fault) = current.treatment, let head = current.answer.head {
      let content = current.answer.takeContent()
      if current.request.method == "GET" { actions.append(.content(content.count)) }
      let changed = plan.changed(head, content, by: fault, for: current.request)
      if changed != nil { actions.append(.felt(fault)) }
      actions += send(changed ?? ProxyAnswer(head, content))
    }
    return actions + [.ended] + takeFromClient([], plan, now: now)
  }

  private func send(_ answer: ProxyAnswer) -> [Action] {
    var payload = Payload(answer.head.bytes)
    payload.append(answer.content)
    switch answer.ending {
    case .staysOpen: return [.toClient(payload)]
    case .isClosed: return [.toClient(payload), .close(reset: false)]
    case .isReset: return [.toClient(payload), .close(reset: true)]
    }
  }
}
