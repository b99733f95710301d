import Synchronization

/// What one part of a path says, while the rules read it.
///
/// Every rule is a method in a file of its own. It claims the words that it reads by their `role`,
/// so that no later rule reads them again, and notes what they say as a ``Mark``. It is never copied,
/// so that one rule asks another at no cost.
struct Reading: ~Copyable {
  let path: PathText
  /// The part of the path, without its extension.
  let range: Range<Int>
  var words: [Word]
  var brackets: [Bracket]

  var season: Mark<Int>?
  var seasons: Mark<[Int]>?
  var episodes: Mark<[Int]>?
  var absolute: Mark<Int>?
  var date: Mark<CalendarDate>?
  var year: Mark<Int>?
  var part: Mark<Int>?
  var edition: Mark<Edition>?
  var resolution: Mark<Resolution>?
  var source: Mark<VideoSource>?
  var codec: Mark<VideoCodec>?
  var stereoscopic: Mark<Bool>?
  var languages: [Mark<String>] = []
  var ids: [Found<ExternalID>] = []
  var group: Evidence?
  /// The bytes of the titles, without what is left out at either end.
  var title: Range<Int>?
  var alternativeTitle: Range<Int>?
  var extra: Mark<ExtraKind>?
  /// The providers whose identifiers have an empty place in the name.
  var emptyIDs = Providers()
  /// Whether the picture is said to be copied as it was on a disc.
  var isRemux = false
  /// Whether words say that more than one episode is named.
  var isPack = false
  /// Whether the name is nothing but a word for specials.
  var isSpecials = false

  /// The first word of the title; the number of words where there is none.
  var titleStart = 0
  /// The first word that is no longer title.
  var titleEnd = 0
  /// Where the title ends within its last word, if it does.
  var titleCut: Int?
  /// Where the words begin that describe the release, the weak ones with them.
  var tailStart = 0

  /// Gives a reading an address of its own.
  ///
  /// Without it the compiler copies the whole to the stack for every call that only looks at it,
  /// which took a fifth of the time.
  private let pin = Atomic(false)

  init(_ path: PathText, _ range: Range<Int>) {
    self.path = path
    self.range = range
    let tokens = Tokenizer(path.folded, range)
    words = tokens.words
    brackets = tokens.brackets
  }

  /// Claims words for a field.
  mutating func claim(_ claimed: Range<Int>, _ role: Role) {
    for index in claimed { words[index].role = role }
  }

  /// The bytes of a run of words.
  func bytes(_ run: Range<Int>) -> Range<Int> {
    words[run.lowerBound].start..<words[run.upperBound - 1].end
  }

  /// The first word that begins at or behind a byte.
  func word(atOrAfter place: Int, from first: Int) -> Int {
    var index = first
    while index < words.count, words[index].start < place { index += 1 }
    return index
  }

  /// Whether season, episode or date are marked.
  var isEpisodic: Bool {
    season != nil || seasons != nil || episodes != nil || absolute != nil || date != nil
  }
}

/// A value, the words that say so and the rule that read them.
struct Mark<Value: Hashable & Sendable> {
  let value: Value
  private let start: Int32
  private let end: Int32
  let rule: Evidence.Rule

  var words: Range<Int> { Int(start)..<Int(end) }

  init(_ value: Value, _ words: Range<Int>, _ rule: Evidence.Rule) {
    self.value = value
    start = Int32(clamping: words.lowerBound)
    end = Int32(clamping: words.upperBound)
    self.rule = rule
  }
}

extension Reading {
  /// A mark as what callers see.
  func found<Value>(_ mark: Mark<Value>?) -> Found<Value>? {
    guard let mark, !mark.words.isEmpty else { return nil }
    return Found(mark.value, Evidence(bytes(mark.words), mark.rule))
  }
}
