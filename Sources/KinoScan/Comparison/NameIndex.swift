import KinoCore

/// Finds the rows of a published directory by the bytes of their names.
///
/// Rows are numbered: sub-directories first, then items. Up to eight names are compared one after
/// the other; more are hashed into a table of integers. No string is made.
struct NameIndex: Sendable {
  private let bytes: [UInt8]
  private var names: [Range<Int>] = []
  /// Per slot the upper half of a hash and the number of the name plus one; 0 for none.
  private var slots: [UInt64] = []
  private let mask: Int

  private static let linearLimit = 8

  init(_ published: PublishedDirectory) {
    bytes = published.nameBytes
    names.reserveCapacity(published.directories.count + published.items.count)
    for number in published.directories.indices { names.append(published.directories[number].name) }
    for number in published.items.indices { names.append(published.items[number].name) }
    guard names.count > Self.linearLimit else {
      mask = 0
      return
    }
    var capacity = 32
    while capacity < names.count * 2 { capacity *= 2 }
    mask = capacity - 1
    slots = [UInt64](repeating: 0, count: capacity)
    for number in names.indices {
      let hash = Self.hash(bytes, names[number])
      var slot = Int(truncatingIfNeeded: hash >> 32) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = hash & Self.tag | UInt64(number + 1)
    }
  }

  /// The number of the first row with this name for which `accepts` is true; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - name: The raw name.
  ///   - accepts: Is asked for each row with the name, in no order.
  /// - Returns: The row's number.
  @inline(__always)
  func first(_ name: [UInt8], where accepts: (Int) -> Bool) -> Int? {
    guard names.count > Self.linearLimit else {
      for number in names.indices where matches(number, name) && accepts(number) { return number }
      return nil
    }
    let hash = Self.hash(name, 0..<name.count)
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[slot] != 0 {
      if (slots[slot] ^ hash) & Self.tag == 0 {
        let number = Int(truncatingIfNeeded: slots[slot] & ~Self.tag) - 1
        if matches(number, name) && accepts(number) { return number }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// The part of a hash that is kept in a slot; the rest is the number.
  private static let tag: UInt64 = 0xFFFF_FFFF_0000_0000

  @inline(__always)
  private func matches(_ number: Int, _ name: [UInt8]) -> Bool {
    let range = names[number]
    guard range.count == name.count else { return false }
    var position = range.lowerBound
    for byte in name {
      guard bytes[position] == byte else { return false }
      position &+= 1
    }
    return true
  }

  /// FNV-1a over every fourth byte in four lanes, which do not wait for each other, mixed at the
  /// end.
  @inline(__always)
  private static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    let prime: UInt64 = 0x0000_0100_0000_01b3
    var a: UInt64 = 0xcbf2_9ce4_8422_2325
    var (b, c, d) = (a &+ 1, a &+ 2, a &+ 3)
    var position = range.lowerBound
    while range.upperBound &- position >= 4 {
      a = (a ^ UInt64(bytes[position])) &* prime
      b = (b ^ UInt64(bytes[position &+ 1])) &* prime
      c = (c ^ UInt64(bytes[position &+ 2])) &* prime
      d = (d ^ UInt64(bytes[position &+ 3])) &* prime
      position &+= 4
    }
    while position < range.upperBound {
      a = (a ^ UInt64(bytes[position])) &* prime
      position &+= 1
    }
    let mixed = (a &* 3) ^ (b &* 5) ^ (c &* 7) ^ (d &* 11)
    return (mixed ^ mixed >> 32) &* 0x9E37_79B9_7F4A_7C15
  }
}
