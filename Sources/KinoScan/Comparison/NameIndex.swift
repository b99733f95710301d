import KinoCore

/// Finds the names of a published directory by their bytes.
///
/// Up to eight names are compared one after the other; more are hashed into a table of integers:
/// one allocation, no string.
struct NameIndex: Sendable {
  /// Per slot the upper half of a hash and the number of the name plus one; 0 for none.
  private var slots: [UInt64] = []
  private let mask: Int
  private let count: Int

  private static let linearLimit = 8

  /// - Parameters:
  ///   - count: How many names there are.
  ///   - bytes: The buffer that holds them.
  ///   - range: Where a name lies in the buffer.
  @inline(__always)
  init(count: Int, bytes: [UInt8], range: (Int) -> Range<Int>) {
    self.count = count
    guard count > Self.linearLimit else {
      mask = 0
      return
    }
    var capacity = 32
    while capacity < count * 2 { capacity *= 2 }
    mask = capacity - 1
    slots = [UInt64](repeating: 0, count: capacity)
    for number in 0..<count {
      let hash = Self.hash(bytes, range(number))
      var slot = Int(truncatingIfNeeded: hash >> 32) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = hash & Self.tag | UInt64(number + 1)
    }
  }

  /// The first name with these bytes of which `body` is true; `nil` when there is none.
  @inline(__always)
  func first(
    _ name: [UInt8],
    in bytes: [UInt8],
    range: (Int) -> Range<Int>,
    where body: (Int) -> Bool
  ) -> Int? {
    guard count > Self.linearLimit else {
      for number in 0..<count where Self.matches(bytes, range(number), name) && body(number) {
        return number
      }
      return nil
    }
    let hash = Self.hash(name, 0..<name.count)
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[slot] != 0 {
      let number = Int(truncatingIfNeeded: slots[slot] & ~Self.tag) - 1
      if slots[slot] & Self.tag == hash & Self.tag, Self.matches(bytes, range(number), name),
        body(number)
      {
        return number
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// All names with these bytes.
  func all(_ name: [UInt8], in bytes: [UInt8], range: (Int) -> Range<Int>) -> [Int] {
    var numbers: [Int] = []
    _ = first(name, in: bytes, range: range) {
      numbers.append($0)
      return false
    }
    return numbers
  }

  /// The part of a hash that is kept in a slot; the rest is the number.
  private static let tag: UInt64 = 0xFFFF_FFFF_0000_0000

  @inline(__always)
  private static func matches(_ bytes: [UInt8], _ range: Range<Int>, _ name: [UInt8]) -> Bool {
    guard range.count == name.count else { return false }
    let start = range.lowerBound
    for offset in 0..<name.count where bytes[start + offset] != name[offset] { return false }
    return true
  }

  /// FNV-1a over the bytes, its halves mixed at the end.
  @inline(__always)
  private static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for position in range {
      hash = (hash ^ UInt64(bytes[position])) &* 0x0000_0100_0000_01b3
    }
    return (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
  }
}
