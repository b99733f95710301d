extension Reading {
  /// Reads a day of broadcast: `2016.05.23`, `23-05-2016`, `20160523`, `160523`, `5th Mar 2025`.
  mutating func readDate() {
    for index in words.indices where words[index].role == .none {
      guard let (value, length) = date(at: index) else { continue }
      date = Mark(value, index..<index + length, .date)
      claim(index..<index + length, .date)
      return
    }
  }

  private func date(at index: Int) -> (CalendarDate, Int)? {
    let word = words[index]
    if index + 2 < words.count, let date = threeWords(index) { return (date, 3) }
    guard word.isNumber else { return nil }
    if word.count == 8, let date = Self.packed(word.number, century: 0) { return (date, 1) }
    let isFramed = index > 0 && word.gap != .dash
    if word.count == 6, isFramed, let date = Self.packed(word.number, century: 2000) {
      return (2000...2035).contains(date.year) ? (date, 1) : nil
    }
    return nil
  }

  private func threeWords(_ index: Int) -> CalendarDate? {
    let (first, second, third) = (words[index], words[index + 1], words[index + 2])
    if second.meaning.structure == .month, third.count == 4, third.isNumber {
      let day =
        first.isNumber
        ? first.number : first.meaning.structure == .ordinal ? Int(first.meaning.number) : 0
      return CalendarDate(year: third.number, month: Int(second.meaning.number), day: day)
    }
    if first.meaning.structure == .month, second.isNumber, third.isNumber, third.count == 4 {
      return CalendarDate(year: third.number, month: Int(first.meaning.number), day: second.number)
    }
    guard first.isNumber, second.isNumber, third.isNumber, second.gap == third.gap,
      second.gap.isSubset(of: [.dot, .dash, .space, .underscore]), second.count == 2
    else { return nil }
    if first.count == 4, third.count == 2 {
      return CalendarDate(year: first.number, month: second.number, day: third.number)
        ?? CalendarDate(year: first.number, month: third.number, day: second.number)
    }
    guard first.count == 2 else { return nil }
    if third.count == 4 {
      return CalendarDate(year: third.number, month: second.number, day: first.number)
        ?? CalendarDate(year: third.number, month: first.number, day: second.number)
    }
    guard third.count == 2, second.gap != .space, third.number <= 35 else { return nil }
    return CalendarDate(year: 2000 + third.number, month: second.number, day: first.number)
      ?? CalendarDate(year: 2000 + first.number, month: second.number, day: third.number)
      ?? CalendarDate(year: 2000 + third.number, month: first.number, day: second.number)
  }

  private static func packed(_ digits: Int, century: Int) -> CalendarDate? {
    let date = CalendarDate(
      year: century + digits / 10_000,
      month: digits / 100 % 100,
      day: digits % 100
    )
    return date.flatMap { (1950...2035).contains($0.year) ? $0 : nil }
  }
}
