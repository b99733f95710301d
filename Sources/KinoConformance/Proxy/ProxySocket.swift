#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The calls of the system that the proxy needs; no socket of it ever blocks.
enum ProxySocket {
  /// Where a server listens.
  struct Address: Sendable {
    fileprivate let family: Int32
    fileprivate let bytes: [UInt8]
  }

  /// What became of a read or write.
  enum Outcome {
    case done(Int)
    case notNow
    case ended
  }

  #if canImport(Darwin)
  private static let stream = SOCK_STREAM
  #else
  private static let stream = Int32(SOCK_STREAM.rawValue)
  #endif

  /// Looks up a host; blocks.
  static func address(of host: String, port: UInt16) -> Address? {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = stream
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(port), &hints, &found) == 0, let first = unsafe found
    else {
      return nil
    }
    defer { unsafe freeaddrinfo(first) }
    let bytes = unsafe Array(
      UnsafeRawBufferPointer(
        start: first.pointee.ai_addr,
        count: Int(first.pointee.ai_addrlen)
      )
    )
    return Address(family: unsafe first.pointee.ai_family, bytes: bytes)
  }

  /// Binds a socket to a port of 127.0.0.1, on which nothing is accepted yet.
  ///
  /// - Parameter port: The port; 0 for one that is free.
  /// - Returns: The socket and its port, or `nil`.
  static func bound(to port: UInt16) -> (socket: Int32, port: UInt16)? {
    guard let handle = open(AF_INET) else { return nil }
    // Among ports that may be shared the system also finds those that another one keeps.
    if port != 0 { share(handle) }
    // What was sent and not read is meant to be little.
    var room: Int32 = 32 << 10
    unsafe setsockopt(handle, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe bind(handle, generic, length) == 0 && getsockname(handle, generic, &length) == 0
      }
    }
    guard isBound else {
      close(handle)
      return nil
    }
    if port == 0 { share(handle) }
    return (handle, UInt16(bigEndian: address.sin_port))
  }

  /// Lets a socket have its port together with others that are let so, and not accept.
  private static func share(_ handle: Int32) {
    var yes: Int32 = 1
    unsafe setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
    // Two sockets of a process on one port take more there.
    unsafe setsockopt(handle, SOL_SOCKET, SO_REUSEPORT, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Opens one more socket on a port of 127.0.0.1 that ``bound(to:)`` has, and begins to accept
  /// connections.
  static func listening(on port: UInt16) -> Int32? {
    guard let socket = bound(to: port)?.socket else { return nil }
    guard listen(socket) else {
      close(socket)
      return nil
    }
    return socket
  }

  /// Begins to accept connections; returns whether that is so.
  @discardableResult
  static func listen(_ handle: Int32) -> Bool {
    #if canImport(Darwin)
    Darwin.listen(handle, 128) == 0
    #else
    Glibc.listen(handle, 128) == 0
    #endif
  }

  /// Accepts no more connections, from now on.
  ///
  /// A process that is being started has a copy of the socket for a moment, which closing leaves alone.
  static func endListening(_ handle: Int32) {
    shutdown(handle, Int32(SHUT_RDWR))
    close(handle)
  }

  /// The next connection that waits, if there is one.
  static func accept(_ handle: Int32) -> Int32? {
    #if canImport(Darwin)
    let connection = Darwin.accept(handle, nil, nil)
    #else
    let connection = Glibc.accept(handle, nil, nil)
    #endif
    guard connection >= 0 else { return nil }
    prepare(connection)
    return connection
  }

  /// Begins to connect; the socket can be written to when that is done, or has failed.
  static func connect(to address: Address) -> Int32? {
    guard let handle = open(address.family) else { return nil }
    let status = unsafe address.bytes.withUnsafeBytes { bytes in
      guard let generic = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
        return Int32(-1)
      }
      #if canImport(Darwin)
      return unsafe Darwin.connect(handle, generic, socklen_t(bytes.count))
      #else
      return unsafe Glibc.connect(handle, generic, socklen_t(bytes.count))
      #endif
    }
    guard status == 0 || errno == EINPROGRESS else {
      close(handle)
      return nil
    }
    return handle
  }

  /// Two ends of a pipe: what is written to the second can be read from the first.
  static func pipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
    let status = unsafe Darwin.pipe(&ends)
    #else
    let status = unsafe Glibc.pipe(&ends)
    #endif
    guard status == 0 else { return nil }
    for end in ends { setFlags(end) }
    return (ends[0], ends[1])
  }

  /// Reads what has come, at most as much as there is room for.
  static func receive(_ handle: Int32, into room: inout [UInt8]) -> Outcome {
    outcome(unsafe read(handle, &room, room.count), endsAtZero: true)
  }

  /// Writes what the system takes now.
  static func send(_ handle: Int32, _ bytes: ArraySlice<UInt8>) -> Outcome {
    let count = unsafe bytes.withUnsafeBytes { piece in
      #if canImport(Darwin)
      unsafe Darwin.write(handle, piece.baseAddress, piece.count)
      #else
      unsafe Glibc.send(handle, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
      #endif
    }
    return outcome(count, endsAtZero: false)
  }

  /// Writes one byte to a pipe.
  static func ring(_ handle: Int32) {
    var byte: UInt8 = 1
    _ = unsafe write(handle, &byte, 1)
  }

  /// Closes a socket, so that its peer sees an orderly end or a reset.
  static func end(_ handle: Int32, reset: Bool) {
    if reset {
      var option = linger(l_onoff: 1, l_linger: 0)
      let size = socklen_t(MemoryLayout<linger>.size)
      unsafe setsockopt(handle, SOL_SOCKET, SO_LINGER, &option, size)
    }
    close(handle)
  }

  private static func outcome(_ count: Int, endsAtZero: Bool) -> Outcome {
    if count > 0 || (count == 0 && !endsAtZero) { return .done(count) }
    if count < 0, [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) { return .notNow }
    return .ended
  }

  private static func open(_ family: Int32) -> Int32? {
    let handle = socket(family, stream, 0)
    guard handle >= 0 else { return nil }
    prepare(handle)
    return handle
  }

  private static func prepare(_ handle: Int32) {
    setFlags(handle)
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    unsafe setsockopt(handle, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
    #if canImport(Darwin)
    unsafe setsockopt(handle, SOL_SOCKET, SO_NOSIGPIPE, &yes, size)
    #endif
  }

  private static func setFlags(_ handle: Int32) {
    _ = fcntl(handle, F_SETFL, fcntl(handle, F_GETFL) | O_NONBLOCK)
    _ = fcntl(handle, F_SETFD, FD_CLOEXEC)
  }
}
