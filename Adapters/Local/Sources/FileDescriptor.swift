internal import CKinoLocal

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Owns an open descriptor and closes it.
struct FileDescriptor: ~Copyable, Sendable {
  let raw: Int32

  /// Takes over what a `kino_open_*` call returned.
  init(opened result: Int32) throws(SystemError) {
    guard result >= 0 else { throw SystemError(code: -result) }
    raw = result
  }

  /// Opens a directory by its absolute path, links included, to list it.
  init(directory path: [UInt8]) throws(SystemError) {
    let result = unsafe path.withCString { path in
      var result: Int32
      repeat {
        result = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      } while result < 0 && errno == EINTR
      return result < 0 ? -errno : result
    }
    try self.init(opened: result)
  }

  deinit {
    close(raw)
  }
}

/// An `errno` value.
struct SystemError: Error, Hashable {
  let code: Int32
}

extension Collection<UInt8> {
  /// Calls `body` with the bytes, which hold no NUL, and a NUL behind them.
  func withCString<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { buffer in
      var end = 0
      for byte in self {
        unsafe buffer[end] = CChar(bitPattern: byte)
        end += 1
      }
      unsafe buffer[end] = 0
      // Invariant: a buffer of at least one element has an address.
      guard let start = buffer.baseAddress else { preconditionFailure("no room for NUL") }
      return unsafe body(UnsafePointer(start))
    }
  }
}
