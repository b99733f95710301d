#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A port whose queue of connections is full, so that nothing that is sent to it is answered.
package final class BlackHole: Sendable {
  package let port: UInt16
  private let descriptors: [Int32]

  /// Opens a port.
  ///
  /// - Parameters:
  ///   - lastByte: Which of the addresses 127.0.0.N.
  ///   - port: The port; 0 for any that is free.
  /// - Throws: ``TestServerFailure`` without one.
  package init(at lastByte: UInt8 = 1, port: UInt16 = 0) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var descriptors = [listener]
    // Connections of a server that had the port before may not have ended for good.
    var yes: Int32 = 1
    let yesSize = socklen_t(MemoryLayout<Int32>.size)
    // Among ports that may be shared the system also finds those that another one keeps.
    if port != 0 { unsafe setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, yesSize) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = (0x7F00_0000 | UInt32(lastByte)).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isFull = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        guard unsafe bind(listener, pointer, size) == 0, listen(listener, 0) == 0,
          unsafe getsockname(listener, pointer, &size) == 0
        else { return false }
        for _ in 0..<3 {
          let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
          _ = fcntl(client, F_SETFL, O_NONBLOCK)
          _ = unsafe connect(client, pointer, size)
          descriptors.append(client)
        }
        return true
      }
    }
    guard isFull else { throw TestServerFailure("no port for a black hole") }
    self.port = UInt16(bigEndian: address.sin_port)
    self.descriptors = descriptors
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}
