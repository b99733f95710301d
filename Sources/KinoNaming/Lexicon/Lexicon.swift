/// The words that names are made of beside their titles, looked up by their folded bytes.
struct Lexicon: Sendable {
  private var keys: [WordKey]
  private var meanings: [Meaning]
  private let mask: Int

  /// All tables of this version of the parser.
  static let standard = Lexicon()

  private init() {
    let slots = 8192
    keys = Array(repeating: WordKey(), count: slots)
    meanings = Array(repeating: .none, count: slots)
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
    while keys[slot].count != 0 {
      if keys[slot] == key { return meanings[slot] }
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
    change(&meanings[slot(for: bytes, 0..<bytes.count)])
    if let space = bytes.firstIndex(of: 0x20) {
      meanings[slot(for: bytes, 0..<space)].opensPhrase = true
    }
  }

  private mutating func slot(for bytes: [UInt8], _ range: Range<Int>) -> Int {
    guard let key = WordKey(bytes, range) else { preconditionFailure("an entry of a table is too long") }
    var slot = key.hash & mask
    while keys[slot].count != 0, keys[slot] != key { slot = (slot + 1) & mask }
    keys[slot] = key
    return slot
  }
}
