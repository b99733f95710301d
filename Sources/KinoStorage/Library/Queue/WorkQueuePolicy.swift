/// Limits of the work queue.
package struct WorkQueuePolicy: Hashable, Sendable {
  /// No lease is longer, in milliseconds; one that seems to be was given before the clock was set
  /// back, and counts as expired.
  package var maximumLease: Int64
  /// No retry waits longer, in milliseconds; one that seems to is due.
  package var maximumDelay: Int64
  /// How often work is tried before it fails for good.
  package var maximumAttempts: Int
  /// How many expired or due rows one claim makes ready.
  package var promotionLimit: Int

  package init(
    maximumLease: Int64 = 15 * 60_000,
    maximumDelay: Int64 = 7 * 24 * 3_600_000,
    maximumAttempts: Int = 5,
    promotionLimit: Int = 64
  ) {
    self.maximumLease = maximumLease
    self.maximumDelay = maximumDelay
    self.maximumAttempts = maximumAttempts
    self.promotionLimit = promotionLimit
  }
}
