/// The names that one listing has delivered, by 64-bit keyed hashes in one flat table.
///
/// 12 to 24 bytes a name. Two different names share a hash once in 2^64 pairs, and whoever chooses
/// the names does not know the key: the price is one entry that counts as a twin.
struct NameSet {
  private var slots: [UInt64] = []
  private(set) var count = 0

  /// Makes room for more names.
  mutating func reserve(_ additional: Int) {
    let needed = (count + additional) * 2
    guard needed > slots.count else { return }
    var size = max(16, slots.count)
    while size < needed { size *= 2 }
    let old = slots
    slots = [UInt64](repeating: 0, count: size)
    for hash in old where hash != 0 { place(hash) }
  }

  /// Adds a name.
  ///
  /// - Returns: Whether it was not there yet.
  mutating func insert(_ name: PathComponent) -> Bool {
    if (count + 1) * 2 > slots.count { reserve(count + 1) }
    let hash = Self.hash(name.bytes)
    // An empty slot is 0.
    guard place(hash == 0 ? 1 : hash) else { return false }
    count += 1
    return true
  }

  private static let key = UInt64.random(in: .min ... .max)

  /// Multiplies eight bytes at a time into the key and folds the halves of each product together.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    unsafe bytes.withUnsafeBytes { buffer in
      var hash = key ^ UInt64(buffer.count)
      var offset = 0
      while offset + 8 <= buffer.count {
        hash ^= unsafe buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        hash = fold(hash)
        offset += 8
      }
      var rest: UInt64 = 0
      while offset < buffer.count {
        rest = rest << 8 | UInt64(unsafe buffer[offset])
        offset += 1
      }
      return fold(hash ^ rest ^ key.byteSwapped)
    }
  }

  private static func fold(_ value: UInt64) -> UInt64 {
    let product = (value ^ key).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  @discardableResult
  private mutating func place(_ hash: UInt64) -> Bool {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if slots[slot] == hash { return false }
      slot = (slot + 1) & mask
    }
    slots[slot] = hash
    return true
  }
}
