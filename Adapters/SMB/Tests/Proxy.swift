import Dispatch
import KinoConformance
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A way to a server on this machine that can be cut, frozen and closed.
final class Proxy: Sendable {
  private struct State {
    var connections: Set<Int32> = []
    var isFrozen = false
    var refuses = false
  }

  let port: UInt16
  private let listener: Int32
  private let target: UInt16
  private let state = Mutex(State())

  init(to target: UInt16) throws {
    self.target = target
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = Self.address(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listener, pointer, size) == 0 && listen(listener, 64) == 0
          && getsockname(listener, pointer, &size) == 0
      }
    }
    guard isBound else { throw NotRun("no port for a proxy") }
    port = UInt16(bigEndian: address.sin_port)
    DispatchQueue(label: "proxy").async { [weak self, listener] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0, let self else { return }
        self.take(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// How many connections there are now.
  var count: Int { state.withLock { $0.connections.count / 2 } }

  /// Ends every connection that there is.
  func cut() {
    state.withLock { state in
      for descriptor in state.connections { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  /// Whether nothing passes, while everything seems well.
  func freeze(_ isFrozen: Bool) { state.withLock { $0.isFrozen = isFrozen } }

  /// Whether connections end at once.
  func refuse(_ refuses: Bool) { state.withLock { $0.refuses = refuses } }

  private func take(_ client: Int32) {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.address(target)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(server, pointer, size) == 0
      }
    }
    guard isConnected, !state.withLock({ $0.refuses }) else {
      close(client)
      close(server)
      return
    }
    state.withLock { $0.connections.formUnion([client, server]) }
    let ends = DispatchGroup()
    for (from, to) in [(client, server), (server, client)] {
      DispatchQueue(label: "proxy way").async(group: ends) { self.pass(from, to) }
    }
    ends.notify(queue: DispatchQueue(label: "proxy end")) {
      self.state.withLock { $0.connections.subtract([client, server]) }
      close(client)
      close(server)
    }
  }

  private func pass(_ from: Int32, _ to: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe recv(from, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      while state.withLock({ $0.isFrozen && $0.connections.contains(from) }) {
        usleep(5000)
        var byte: UInt8 = 0
        let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
        if unsafe recv(from, &byte, 1, flags) == 0 { break }
      }
      var sent = 0
      while sent < count {
        let part = unsafe buffer.withUnsafeBytes { bytes in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent..<count])
          return unsafe send(to, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        }
        guard part > 0 else { break }
        sent += part
      }
      guard sent == count else { break }
    }
    shutdown(from, Int32(SHUT_RDWR))
    shutdown(to, Int32(SHUT_RDWR))
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
