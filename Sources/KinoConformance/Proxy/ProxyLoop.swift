import KinoCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The thread of a proxy: waits for its sockets, and does what conversations say.
struct ProxyLoop: Sendable {
  /// What is open from the start.
  struct Sockets: Sendable {
    let bell: (read: Int32, write: Int32)
    /// Bound to the port and never listening, so that nobody gets it while nothing is accepted.
    let keeper: Int32
    let port: UInt16
    let listener: Int32
    let stray: Int32
  }

  let board: ProxyBoard
  let server: FaultProxy.Server
  let address: ProxySocket.Address
  let sockets: Sockets

  /// Runs until it is asked to stop.
  func run() {
    var turn = ProxyTurn(self)
    while turn.goesOn {
      turn.begin()
      var waits = turn.waits()
      let status = unsafe poll(&waits, nfds_t(waits.count), turn.timeout)
      guard status >= 0 || errno == EINTR else { break }
      turn.take(status > 0 ? waits.filter { $0.revents != 0 } : [])
    }
    turn.end()
  }
}
