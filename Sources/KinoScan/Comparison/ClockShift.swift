/// Notices that all modification times of a directory moved alike: the clock or the zone of the
/// source changed, and no file did.
///
/// FAT and some servers keep local time, so that a change to summer time, or another zone, moves
/// every file by a multiple of half an hour.
struct ClockShift {
  private let minimum: Int
  private let precision: Int64
  private var shift: Int64?
  private var isBroken = false
  private(set) var count = 0

  /// The longest distance between two zones, and the step between zones, in milliseconds.
  private static let limit: Int64 = 14 * 3_600_000
  private static let step: Int64 = 1_800_000

  /// - Parameters:
  ///   - minimum: How many files must have moved.
  ///   - precision: The step of the source's times, in milliseconds.
  init(minimum: Int, precision: Int64?) {
    self.minimum = minimum
    self.precision = precision ?? 1
  }

  /// Whether every file with a known time moved by the same plausible shift.
  var isBelieved: Bool { !isBroken && count >= minimum }

  /// A file whose time stayed, or whose content changed otherwise, refutes a shift.
  @inline(__always)
  mutating func refute() { isBroken = true }

  /// A file whose time moved by these milliseconds, with its size unchanged.
  mutating func note(_ milliseconds: Int64) {
    guard !isBroken else { return }
    guard Self.isPlausible(milliseconds, precision: precision) else {
      isBroken = true
      return
    }
    let common = shift ?? milliseconds
    shift = common
    isBroken = (milliseconds - common).magnitude >= precision.magnitude
    count += 1
  }

  private static func isPlausible(_ shift: Int64, precision: Int64) -> Bool {
    guard shift.magnitude < limit.magnitude + precision.magnitude else { return false }
    let steps = (shift.magnitude + step.magnitude / 2) / step.magnitude
    let rest =
      max(shift.magnitude, steps * step.magnitude)
      - min(shift.magnitude, steps * step.magnitude)
    return steps > 0 && rest < precision.magnitude
  }
}
