/// How hints of a watched source become scans, in numbers.
public struct WatchPolicy: Hashable, Sendable {
  /// How long nothing must have been hinted at before a scan begins.
  public var quietPeriod: Duration = .seconds(1)
  /// How long a scan may be put off by hints that do not stop.
  public var longestWait: Duration = .seconds(15)
  /// The most subtrees of one scan; more of them are merged into those above.
  public var subtreeLimit = 64
  /// The time from one full scan to the next while the source is watched, which finds what no hint
  /// told of and lets go of removals that were held back; `nil` for none but the first.
  public var fullScanInterval: Duration? = .seconds(3_600)
  /// The time from one full scan to the next while the source is not watched; `nil` for none: what can
  /// never be watched is then scanned once.
  public var unwatchedInterval: Duration? = .seconds(600)
  /// The wait after a scan or a watch has failed; it doubles with each failure in a row.
  public var retryDelay: Duration = .seconds(5)
  /// The longest wait that doubling leads to.
  public var longestRetryDelay: Duration = .seconds(300)

  /// Creates the defaults.
  public init() {}

  /// The wait after so many failures in a row, at least one.
  func delay(afterFailures count: Int) -> Duration {
    min(longestRetryDelay, retryDelay * (1 << min(max(0, count - 1), 16)))
  }
}
