internal import Dispatch
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A way to a server on this machine, of whatever protocol, that can be cut, frozen and closed.
package final class PlainProxy: Sendable {
  private struct State {
    /// Both ends of every connection, of which the clients' have a name of their own.
    var connections: Set<Int32> = []
    var count = 0
    var clients: Set<Int32> = []
    var swallowed: Set<Int32> = []
    var isFrozen = false
    var refuses = false
    /// How many more connections pass anything; `nil` for any number.
    var connectionsLeft: Int?
    /// What happens after how many more bytes of the server.
    var trouble: (kind: Trouble, bytesLeft: Int)?

    /// Whether what comes from one end of a connection is to wait.
    func holds(_ descriptor: Int32) -> Bool {
      connections.contains(descriptor) && (isFrozen || swallowed.contains(descriptor))
    }

    /// How many bytes may pass before something happens, and what.
    mutating func take(_ count: Int, isAnswer: Bool) -> (Int, Trouble?) {
      guard isAnswer else { return (count, nil) }
      guard let (kind, left) = trouble else { return (count, nil) }
      trouble = count < left ? (kind, left - count) : nil
      return count < left ? (count, nil) : (left, kind)
    }
  }

  /// The port of 127.0.0.1 on which it listens.
  package let port: UInt16
  private let listener: Int32
  private let target: UInt16
  private let state = Mutex(State())

  /// Starts a proxy to a port of 127.0.0.1; it ends when nobody holds it.
  ///
  /// - Parameter target: The server's port.
  /// - Throws: ``TestServerFailure`` without a port.
  package init(to target: UInt16) throws {
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
    guard isBound else { throw TestServerFailure("no port for a proxy") }
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
  package var count: Int { state.withLock { $0.connections.count / 2 } }

  /// How many connections there have been.
  package var countAll: Int { state.withLock { $0.count } }

  /// Ends every connection that there is.
  package func cut() {
    state.withLock { state in
      for descriptor in state.connections { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  /// Whether nothing passes, while everything seems well.
  package func freeze(_ isFrozen: Bool) { state.withLock { $0.isFrozen = isFrozen } }

  /// Whether nothing passes.
  package var isFrozen: Bool { state.withLock { $0.isFrozen } }

  /// Whether connections end at once.
  package func refuse(_ refuses: Bool) { state.withLock { $0.refuses = refuses } }

  /// Lets only so many new connections pass anything; later ones are taken, and swallow what comes.
  package func swallow(after count: Int?) { state.withLock { $0.connectionsLeft = count } }

  /// What can happen in the middle of whatever a server says.
  package enum Trouble: Sendable {
    /// All connections are reset.
    case resets
    /// They are, and nobody takes new ones.
    case goes
    /// Nothing passes any more.
    case freezes
  }

  /// Has something happen once, after so many more bytes of the server.
  package func make(_ trouble: Trouble, after count: Int) {
    state.withLock { $0.trouble = (trouble, count) }
  }

  /// Passes everything on as it is.
  package func heal() {
    state.withLock { state in
      state.isFrozen = false
      state.refuses = false
      state.connectionsLeft = nil
      state.swallowed = []
      state.trouble = nil
    }
  }

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
    state.withLock { state in
      state.connections.formUnion([client, server])
      state.clients.insert(client)
      state.count += 1
      guard let left = state.connectionsLeft else { return }
      if left > 0 { state.connectionsLeft = left - 1 } else { state.swallowed.insert(client) }
    }
    let ends = DispatchGroup()
    for (from, to) in [(client, server), (server, client)] {
      DispatchQueue(label: "proxy way").async(group: ends) {
        self.pass(from, to, isAnswer: from == server)
      }
    }
    ends.notify(queue: DispatchQueue(label: "proxy end")) {
      self.state.withLock { state in
        state.connections.subtract([client, server])
        state.clients.remove(client)
        state.swallowed.remove(client)
      }
      close(client)
      close(server)
    }
  }

  private func pass(_ from: Int32, _ to: Int32, isAnswer: Bool) {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe recv(from, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      waitWhileHeld(from)
      let (allowed, trouble) = state.withLock { $0.take(count, isAnswer: isAnswer) }
      guard send(buffer[..<allowed], to: to) else { break }
      switch trouble {
      case nil: continue
      case .resets: reset()
      case .goes:
        refuse(true)
        reset()
      case .freezes:
        freeze(true)
        waitWhileHeld(from)
        guard send(buffer[allowed..<count], to: to) else { break }
      }
    }
    shutdown(from, Int32(SHUT_RDWR))
    shutdown(to, Int32(SHUT_RDWR))
  }

  private func waitWhileHeld(_ descriptor: Int32) {
    while state.withLock({ $0.holds(descriptor) }) {
      usleep(5000)
      var byte: UInt8 = 0
      let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
      if unsafe recv(descriptor, &byte, 1, flags) == 0 { break }
    }
  }

  private func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
        let flags = Int32(MSG_NOSIGNAL)
        let part = unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, flags)
        guard part > 0 else { return false }
        sent += part
      }
      return true
    }
  }

  /// Resets every connection: what is on its way is lost.
  private func reset() {
    state.withLock { state in
      var nowhere = sockaddr()
      nowhere.sa_family = sa_family_t(AF_UNSPEC)
      for client in state.clients {
        _ = unsafe connect(client, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
      }
      for descriptor in state.connections.subtracting(state.clients) {
        shutdown(descriptor, Int32(SHUT_RDWR))
      }
    }
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
