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
    guard range.count <= Self.longest else { return nil }
    var place = range.lowerBound
    low = Self.pack(bytes, &place, range.upperBound)
    if place < range.upperBound {
      middle = Self.pack(bytes, &place, range.upperBound)
      high = Self.pack(bytes, &place, range.upperBound)
    }
    count = range.count
  }

  /// The key of an entry of a table.
  init(entry: some Collection<UInt8>) {
    let bytes = PathText(Array(entry)).folded
    guard let key = WordKey(bytes, 0..<bytes.count) else {
      // Invariant: no entry of the tables has more than `WordKey.longest` bytes.
      preconditionFailure("an entry of a table is too long")
    }
    self = key
  }

  /// The next eight bytes, or as many as there are.
  private static func pack(_ bytes: [UInt8], _ place: inout Int, _ end: Int) -> UInt64 {
    let last = min(place + 8, end)
    var packed: UInt64 = 0
    var shift: UInt64 = 0
    while place < last {
      packed |= UInt64(bytes[place]) &<< shift
      shift &+= 8
      place &+= 1
    }
    return packed
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
