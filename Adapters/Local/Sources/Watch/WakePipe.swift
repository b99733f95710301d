internal import CKinoLocal
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Ends a wait of another thread, for good.
final class WakePipe: Sendable {
  let reader: Int32
  private let writer: Int32
  private let signalled = Atomic(false)

  /// Makes a pipe that no child process gets.
  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reader = ends[0]
    writer = ends[1]
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// Whether there was a signal.
  var isSignalled: Bool { signalled.load(ordering: .sequentiallyConsistent) }

  /// Gives the signal; never blocks.
  func signal() {
    guard !signalled.exchange(true, ordering: .sequentiallyConsistent) else { return }
    _ = unsafe write(writer, [UInt8(1)], 1)
  }
}
