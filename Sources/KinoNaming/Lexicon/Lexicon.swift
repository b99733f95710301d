/// The words that names are made of beside their titles, looked up by their folded bytes.
struct Lexicon: Sendable {
  private struct Entry {
    var key = WordKey()
    var meaning = Meaning.none
  }

  private var entries: [Entry]
  private let mask: Int

  /// All tables of this version of the parser.
  static let standard = Lexicon()

  private init() {
    let slots = 8192
    entries = Array(repeating: Entry(), count: slots)
    mask = slots - 1
    addResolutions()
    addSources()
    addCodecs()
    addAudio()
    addEditions()
    addLanguages()
    addServices()
    addNoise()
    addSeasons()
    addEpisodes()
    addNumbers()
  }

  /// What a word means.
  subscript(_ key: WordKey) -> Meaning {
    var slot = key.hash & mask
    while entries[slot].key.count != 0 {
      if entries[slot].key == key { return entries[slot].meaning }
      slot = (slot + 1) & mask
    }
    return .none
  }

  /// Adds words that fill a field with a value.
  mutating func add(_ role: Role, _ value: UInt8, strong: Bool, _ words: String) {
    for word in words.split(separator: ",") {
      enter(String(word)) { meaning in
        meaning.role = role
        meaning.value = value
        meaning.isStrong = strong
      }
    }
  }

  /// Adds words with a structure.
  mutating func add(_ structure: Structure, number: UInt8 = 0, _ words: String) {
    for word in words.split(separator: ",") {
      enter(String(word)) { meaning in
        meaning.structure = structure
        meaning.number = number
      }
    }
  }

  private mutating func enter(_ text: String, _ change: (inout Meaning) -> Void) {
    let bytes = PathText(Array(text.utf8)).folded
    let slot = slot(for: bytes, 0..<bytes.count)
    change(&entries[slot].meaning)
    if let space = bytes.firstIndex(of: 0x20) {
      let first = self.slot(for: bytes, 0..<space)
      entries[first].meaning.opensPhrase = true
    }
  }

  private mutating func slot(for bytes: [UInt8], _ range: Range<Int>) -> Int {
    guard let key = WordKey(bytes, range) else {
      // Invariant: no entry of the tables has more than `WordKey.longest` bytes.
      preconditionFailure("an entry of a table is too long")
    }
    var slot = key.hash & mask
    while entries[slot].key.count != 0, entries[slot].key != key { slot = (slot + 1) & mask }
    entries[slot].key = key
    return slot
  }
}
