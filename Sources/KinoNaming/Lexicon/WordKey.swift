/// A word of at most 24 bytes as a value that compares and hashes at once.
struct WordKey: Equatable {
  private(set) var low: UInt64 = 0
  private(set) var middle: UInt64 = 0
  private(set) var high: UInt64 = 0
  private(set) var count = 0

  static let longest = 24

  /// The key of no word.
  init() {}

  /// The key of folded bytes; `nil` if they are too many.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard append(bytes, range) else { return nil }
  }

  /// Appends bytes; false if they do not fit.
  mutating func append(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard count + range.count <= Self.longest else { return false }
    for index in range { push(bytes[index]) }
    return true
  }

  /// Appends a space; false if there is no room.
  mutating func appendSpace() -> Bool {
    guard count < Self.longest else { return false }
    push(0x20)
    return true
  }

  private mutating func push(_ byte: UInt8) {
    let shifted = UInt64(byte) &<< UInt64(count & 7 &* 8)
    switch count &>> 3 {
    case 0: low |= shifted
    case 1: middle |= shifted
    default: high |= shifted
    }
    count &+= 1
  }

  var hash: Int {
    var mixed = low &* 0x9E37_79B9_7F4A_7C15
    mixed ^= (middle &+ 0x1656_67B1) &* 0xC2B2_AE3D_27D4_EB4F
    mixed ^= (high &+ UInt64(count)) &* 0x1656_67B1_9E37_79F9
    mixed ^= mixed &>> 29
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) &>> 33)
  }
}
