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
    var hasher = Hasher()
    hasher.combine(name)
    let hash = UInt64(bitPattern: Int64(hasher.finalize()))
    // An empty slot is 0.
    guard place(hash == 0 ? 1 : hash) else { return false }
    count += 1
    return true
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
