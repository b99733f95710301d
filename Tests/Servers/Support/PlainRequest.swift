package import Foundation

/// A request of the tests' own, by nothing but a socket: `URLSession` is libcurl again, and leaks.
package enum PlainRequest {
  /// Fetches a target from a port of this machine; blocks.
  package static func get(_ target: String, port: UInt16) throws -> Data {
    #if canImport(Darwin)
    let kind = SOCK_STREAM
    #else
    let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let connection = socket(AF_INET, kind, 0)
    guard connection >= 0 else { throw POSIXError(.EMFILE) }
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe connect(
        connection,
        bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count)
      )
    }
    guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
    let request = Array("GET \(target) HTTP/1.1\r\nConnection: close\r\n\r\n".utf8)
    unsafe send(connection, request, request.count, 0)
    var answer = Data()
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while case let count = unsafe recv(connection, &buffer, buffer.count, 0), count > 0 {
      answer.append(contentsOf: buffer[..<count])
    }
    guard let end = answer.range(of: Data("\r\n\r\n".utf8)) else { throw POSIXError(.EIO) }
    return answer[end.upperBound...]
  }
}
