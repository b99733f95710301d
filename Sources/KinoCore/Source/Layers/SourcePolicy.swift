/// How patient and how gentle the layers around a session are.
public struct SourcePolicy: Hashable, Sendable {
  /// How often a call that failed for a while is tried again.
  public var retries = 3
  /// The wait before the first retry; each further one is twice as long.
  public var firstDelay: Duration = .milliseconds(250)
  /// The longest wait that doubling leads to.
  public var longestDelay: Duration = .seconds(30)
  /// The longest wait that a source may ask for; beyond it calls fail until that time has come.
  public var longestRetryAfter: Duration = .seconds(600)
  /// The shortest and the longest time between calls to a source that is overloaded.
  public var pacing: ClosedRange<Duration> = .milliseconds(50) ... .seconds(4)
  /// How long a source may fail without any answer before calls to it fail at once; one call in each
  /// of the distances above is made nonetheless, to see whether it is back.
  public var longestOutage: Duration = .seconds(30)
  /// The most calls at the same time, below what the source declares; `nil` for what it declares.
  public var concurrency: Int?
  /// The most entries that one directory may have.
  public var entryLimit = 5_000_000
  /// The most pages in a row that bring nothing new.
  public var emptyPageLimit = 64

  /// Creates the default policy.
  public init() {}

  /// The wait before a retry: half of it fixed, half of it random.
  ///
  /// - Parameters:
  ///   - attempt: How many retries there were.
  ///   - random: Any 64 bits.
  /// - Returns: At most ``longestDelay``.
  func delay(beforeRetry attempt: Int, random: UInt64) -> Duration {
    let doubled = firstDelay * (1 << min(attempt, 20))
    return min(doubled, longestDelay).jittered(random)
  }
}

extension Duration {
  /// Between one half of the duration and the whole.
  func jittered(_ random: UInt64) -> Duration {
    let half = self / 2
    return half + half * (Double(random >> 11) / Double(1 << 53))
  }
}
