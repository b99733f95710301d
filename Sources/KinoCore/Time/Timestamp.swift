/// A moment in milliseconds since 1970-01-01T00:00:00Z; negative before it.
///
/// It is the only form in which Kinothek stores and compares wall-clock time.
public struct Timestamp: Hashable, Sendable, Codable {
  /// Milliseconds since the Unix epoch, UTC, without leap seconds.
  public var milliseconds: Int64

  /// Creates a moment.
  ///
  /// - Parameter milliseconds: Milliseconds since the Unix epoch.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Creates a moment from a `timespec`, rounding down; saturates far outside any calendar.
  ///
  /// - Parameters:
  ///   - seconds: Seconds since the Unix epoch.
  ///   - nanoseconds: 0 ..< 1,000,000,000, counted forward also before 1970.
  public init(seconds: Int64, nanoseconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    if overflow {
      self.milliseconds = seconds < 0 ? .min : .max
    } else {
      let (sum, carried) = product.addingReportingOverflow(nanoseconds / 1_000_000)
      self.milliseconds = carried ? .max : sum
    }
  }

  /// The first moment of the year 1.
  public static let earliest = Timestamp(milliseconds: -62_135_596_800_000)
  /// The last millisecond of the year 9999.
  public static let latest = Timestamp(milliseconds: 253_402_300_799_999)

  /// Whether the moment lies in the years 1…9999, outside which a source's date is noise.
  public var isPlausible: Bool { Self.earliest <= self && self <= Self.latest }

  /// The time from another moment to this one; saturates.
  ///
  /// - Parameter earlier: The start.
  /// - Returns: A negative duration when the other moment is later.
  public func since(_ earlier: Timestamp) -> Duration {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    guard !overflow else { return .milliseconds(milliseconds < 0 ? Int64.min : .max) }
    return .milliseconds(difference)
  }

  /// The moment a duration later, or earlier for a negative one; saturates.
  ///
  /// - Parameter duration: Fractions of a millisecond are cut off.
  /// - Returns: The other moment.
  public func advanced(by duration: Duration) -> Timestamp {
    let (sum, overflow) = milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
    guard !overflow else { return Timestamp(milliseconds: milliseconds < 0 ? .min : .max) }
    return Timestamp(milliseconds: sum)
  }
}

extension Timestamp: Comparable {
  /// Orders by time.
  public static func < (left: Self, right: Self) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Duration {
  /// The duration in milliseconds, cut towards zero; saturates.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, carried) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return carried ? (seconds < 0 ? .min : .max) : sum
  }
}
