extension Reading {
  /// The number that a word is: `08`, `07v2`, `12END`; `nil` for one of more than four digits.
  func number(at index: Int) -> Int? {
    let word = words[index]
    if word.isNumber { return word.count <= 4 ? word.number : nil }
    guard path.folded[word.start].isDigit else { return nil }
    var cursor = Cursor(path.folded, word.start..<word.end)
    guard let number = cursor.number(1...4) else { return nil }
    if cursor.take("v") {
      return cursor.number(1...1) != nil && cursor.isAtEnd ? number.value : nil
    }
    guard let key = WordKey(path.folded, cursor.place..<word.end) else { return nil }
    return Lexicon.standard[key].structure == .final ? number.value : nil
  }

  /// Whether a number has a zero in front.
  func isPadded(_ index: Int) -> Bool {
    words[index].count >= 2 && path.folded[words[index].start] == 0x30
  }

  /// Whether a bracket that is no description stands at the start, as groups of anime sign.
  var hasLeadingBracket: Bool { leadingBracket != nil }

  /// That bracket.
  var leadingBracket: Int? {
    guard !words.isEmpty else { return nil }
    var index = 0
    while index < words.count, words[index].role.isAny(of: [.website, .date]) { index += 1 }
    guard index < words.count else { return nil }
    let outer = outermost(words[index].bracket)
    guard outer >= 0, brackets[outer].words.lowerBound == index, brackets[outer].isClosed,
      brackets[outer].words.upperBound < words.count, brackets[outer].shape == UInt8(ascii: "[")
    else { return nil }
    return brackets[outer].words.contains { words[$0].role == .none && !words[$0].isNumber }
      ? outer : nil
  }

  func isLeadingBracket(_ index: Int) -> Bool {
    words[index].bracket >= 0 && index < titleStart
  }

  /// Whether nothing that belongs to the number follows it: an end, a bracket, a break, a release.
  func isNumberEnd(_ index: Int) -> Bool {
    let next = index + 1
    guard next < words.count else { return true }
    if words[next].gap.isBreak || !words[next].gap.isDisjoint(with: .bracket) { return true }
    if let number = number(at: index), rangeEnd(index, number) != nil { return true }
    if isDecimalPart(next) { return false }
    return isReleased(next) || words[next].meaning.structure == .final
      || words[next].meaning.role == .source
      || words[next].meaning.role == .language || isVersion(next)
  }

  /// Whether a word describes the release.
  func isReleased(_ index: Int) -> Bool {
    index < words.count && (words[index].meaning.isStrong || words[index].role == .checksum)
  }

  private func isVersion(_ index: Int) -> Bool {
    words[index].count == 2 && path.folded[words[index].start] == UInt8(ascii: "v")
  }

  /// `12.5`: the second half of a number with a decimal.
  func isDecimalPart(_ index: Int) -> Bool {
    index > 0 && words[index].gap == .dot && words[index].isNumber && words[index].count == 1
      && words[index - 1].isNumber
  }

  /// The last number of a range that begins at a word: `006-007`, `01~10`.
  func rangeEnd(_ index: Int, _ first: Int) -> Int? {
    guard index + 1 < words.count, words[index + 1].role == .none, let last = number(at: index + 1),
      words[index + 1].gap.isHyphen || words[index + 1].gap.contains(.tilde)
        || words[index + 1].gap == [.dash, .space] && isPadded(index)
          && words[index + 1].count == words[index].count
    else { return nil }
    return last > first && last - first < NameParser.longestRange && words[index + 1].count <= 4
      ? last : nil
  }

  /// Notes a number that is counted within a season if there is one, and through the series if not.
  mutating func markNumber(_ number: Int, _ run: Range<Int>) -> Bool {
    if season != nil {
      episodes = Mark([number], run, .number)
    } else {
      absolute = Mark(number, run, .number)
    }
    return close(run)
  }

  mutating func markRange(_ first: Int, _ last: Int, _ run: Range<Int>) -> Bool {
    guard last - first < NameParser.longestRange else { return false }
    episodes = Mark(Array(first...last), run, .number)
    return close(run)
  }

  /// `103` is the third of the first season.
  mutating func markCombined(_ index: Int, _ run: Range<Int>) -> Bool {
    let number = words[index].number
    if season == nil { season = Mark(number / 100, run, .number) }
    episodes = Mark([number % 100], run, .number)
    return close(run)
  }

  private mutating func close(_ run: Range<Int>) -> Bool {
    claim(run, .episode)
    if run.lowerBound >= titleStart, run.lowerBound < titleEnd { titleEnd = run.lowerBound }
    if run.lowerBound == titleStart || run.lowerBound < titleStart {
      titleEnd = max(titleEnd, titleStart)
    }
    return true
  }
}
