/// The numbers of episodes that follow a first one: lists, ranges, and both.
struct EpisodeList {
  private(set) var numbers: [Int]
  private let digits: Int
  private var last: Int
  /// Whether the numbers are written `1x02`.
  var isCross = false

  init(_ first: Int, digits: Int) {
    numbers = [first]
    last = first
    self.digits = digits
  }

  /// Reads on for as long as numbers follow.
  mutating func readOn(_ cursor: inout Cursor, season: Int?) {
    while numbers.count < NameParser.longestRange {
      var ahead = cursor
      guard readNext(&ahead, season) else { return }
      cursor = ahead
    }
  }

  private mutating func readNext(_ cursor: inout Cursor, _ season: Int?) -> Bool {
    if isCross ? cursor.take("x") : prefix(&cursor) {
      return append(cursor.number(1...5), cursor, isRange: false)
    }
    let isSpaced = cursor.takeBlank()
    let isRange = cursor.take("-") || cursor.take("~")
    let isList = !isRange && (cursor.take("&") || cursor.take("+") || cursor.take(","))
    let isSpacedBehind = isRange && cursor.takeBlank() || isList && cursor.takeBlank()
    let hasPrefix = repeated(&cursor, season)
    if !hasPrefix {
      guard isRange || isList || isSpaced && !isCross else { return false }
      if isRange, isSpaced || isSpacedBehind { return false }
    }
    let number = cursor.number(1...5)
    if !hasPrefix, let number, !isPlausible(number, isRange: isRange || isList) { return false }
    return append(number, cursor, isRange: isRange)
  }

  /// A number without its letter: of as many digits as the first, and behind a blank the very next.
  private func isPlausible(_ number: (value: Int, digits: Int), isRange: Bool) -> Bool {
    guard number.digits <= max(digits, 3), !Resolution.isBare(number.value) else {
      return false
    }
    if isRange { return number.digits >= min(digits, 2) || number.value > last }
    return number.value == last + 1 && number.digits == digits && digits >= 2
  }

  private func prefix(_ cursor: inout Cursor) -> Bool {
    var ahead = cursor
    guard Reading.episodePrefix(&ahead, allowsCross: false), ahead.byte.isDigit else {
      return false
    }
    cursor = ahead
    return true
  }

  /// `e`, or the season again: `s01e`, `1x`.
  private func repeated(_ cursor: inout Cursor, _ season: Int?) -> Bool {
    if !isCross, prefix(&cursor) { return true }
    guard let season else { return false }
    var ahead = cursor
    if isCross {
      guard let again = ahead.number(1...4), again.value == season, ahead.take("x") else {
        return false
      }
    } else {
      guard ahead.take("s"), let again = ahead.number(1...4), again.value == season else {
        return false
      }
      _ = ahead.takeBlank()
      guard prefix(&ahead) else { return false }
    }
    cursor = ahead
    return true
  }

  private mutating func append(
    _ number: (value: Int, digits: Int)?,
    _ cursor: Cursor,
    isRange: Bool
  ) -> Bool {
    guard let number, number.value > last else { return false }
    guard cursor.isAtWordEnd || cursor.byte == UInt8(ascii: isCross ? "x" : "e") else {
      return false
    }
    if isRange {
      let more = number.value - last
      guard more <= NameParser.longestRange - numbers.count else { return false }
      numbers.append(contentsOf: last + 1...number.value)
    } else {
      numbers.append(number.value)
    }
    last = number.value
    return true
  }
}
