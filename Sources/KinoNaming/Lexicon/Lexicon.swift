/// The words that names are made of beside their titles, looked up by their folded bytes.
struct Lexicon: Sendable {
  private var table = KeyTable<Meaning>(slots: 8192)

  /// All tables of this version of the parser.
  static let standard = Lexicon()

  private init() {
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
  subscript(_ key: WordKey) -> Meaning { table[key] ?? .none }

  /// Adds words that fill a field with a value.
  mutating func add(_ role: Role, _ value: UInt8, strong: Bool, _ words: String) {
    for word in words.split(separator: ",") {
      enter(word) { meaning in
        meaning.role = role
        meaning.value = value
        meaning.isStrong = strong
      }
    }
  }

  /// Adds words with a structure.
  mutating func add(_ structure: Structure, number: UInt8 = 0, _ words: String) {
    for word in words.split(separator: ",") {
      enter(word) { meaning in
        meaning.structure = structure
        meaning.number = number
      }
    }
  }

  private mutating func enter(_ text: Substring, _ change: (inout Meaning) -> Void) {
    table.update(WordKey(entry: text.utf8), initial: .none, change)
    if let space = text.utf8.firstIndex(of: 0x20) {
      table.update(WordKey(entry: text.utf8[..<space]), initial: .none) { $0.opensPhrase = true }
    }
  }
}
