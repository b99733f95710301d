#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The clocks of the operating system.
public struct SystemClock: KinoClock {
  private static let start = ContinuousClock.now

  /// Creates the clock.
  public init() {}

  /// Reads the wall clock.
  public func now() -> Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }

  /// Reads a clock that also counts while the machine sleeps.
  public func monotonic() -> Duration {
    Self.start.duration(to: .now)
  }

  /// Suspends the task without holding a thread.
  public func sleep(for duration: Duration) async throws(CancellationError) {
    do {
      try await Task.sleep(for: duration)
    } catch {
      throw CancellationError()
    }
  }
}
