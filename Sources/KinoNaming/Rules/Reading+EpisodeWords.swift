extension Reading {
  /// Reads episodes that a word or a sign gives: `E05`, `Ep. 5`, `Episode 13`, `69. Bölüm`,
  /// `3 of 10`, `#36`, `第5話`.
  mutating func readEpisodeWords() {
    guard episodes == nil else { return }
    for index in words.indices where words[index].role == .none {
      if readEpisodeWord(index) || readCount(index) || readHanEpisode(index) { return }
    }
  }

  private mutating func readEpisodeWord(_ index: Int) -> Bool {
    guard let place = episodeNumberStart(index) else { return readNumberBefore(index) }
    var cursor = Cursor(path.folded, place..<range.upperBound)
    guard let first = cursor.number(1...5), cursor.isAtWordEnd || cursor.byte == UInt8(ascii: "e")
    else { return false }
    if cursor.byte == UInt8(ascii: "."), isDecimal(&cursor) {
      return markDecimal(index, cursor.place)
    }
    var list = EpisodeList(first.value, digits: first.digits)
    if equals(index, "cap") || equals(index, "caps"), first.digits >= 3 {
      return readCombined(index, first.value, &cursor)
    }
    if !equals(index, "episode") { list.readOn(&cursor, season: season?.value) }
    mark(list.numbers, index, cursor.place)
    return true
  }

  /// `EP07.5`: an episode between two, which has no number of its own.
  private func isDecimal(_ cursor: inout Cursor) -> Bool {
    var ahead = cursor
    guard ahead.take("."), let next = ahead.number(1...1), next.value > 0 else { return false }
    guard ahead.isAtEnd || ahead.byte == UInt8(ascii: "(") || ahead.byte == UInt8(ascii: "[") else {
      return false
    }
    cursor = ahead
    return true
  }

  private mutating func markDecimal(_ index: Int, _ place: Int) -> Bool {
    claim(index..<max(index + 1, word(atOrAfter: place, from: index + 1)), .episode)
    return true
  }

  /// `Cap.102` is the second of the first season; `Cap.102_104` goes on to the fourth.
  private mutating func readCombined(_ index: Int, _ number: Int, _ cursor: inout Cursor) -> Bool {
    var ahead = cursor
    var numbers = [number % 100]
    if ahead.take("_") || ahead.take("-"), let last = ahead.number(3...4), last.value > number,
      last.value / 100 == number / 100
    {
      numbers = Array(number % 100...last.value % 100)
      cursor = ahead
    }
    let run = index..<max(index + 1, word(atOrAfter: cursor.place, from: index + 1))
    if season == nil || season?.value != number / 100 {
      season = Mark(number / 100, run, .episodeWord)
    }
    mark(numbers, index, cursor.place)
    return true
  }

  /// Where the number of an episode word begins.
  private func episodeNumberStart(_ index: Int) -> Int? {
    let word = words[index]
    if word.gap.contains(.other), word.isNumber, word.count <= 4, index > 0, isSign(word.start) {
      return word.start
    }
    if path.folded[word.start] == UInt8(ascii: "e"), word.count >= 3, word.count <= 12,
      path.folded[word.start + 1].isDigit, path.folded[word.start + 2].isDigit
    {
      return word.start + 1
    }
    if let (structure, place) = prefixStructure(index), structure == .episode { return place }
    guard word.meaning.structure == .episode, index + 1 < words.count,
      words[index + 1].role == .none,
      words[index + 1].gap.isDisjoint(with: [.slash, .close])
    else { return nil }
    return path.folded[words[index + 1].start].isDigit ? words[index + 1].start : nil
  }

  /// Whether `#` stands before a byte.
  private func isSign(_ place: Int) -> Bool {
    place > range.lowerBound && path.folded[place - 1] == UInt8(ascii: "#")
  }

  /// `69. Bölüm`: languages in which the number comes first.
  private mutating func readNumberBefore(_ index: Int) -> Bool {
    guard words[index].meaning.structure == .episode, index > 0, words[index - 1].isNumber,
      words[index - 1].role == .none, words[index - 1].count <= 4,
      words[index].gap.isSubset(of: .blank), words[index].count > 2
    else { return false }
    if let first = rangeStart(before: index - 1) {
      let last = words[index - 1].number
      guard last - first < NameParser.longestRange else { return false }
      mark(Array(first...last), index - 2, words[index].end)
    } else {
      mark([words[index - 1].number], index - 1, words[index].end)
    }
    return true
  }

  /// The first number of a range that ends at a word: `1-10 серии`.
  func rangeStart(before index: Int) -> Int? {
    guard index > 0, words[index - 1].isNumber, words[index - 1].role == .none,
      words[index].gap.isHyphen || words[index].gap == .tilde,
      words[index - 1].number < words[index].number, words[index - 1].count <= 4
    else { return nil }
    return words[index - 1].number
  }

  /// `3 of 10`, `4of4`.
  private mutating func readCount(_ index: Int) -> Bool {
    let word = words[index]
    if word.isNumber, word.count <= 3, index + 2 < words.count,
      words[index + 1].meaning.structure == .of,
      words[index + 2].isNumber, words[index + 2].number >= word.number, words[index + 2].count <= 3
    {
      mark([word.number], index, words[index + 2].end)
      return true
    }
    var cursor = Cursor(path.folded, word.start..<word.end)
    guard let number = cursor.number(1...3), cursor.take("o"), cursor.take("f"),
      let all = cursor.number(1...3), cursor.isAtEnd, all.value >= number.value
    else { return false }
    mark([number.value], index, word.end)
    return true
  }

  mutating func mark(_ numbers: [Int], _ index: Int, _ place: Int) {
    let run = index..<max(index + 1, word(atOrAfter: place, from: index + 1))
    episodes = Mark(numbers, run, .episodeWord)
    claim(run, .episode)
  }
}
