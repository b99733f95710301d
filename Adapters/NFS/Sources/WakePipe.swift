#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Ends the loop's wait from any thread.
struct WakePipe: ~Copyable, Sendable {
  /// The end to poll.
  let reading: Int32
  private let writing: Int32

  /// Creates a pipe; the result is `nil` when the process has too many descriptors.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    _ = close(reading)
    _ = close(writing)
  }

  /// Wakes the loop; a full pipe has woken it before.
  func wake() {
    var byte: UInt8 = 1
    _ = unsafe write(writing, &byte, 1)
  }

  /// Makes the next wake-up one.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(reading, &bytes, bytes.count) > 0 {}
  }
}
