extension Reading {
  /// Looks every word up in the tables, phrases before words, and reads shapes such as `1080p`.
  ///
  /// Strong words are claimed at once; what a weak one is depends on where it stands.
  mutating func readWords() {
    var index = 0
    while index < words.count {
      guard words[index].role == .none else {
        index += 1
        continue
      }
      let length = lookUp(index)
      if words[index].meaning.isStrong {
        claim(index..<index + length, words[index].meaning.role)
        note(index..<index + length)
        if words[index].meaning.role == .edition { claimEditions(before: index) }
      } else if length == 1, readShape(index) {
        words[index].meaning.isStrong = true
      }
      index += length
    }
  }

  /// `{edition-Extended}`: a bracket that says of itself that it names the edition.
  mutating func readEditionBrackets() {
    for bracket in brackets where bracket.shape == UInt8(ascii: "{") && bracket.words.count > 1 {
      let first = bracket.words.lowerBound
      guard equals(first, "edition"), words[first + 1].gap.isHyphen else { continue }
      for index in bracket.words.dropFirst()
      where words[index].role == .none && words[index].meaning.role == .edition {
        note(index..<index + 1)
      }
      claim(bracket.words, .edition)
    }
  }

  /// `Ultimate Collector's Edition`: weak words of editions in front of strong ones.
  private mutating func claimEditions(before index: Int) {
    var first = index
    while first > 0, words[first - 1].role == .none, words[first - 1].meaning.role == .edition,
      words[first].gap.isSubset(of: .blank)
    {
      first -= 1
      words[first].role = .edition
      note(first..<first + 1)
    }
  }

  /// Finds the longest phrase that begins at a word, and returns how many words it has.
  private mutating func lookUp(_ index: Int) -> Int {
    let word = words[index]
    guard word.number < 0 || word.count <= 3 || word.count == 4 && word.number < 1000,
      var key = WordKey(path.folded, word.start..<word.end)
    else { return 1 }
    var meaning = Lexicon.standard[key]
    let opensPhrase = meaning.opensPhrase
    var length = 1
    var next = index + 1
    while opensPhrase, next < words.count, next < index + 3, isJoined(next), key.appendSpace(),
      key.append(path.folded, words[next].start..<words[next].end)
    {
      next += 1
      let phrase = Lexicon.standard[key]
      if phrase.role != .none || phrase.structure != .none {
        meaning = phrase
        length = next - index
      }
    }
    for place in index..<index + length { words[place].meaning = meaning }
    return length
  }

  /// Whether a word follows the one before within a phrase.
  private func isJoined(_ index: Int) -> Bool {
    words[index].role == .none && words[index].gap.isSubset(of: [.space, .dot, .underscore, .dash])
      && words[index].gap != [.space, .dash]
  }

  /// Notes the field that claimed words fill; the first value of a field counts.
  mutating func note(_ run: Range<Int>) {
    let meaning = words[run.lowerBound].meaning
    switch meaning.role {
    case .resolution:
      guard resolution == nil else { break }
      resolution = Mark(Resolution(height: Lexicon.namedHeights[Int(meaning.value)]), run, .word)
    case .source: noteSource(VideoSource.allCases[Int(meaning.value)], run)
    case .codec: codec = codec ?? Mark(VideoCodec.allCases[Int(meaning.value)], run, .word)
    case .edition: noteEdition(.bit(meaning.value), run)
    case .language:
      let tag = Lexicon.languageTags[Int(meaning.value)]
      if tag != "mul", !languages.contains(where: { $0.value == tag }) {
        languages.append(Mark(tag, run, .word))
      }
    case .noise where meaning.value == 1: stereoscopic = stereoscopic ?? Mark(true, run, .word)
    case .noise where meaning.value == 2: isRemux = true
    default: break
    }
  }

  /// A screener or a camera says more than the disc it is named after.
  private mutating func noteSource(_ value: VideoSource, _ run: Range<Int>) {
    guard let known = source else {
      source = Mark(value, run, .word)
      return
    }
    guard value == .hddvd || value == .screener else { return }
    switch known.value {
    case .dvd, .bluray, .web, .tv: source = Mark(value, run, .word)
    default: break
    }
  }

  private mutating func noteEdition(_ value: Edition, _ run: Range<Int>) {
    guard let known = edition else {
      edition = Mark(value, run, .word)
      return
    }
    let all =
      min(known.words.lowerBound, run.lowerBound)..<max(known.words.upperBound, run.upperBound)
    edition = Mark(known.value.union(value), all, .word)
  }
}
