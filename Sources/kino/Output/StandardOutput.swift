import KinoBlocking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Writes bytes to standard output, on a thread of its own, as fast as its reader takes them.
actor StandardOutput {
  /// Why a write failed.
  enum Failure: Error, Hashable {
    /// The reader has read enough.
    case closed
    /// The system's code, such as `ENOSPC`.
    case failed(Int32)

    /// For people; nothing where nothing is to be said.
    var message: String? {
      switch self {
      case .closed: nil
      case .failed(let code): "cannot write: \(unsafe String(cString: strerror(code)))"
      }
    }
  }

  private let executor = SerialBlockingExecutor(name: "kino-output")
  private let descriptor: Int32

  /// Where the actor's work is done.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Prepares a descriptor, which stays open.
  init(_ descriptor: Int32 = STDOUT_FILENO) {
    self.descriptor = descriptor
  }

  /// Writes all of the bytes; returns when the system has taken them.
  func write(_ bytes: [UInt8]) throws(Failure) {
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes[start...].withUnsafeBytes { rest in
        unsafe systemWrite(descriptor, rest.baseAddress, rest.count)
      }
      if count >= 0 {
        start += count
      } else if errno == EAGAIN {
        waitForRoom()
      } else if errno != EINTR {
        throw errno == EPIPE ? .closed : .failed(errno)
      }
    }
  }

  /// Waits where the descriptor was made not to block by whoever shares it.
  private func waitForRoom() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&request, 1, -1)
  }
}

/// `write(2)`, whose name the actor's own method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
