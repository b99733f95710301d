/// Values by words: made once, and looked up many times for each name.
///
/// Most words of a name are in no table. To find that out reads two bytes of an index that stays in
/// the processor's nearest cache.
struct KeyTable<Value: Sendable>: Sendable {
  /// For each slot the place of an entry, counted from 1; 0 where there is none.
  private var slots: [UInt16]
  private var keys: [WordKey] = []
  private var values: [Value] = []
  private let mask: Int

  /// A table for fewer than half as many words as it has slots, a power of two up to 65,536.
  init(slots count: Int) {
    slots = Array(repeating: 0, count: count)
    mask = count - 1
  }

  /// A table of lists of words, with commas between them.
  init(slots count: Int, _ lists: [(words: String, value: Value)]) {
    self.init(slots: count)
    for list in lists {
      for word in list.words.split(separator: ",") {
        update(WordKey(entry: word.utf8), initial: list.value) { _ in }
      }
    }
  }

  /// The value of a word.
  subscript(_ key: WordKey) -> Value? {
    var slot = key.hash & mask
    while true {
      let place = Int(slots[slot]) - 1
      guard place >= 0 else { return nil }
      if keys[place] == key { return values[place] }
      slot = (slot + 1) & mask
    }
  }

  /// Whether the table has a word.
  func contains(_ key: WordKey) -> Bool { self[key] != nil }

  /// Changes the value of a word; enters it with an initial one first if it is new.
  mutating func update(_ key: WordKey, initial: Value, _ change: (inout Value) -> Void) {
    var slot = key.hash & mask
    while slots[slot] != 0, keys[Int(slots[slot]) - 1] != key { slot = (slot + 1) & mask }
    if slots[slot] == 0 {
      keys.append(key)
      values.append(initial)
      slots[slot] = UInt16(keys.count)
    }
    change(&values[Int(slots[slot]) - 1])
  }
}

extension KeyTable<Bool> {
  /// A set of words.
  init(slots count: Int, words: String) { self.init(slots: count, [(words, true)]) }
}
