#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A connection to one port of a server, made when there is something to send.
///
/// It belongs to the loop's thread. A call whose connection broke is sent once more on a new one:
/// all calls only read.
final class RPCConnection {
  private let link: RPCLink
  private var context: RPCContext?
  private var attempt = ConnectAttempt()
  /// The addresses that are left to try, the one that is being tried first.
  private var candidates: [String] = []
  private var connectError: Int32 = 0
  /// When the address that is being tried is given up, and when they all are.
  private var connectUntil = ContinuousClock.now
  private var lastConnectUntil = ContinuousClock.now
  private var waiting: [(call: RPCCall, isRetry: Bool)] = []
  private var pending: [ObjectIdentifier: RPCTicket] = [:]
  private var broken: [RPCTicket] = []
  /// Whether an answer came to its end in this turn, and how much had been read when one did.
  private var hasAnswer = false
  private var readBefore: UInt64 = 0
  /// Since when an answer is awaited and nothing was answered.
  private var silentSince = ContinuousClock.now

  /// How long a connection must have been silent to be given up for one call that got no answer.
  private static let shortestSilence = Duration.seconds(2)

  /// How many bytes may come without an answer's coming to its end: some four of the longest that we
  /// ask for.
  private static let longestAnswer: UInt64 = 4 << 20

  init(_ link: RPCLink) { self.link = link }

  /// What to poll; negative for nothing.
  var descriptor: Int32 { context?.descriptor ?? -1 }

  /// What to poll for.
  var events: Int16 { context?.events ?? 0 }

  /// When the address to which it is connecting is given up; `nil` when it is not connecting.
  var connectEnd: ContinuousClock.Instant? {
    context != nil && attempt.isConnected == nil ? connectUntil : nil
  }

  /// Sends a call, at once or when there is a connection.
  func start(_ call: RPCCall) {
    waiting.append((call, false))
    proceed()
  }

  /// Reads and writes what is possible.
  func service(_ events: Int16) {
    let wasConnected = attempt.isConnected == true
    if attempt.isConnected == nil, events & Int16(POLLERR) != 0 {
      connectError = context?.takeSocketError() ?? 0
    }
    guard let isGood = context?.service(events) else { return }
    if !wasConnected, attempt.isConnected == true, let address = candidates.first {
      link.addresses.prefer(address)
    }
    if attempt.isConnected == false || !isGood && attempt.isConnected == nil {
      connectElsewhere()
    } else if !isGood {
      breakUp()
    } else if isFlooded() {
      forget()
    }
    // What libnfs gave up while the connection goes on it could not read.
    for ticket in broken { ticket.call.finish(.malformed) }
    broken = []
    proceed()
  }

  /// Ends everything.
  func close() {
    context = nil
    for ticket in broken { ticket.call.finish(.closed) }
    for ticket in pending.values { ticket.call.finish(.closed) }
    for (call, _) in waiting { call.finish(.closed) }
    broken = []
    pending = [:]
    waiting = []
  }

  /// Ends calls whose time is over, and a connection on which nothing is answered any more.
  ///
  /// - Returns: When to look again; `nil` for when something happens.
  func expire(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    var isOverdue = false
    for ticket in pending.values where ticket.call.deadline <= now {
      ticket.call.finish(.timedOut)
      isOverdue = true
    }
    let silenceEnd = silentSince + Self.shortestSilence
    waiting.removeAll { call, _ in
      if call.deadline <= now { call.finish(.timedOut) }
      return call.isOver
    }
    if isOverdue, silenceEnd <= now {
      breakUp()
      proceed()
      isOverdue = false
    } else if let end = connectEnd, end <= now {
      connectError = ETIMEDOUT
      connectElsewhere()
      proceed()
    }
    var next = pending.values.map(\.call.deadline).filter { $0 > now }.min()
    if isOverdue { next = min(next ?? silenceEnd, silenceEnd) }
    for (call, _) in waiting { next = min(next ?? call.deadline, call.deadline) }
    if let end = connectEnd { next = min(next ?? end, end) }
    return next
  }

  // MARK: What libnfs tells

  /// A call was answered or refused.
  func ended(_ ticket: RPCTicket) {
    silentSince = .now
    hasAnswer = true
    pending[ObjectIdentifier(ticket)] = nil
  }

  /// A call ended with its connection.
  func lost(_ ticket: RPCTicket) {
    if pending.removeValue(forKey: ObjectIdentifier(ticket)) != nil { broken.append(ticket) }
  }

  // MARK: Steps

  /// Connects if need be, and sends what waits.
  private func proceed() {
    guard !waiting.isEmpty else { return }
    if context == nil {
      candidates = link.addresses.inOrder
      lastConnectUntil = .now + link.connectLimit
      connect()
    }
    guard attempt.isConnected == true else { return }
    let calls = waiting
    waiting = []
    for (call, isRetry) in calls where !call.isOver { send(call, isRetry: isRetry) }
    // At once, not after another turn of the loop.
    guard context?.service(Int16(POLLOUT)) == false else { return }
    breakUp()
    proceed()
  }

  private func send(_ call: RPCCall, isRetry: Bool) {
    if pending.isEmpty { silentSince = .now }
    let ticket = RPCTicket(call, isRetry: isRetry, on: self)
    pending[ObjectIdentifier(ticket)] = ticket
    let context = unsafe Unmanaged.passRetained(ticket).toOpaque()
    guard unsafe self.context?.send(call, context) == true else {
      unsafe Unmanaged<RPCTicket>.fromOpaque(context).release()
      pending[ObjectIdentifier(ticket)] = nil
      return call.finish(.unreachable(code: 0))
    }
  }

  private func connect() {
    guard let address = candidates.first else { return }
    attempt = ConnectAttempt()
    // Each address has its share of the time, so that one that swallows packets leaves some to the next.
    let now = ContinuousClock.now
    let end = min(lastConnectUntil, waiting.map(\.call.deadline).max() ?? lastConnectUntil)
    connectUntil = now + (end - now) / candidates.count
    context = RPCContext(link.user)
    guard context?.connect(to: address, port: link.port, telling: attempt) == true else {
      return connectElsewhere()
    }
  }

  /// Tries the server's next address; after the last one nobody waits any more.
  private func connectElsewhere() {
    let code = connectError != 0 ? connectError : context?.errorCode ?? 0
    connectError = 0
    context = nil
    candidates.removeFirst()
    guard candidates.isEmpty else { return connect() }
    let calls = waiting
    waiting = []
    for (call, _) in calls { call.finish(.unreachable(code: code)) }
  }

  /// Gives the connection up, and lets the calls that were under way have another.
  private func breakUp() {
    forget()
    let calls = broken
    broken = []
    for ticket in calls where !ticket.call.isOver {
      if ticket.isRetry {
        ticket.call.finish(.lost)
      } else {
        waiting.append((ticket.call, true))
      }
    }
  }

  /// Ends the connection; the calls that were under way are then among the broken ones.
  private func forget() {
    context = nil
    attempt = ConnectAttempt()
    readBefore = 0
  }

  /// Whether an answer comes without end.
  private func isFlooded() -> Bool {
    guard let bytesRead = context?.bytesRead else { return false }
    if hasAnswer { readBefore = bytesRead }
    hasAnswer = false
    return bytesRead > readBefore + Self.longestAnswer
  }
}
