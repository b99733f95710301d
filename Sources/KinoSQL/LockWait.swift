#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// How long a thread of the database's own sleeps before it tries a refused lock again.
enum LockWait {
  private static let milliseconds: [UInt32] = [1, 2, 5, 10, 15, 20, 25]

  /// Sleeps 1, 2, 5, … at most 25 milliseconds.
  static func sleep(attempt: Int32) {
    let index = min(max(0, Int(attempt)), milliseconds.count - 1)
    usleep(milliseconds[index] * 1000)
  }
}
