/// A day in the Gregorian calendar.
public struct CalendarDate: Hashable, Sendable, CustomStringConvertible {
  /// 1900 to 2099.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31, and no later than the month's last day.
  public let day: Int

  /// A date, unless there is no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard (1900...2099).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    guard day <= Self.days(in: month, of: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// As in ISO 8601: `2016-05-23`.
  public var description: String {
    "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
