internal import CKinoNFS

/// Asks on which ports a server's programs listen (RFC 1833).
struct Portmapper: Sendable {
  let loop: RPCLoop
  let link: RPCLink

  /// A program of version 3.
  enum Program: Int32, Sendable {
    case files = 100_003
    case mounting = 100_005
  }

  /// Where every server's portmapper listens.
  static let port: UInt16 = 111

  /// `IPPROTO_TCP`.
  private static let overTCP: Int32 = 6

  /// Looks a program's port up.
  ///
  /// - Returns: `nil` when the program is not there.
  func port(
    of program: Program,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> UInt16? {
    let port = unsafe try await loop.call(link, until: deadline) { rpc, context in
      unsafe rpc_pmap2_getport_async(
        rpc,
        program.rawValue,
        3,
        Self.overTCP,
        RPCTicket.callback,
        context
      )
    } decode: { data throws(NFSFailure) in
      unsafe data.assumingMemoryBound(to: UInt32.self).pointee
    }
    return port == 0 ? nil : UInt16(exactly: port)
  }
}
