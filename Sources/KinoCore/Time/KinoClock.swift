/// The time that everything in Kinothek goes by.
///
/// It is injected everywhere, so that tests decide what time it is and never sleep. Wall time may
/// jump in either direction at any moment; only monotonic time measures how long something took.
public protocol KinoClock: Sendable {
  /// The wall clock, for what is stored and shown.
  func now() -> Timestamp

  /// Time since some fixed moment of this process or boot; never goes backwards.
  func monotonic() -> Duration

  /// Waits, or returns at once for durations that are not positive.
  ///
  /// - Parameter duration: How long, in monotonic time.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(for duration: Duration) async throws(CancellationError)
}
