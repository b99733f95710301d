package import KinoCore

/// The time that scans have covered a source: what retention counts in.
///
/// Wall time does not count, so that neither an outage nor a jump of the clock ends the grace of
/// what is missing.
package struct CoveredClock: Hashable, Sendable {
  /// Covered milliseconds; never goes back.
  package var milliseconds: Int64
  /// Covering scans that count, each at least the confirmation interval after the one before.
  package var scans: Int64
  /// When it was advanced last.
  package var advancedAt: Timestamp?

  package init(milliseconds: Int64 = 0, scans: Int64 = 0, advancedAt: Timestamp? = nil) {
    self.milliseconds = milliseconds
    self.scans = scans
    self.advancedAt = advancedAt
  }

  /// The clock after a completed scan that covered the whole source.
  ///
  /// A scan too soon after the one before changes nothing: its time counts with the next. One after
  /// the wall clock was set back starts to measure anew. What is marked missing by this scan carries
  /// the values of ``marks(_:at:)``.
  ///
  /// - Parameters:
  ///   - now: When the scan was published.
  ///   - interval: The least milliseconds between two scans that count.
  ///   - cap: The most milliseconds that one scan adds.
  /// - Returns: The clock that the source has from now on.
  package func advanced(
    at now: Timestamp,
    interval: Int64,
    cap: Int64 = Self.cap
  ) -> CoveredClock {
    guard let last = advancedAt else {
      return CoveredClock(milliseconds: milliseconds, scans: scans + 1, advancedAt: now)
    }
    let elapsed = now.since(last).wholeMilliseconds
    guard elapsed >= 0 else {
      return CoveredClock(milliseconds: milliseconds, scans: scans, advancedAt: now)
    }
    guard elapsed >= interval else { return self }
    return CoveredClock(
      milliseconds: milliseconds + min(elapsed, cap),
      scans: scans + 1,
      advancedAt: now
    )
  }

  /// The clock and the number of scans that a row carries that goes missing at this moment.
  ///
  /// The time since the last advance is added, and the scan that finds a row missing does not
  /// confirm it: of a scan that came too soon to count, the next one that does takes its place.
  package func marks(at now: Timestamp) -> (milliseconds: Int64, scans: Int64) {
    guard let last = advancedAt, last < now else { return (milliseconds, scans) }
    let pending = min(now.since(last).wholeMilliseconds, Self.cap)
    return (milliseconds + pending, scans + 1)
  }

  /// The most that one scan adds, in milliseconds: half of the shortest default grace, so that no
  /// single jump of the clock, nor the scans of the hours behind it, uses a grace up.
  package static let cap: Int64 = 12 * 3_600_000
}
