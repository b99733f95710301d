internal import Dispatch
public import KinoCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

extension ServerLimits {
  /// Asks a server over plain HTTP what it is.
  ///
  /// - Parameter configuration: What opens the server; no login is sent.
  /// - Returns: What it calls itself, or what it asks for a login to; `nil` when it says neither
  ///   within five seconds, and for what is no server or an encrypted one.
  public static func product(at configuration: SourceConfiguration) async -> String? {
    guard let location = ServerLocation(configuration.location), location.visibility == .http
    else { return nil }
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: ask(location)) }
    }
  }

  private static func ask(_ location: ServerLocation) -> String? {
    guard let address = ProxySocket.address(of: location.host, port: location.port),
      let socket = ProxySocket.connect(to: address)
    else { return nil }
    defer { ProxySocket.end(socket, reset: false) }
    let target = location.path.isEmpty ? "/" : location.path
    let request = HTTPHead(
      "GET \(target) HTTP/1.1",
      [("Host", "\(location.host):\(location.port)"), ("Connection", "close")]
    )
    let end = ContinuousClock.now + .seconds(5)
    guard wait(for: Int16(POLLOUT), on: socket, until: end),
      case .done = ProxySocket.send(socket, request.bytes[...])
    else { return nil }
    var reader = HTTPMessageReader(answering: "GET")
    var room = [UInt8](repeating: 0, count: 4096)
    var total = 0
    while reader.head == nil, total < longestHead, wait(for: Int16(POLLIN), on: socket, until: end)
    {
      guard case .done(let count) = ProxySocket.receive(socket, into: &room) else { return nil }
      total += count
      _ = reader.take(room[..<count])
    }
    return reader.head?["Server"] ?? reader.head?["WWW-Authenticate"].flatMap(realm)
  }

  private static let longestHead = 1 << 16

  /// What a login is asked for; rclone says only there what it is.
  private static func realm(of challenge: String) -> String? {
    guard let start = challenge.firstRange(of: "realm=\"") else { return nil }
    return String(challenge[start.upperBound...].prefix { $0 != "\"" })
  }

  private static func wait(
    for events: Int16,
    on socket: Int32,
    until end: ContinuousClock.Instant
  ) -> Bool {
    let left = Int32(max(0, (end - .now) / .milliseconds(1)))
    var waits = [pollfd(fd: socket, events: events, revents: 0)]
    return unsafe poll(&waits, 1, left) > 0
  }
}
