internal import CKinoNFS
internal import CKinoNFSGuard

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Whom the server is told that we are (AUTH_SYS, RFC 5531, appendix A); `nil` for the process's own.
struct RPCUser: Hashable, Sendable {
  var user: UInt32?
  var group: UInt32?
}

/// Owns one connection of libnfs; belongs to the loop's thread.
///
/// Only the asynchronous calls are used: the others keep pointers to their callers' stacks when a
/// connection breaks. libnfs reconnects by itself never, as it would do so for ever.
@safe
struct RPCContext: ~Copyable {
  private let nfs: OpaquePointer
  private let rpc: OpaquePointer

  /// Creates an owner that is not connected; the result is `nil` when there is no memory.
  init?(_ user: RPCUser) {
    guard let nfs = unsafe nfs_init_context(), let rpc = unsafe nfs_get_rpc_context(nfs) else {
      return nil
    }
    unsafe self.nfs = nfs
    unsafe self.rpc = rpc
    unsafe nfs_set_autoreconnect(nfs, 0)
    unsafe nfs_set_dircache(nfs, 0)
    if let user = user.user { unsafe nfs_set_uid(nfs, Int32(bitPattern: user)) }
    if let group = user.group { unsafe nfs_set_gid(nfs, Int32(bitPattern: group)) }
  }

  /// Ends the connection at once; calls under way are called back as cancelled.
  deinit { unsafe nfs_destroy_context(nfs) }

  /// What to poll; negative without a connection.
  var descriptor: Int32 { unsafe rpc_get_fd(rpc) }

  /// What to poll for.
  var events: Int16 { Int16(truncatingIfNeeded: unsafe rpc_which_events(rpc)) }

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - address: Numeric, as others would be looked up on this thread.
  ///   - port: The port.
  ///   - attempt: Told the outcome; must outlive the connection.
  /// - Returns: Whether it began.
  func connect(to address: String, port: UInt16, telling attempt: ConnectAttempt) -> Bool {
    let context = unsafe Unmanaged.passUnretained(attempt).toOpaque()
    guard unsafe rpc_connect_async(rpc, address, Int32(port), connected, context) == 0 else {
      return false
    }
    // What the process starts shall not have it.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return true
  }

  /// Reads and writes what is possible.
  ///
  /// - Returns: Whether the connection is still good.
  func service(_ events: Int16) -> Bool { unsafe rpc_service(rpc, Int32(events)) == 0 }

  /// Sends a call.
  ///
  /// - Returns: Whether libnfs took it; its context is then called back exactly once.
  func send(_ call: RPCCall, _ context: UnsafeMutableRawPointer) -> Bool {
    unsafe call.send(rpc, context) == 0
  }

  /// How many bytes were read from the server in all.
  var bytesRead: UInt64 { kino_nfs_bytes_read(descriptor) }

  /// The number of the error that ended an attempt to connect; 0 for none.
  ///
  /// libnfs would forget it.
  func takeSocketError() -> Int32 {
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
    return code
  }

  /// The number of the system's error that libnfs speaks of last; 0 for none.
  var errorCode: Int32 {
    guard let text = unsafe rpc_get_error(rpc) else { return 0 }
    let words = unsafe String(cString: text)
    guard let open = words.lastIndex(of: "("), let close = words[open...].firstIndex(of: ")")
    else { return 0 }
    return Int32(words[words.index(after: open)..<close]) ?? 0
  }
}

/// Whether a connection came about; belongs to the loop's thread.
final class ConnectAttempt {
  var isConnected: Bool?
}

private func connected(
  _: OpaquePointer?,
  _ status: Int32,
  _: UnsafeMutableRawPointer?,
  _ context: UnsafeMutableRawPointer?
) {
  guard let context = unsafe context else { return }
  unsafe Unmanaged<ConnectAttempt>.fromOpaque(context).takeUnretainedValue().isConnected =
    status == RPC_STATUS_SUCCESS
}
