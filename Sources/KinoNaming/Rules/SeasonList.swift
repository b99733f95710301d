/// The numbers of seasons that follow a first one.
struct SeasonList {
  let first: Int
  /// Those behind the first; most names have none.
  private(set) var more: [Int] = []
  private var last: Int
  /// Whether the seasons are written `S01`.
  private let isShort: Bool

  init(_ first: Int, isShort: Bool) {
    self.first = first
    last = first
    self.isShort = isShort
  }

  /// Reads on for as long as seasons follow.
  mutating func readOn(_ cursor: inout Cursor) {
    while more.count < 199 {
      var ahead = cursor
      guard readNext(&ahead) else { return }
      cursor = ahead
    }
  }

  private mutating func readNext(_ cursor: inout Cursor) -> Bool {
    var blanks = 0
    while cursor.takeBlank(), blanks < 2 { blanks += 1 }
    var isRange = cursor.take("-") || cursor.take(":") || cursor.take("~")
    if !isRange, blanks > 0, Self.through.contains(where: { cursor.take($0) }) {
      guard cursor.takeBlank() else { return false }
      isRange = true
    }
    let isList = !isRange && (cursor.take("+") || cursor.take(",") || cursor.take("&"))
    let isTight = blanks == 0
    var blanksBehind = 0
    while cursor.takeBlank(), blanksBehind < 2 { blanksBehind += 1 }
    let hasPrefix = isShort && cursor.take("s")
    guard hasPrefix || isRange || isList || blanks == 1 else { return false }
    guard let next = cursor.number(1...2), cursor.isAtWordEnd, next.value > last, next.value < 60
    else { return false }
    if isRange {
      guard hasPrefix || isTight && blanksBehind == 0 || !isShort && !Self.isPadded(next) else {
        return false
      }
      if hasPrefix, isShort, next.value == last + 1 { return append(next.value) }
      more.append(contentsOf: last + 1...next.value)
      last = next.value
      return true
    }
    guard hasPrefix || isList || isBareNext(next) else { return false }
    return append(next.value)
  }

  /// What stands between the first and the last: `Season 1 to 5`, `Saison 1 à 5`, `Staffel 1 bis 5`.
  private static let through = ["to", "à", "bis", "al", "до", "по"].map { Array($0.utf8) }

  /// `Season 2 - 08` is a season and an episode.
  private static func isPadded(_ number: (value: Int, digits: Int)) -> Bool {
    number.digits > 1
  }

  /// `S01 02 03` and `Season 1.3.4`: a number behind a blank.
  private func isBareNext(_ next: (value: Int, digits: Int)) -> Bool {
    isShort ? next.value == last + 1 && next.digits == 2 : next.digits == 1
  }

  private mutating func append(_ value: Int) -> Bool {
    more.append(value)
    last = value
    return true
  }
}
