internal import KinoBlocking

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Finds the addresses of hosts, on threads that can be abandoned: the system's look-up blocks.
enum HostLookup {
  private static let pool = BlockingPool(name: "kino-lookup", threadLimit: 4)

  /// Looks a host up.
  ///
  /// - Parameters:
  ///   - host: A name or a numeric address.
  ///   - deadline: When to give up.
  /// - Returns: Numeric addresses, at least one, the system's favourite first. Those that hold in one
  ///   zone only are left out: libnfs would drop the zone.
  /// - Throws: ``NFSFailure``: `unreachable` when there is no such host, or no other address of it.
  static func addresses(
    of host: String,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> [String] {
    do throws(AbandonableCallError<NFSFailure>) {
      return try await pool.run(until: deadline, clock: ContinuousClock()) {
        () throws(NFSFailure) in
        try lookUp(host)
      }
    } catch {
      switch error {
      case .failed(let failure): throw failure
      case .cancelled: throw .cancelled
      case .timedOut, .exhausted: throw .timedOut
      }
    }
  }

  private static func lookUp(_ host: String) throws(NFSFailure) -> [String] {
    var hints = unsafe addrinfo()
    #if canImport(Darwin)
    unsafe hints.ai_socktype = SOCK_STREAM
    #else
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, nil, &hints, &list) == 0 else {
      throw .unreachable(code: 0)
    }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [String] = []
    var next = unsafe list
    while let current = unsafe next {
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let code = unsafe getnameinfo(
        current.pointee.ai_addr,
        current.pointee.ai_addrlen,
        &text,
        socklen_t(text.count),
        nil,
        0,
        NI_NUMERICHOST
      )
      if code == 0 {
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let address = String(decoding: bytes, as: UTF8.self)
        if !address.contains("%") { addresses.append(address) }
      }
      unsafe next = current.pointee.ai_next
    }
    guard !addresses.isEmpty else { throw .unreachable(code: 0) }
    return addresses
  }
}
