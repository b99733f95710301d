#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A connection of the test's own, on which nothing is said.
package final class PlainSocket: Sendable {
  private let descriptor: Int32

  /// Connects to a port of 127.0.0.1.
  package init(to port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(descriptor, pointer, size) == 0
      }
    }
    guard isConnected else { throw TestServerFailure("nobody listens on port \(port)") }
  }

  deinit { close(descriptor) }

  /// Whether nobody has ended the connection.
  package var isOpen: Bool {
    var byte: UInt8 = 0
    let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
    return unsafe recv(descriptor, &byte, 1, flags) < 0 && errno == EAGAIN
  }
}
