package import KinoCore

extension Timestamp {
  /// The moment in UTC, to the second: `2026-11-30 07:10:07Z` (proleptic Gregorian calendar).
  package var text: String {
    let seconds = milliseconds.floored(by: 1_000)
    let day = seconds.floored(by: 86_400)
    let rest = seconds - day * 86_400
    let (year, month, dayOfMonth) = Self.civil(day)
    let time = [rest / 3_600, rest / 60 % 60, rest % 60].map(Self.twoDigits)
    return "\(year)-\(Self.twoDigits(month))-\(Self.twoDigits(dayOfMonth)) "
      + time.joined(separator: ":") + "Z"
  }

  /// The date of a day counted from 1970-01-01, by eras of 400 years that begin in March.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = shifted.floored(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

extension Int64 {
  /// The quotient rounded down, also below 0.
  fileprivate func floored(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
