/// A place in a name, moved forward by what is read.
struct Cursor {
  let bytes: [UInt8]
  private(set) var place: Int
  let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    place = range.lowerBound
    end = range.upperBound
  }

  var byte: UInt8 { place < end ? bytes[place] : 0 }
  var isAtEnd: Bool { place >= end }

  /// Reads a byte if it is the next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  /// Reads at most one blank.
  mutating func takeBlank() -> Bool { take(" ") || take(".") || take("_") }

  /// Reads a number that has `digits` digits; leaves the place as it was if there is none.
  mutating func number(_ digits: ClosedRange<Int>) -> (value: Int, digits: Int)? {
    var at = place
    var value = 0
    while at < end, bytes[at].isDigit {
      guard at - place < digits.upperBound else { return nil }
      value = value * 10 + Int(bytes[at] - 0x30)
      at += 1
    }
    guard at - place >= digits.lowerBound else { return nil }
    defer { place = at }
    return (value, at - place)
  }

  /// Moves on within the name.
  mutating func advance(_ count: Int) { place = min(place + count, end) }

  /// Reads the letter of one part of an episode, `01b`, if a word ends there.
  mutating func takeSegment() -> Bool {
    guard byte &- 0x61 < 4 else { return false }
    var ahead = self
    ahead.place += 1
    guard ahead.isAtWordEnd else { return false }
    self = ahead
    return true
  }

  /// Whether a word could end here: `v2` may follow a number.
  var isAtWordEnd: Bool {
    guard place < end else { return true }
    if byte == UInt8(ascii: "v"), place + 1 < end, bytes[place + 1].isDigit { return true }
    return !byte.isLetter && !byte.isDigit && byte < 0x80 || byte >= 0xE2
  }
}
