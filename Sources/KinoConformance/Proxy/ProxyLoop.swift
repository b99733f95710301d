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
    let main: Int32
    let port: UInt16
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
      var waits = turn.waits()
      let status = unsafe poll(&waits, nfds_t(waits.count), turn.timeout)
      guard status >= 0 || errno == EINTR else { break }
      turn.take(status > 0 ? waits.filter { $0.revents != 0 } : [])
    }
    turn.end()
  }
}
