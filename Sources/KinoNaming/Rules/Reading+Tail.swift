extension Reading {
  /// Finds where the title ends and where the description of the release begins.
  mutating func findTail() {
    titleEnd = words.count
    var index = titleStart
    while index < words.count {
      if isBoundary(index) {
        titleEnd = index
        break
      }
      index += 1
    }
    let boundary = titleEnd
    titleEnd = backOverWeakWords(titleEnd)
    tailStart = titleEnd
    guard boundary < words.count, words[boundary].role.isAny(of: [.season, .episode, .date]) else {
      return
    }
    var tail = boundary
    while tail < words.count, words[tail].role.isAny(of: [.season, .episode, .date, .year, .part]) {
      tail += 1
    }
    let first = tail
    while tail < words.count, !isBoundary(tail) { tail += 1 }
    while tail > first,
      words[tail - 1].meaning.role != .none || Resolution.isBare(words[tail - 1].number)
    {
      tail -= 1
    }
    tailStart = tail
  }

  /// Whether a title cannot go on over a word.
  private func isBoundary(_ index: Int) -> Bool {
    switch words[index].role {
    case .none: break
    case .part, .website, .extra: return true
    default: return index > titleStart || isEpisodic
    }
    let bracket = words[index].bracket
    guard index > titleStart, bracket >= 0, brackets[bracket].words.lowerBound == index else {
      return false
    }
    return brackets[bracket].words.allSatisfy {
      words[$0].role != .none || words[$0].meaning.role != .none
    }
  }

  /// Steps back over words that describe a release where they stand before others that do.
  private func backOverWeakWords(_ end: Int) -> Int {
    guard end < words.count, !words[end].role.isAny(of: [.season, .episode, .date]) else {
      return end
    }
    let isYear = words[end].role == .year
    var first = end
    while first - 1 > titleStart, isWeakTail(first - 1, beforeYear: isYear) { first -= 1 }
    return first
  }

  private func isWeakTail(_ index: Int, beforeYear: Bool) -> Bool {
    let word = words[index]
    guard word.role == .none, word.meaning.role != .none else { return false }
    if word.bracket >= 0 { return word.bracket == words[index + 1].bracket && !beforeYear }
    if beforeYear {
      return word.meaning.role == .edition && word.count > 2 && !equals(index, "final")
        || equals(index, "custom") || equals(index, "internal")
    }
    switch word.meaning.role {
    case .edition, .language: return word.count >= 4 || isUpper(word)
    default: return isUpper(word) || word.meaning.role == .noise && equals(index, "custom")
    }
  }

  /// Whether all letters are capitals, in a name where not all are.
  private func isUpper(_ word: Word) -> Bool {
    var index = word.start
    while index < word.end {
      if path.raw[index].isLower { return false }
      index += 1
    }
    return word.count >= 2 && path.raw[words[titleStart].start..<word.start].contains { $0.isLower }
  }

  /// Claims the words of the tail that could be part of a title elsewhere.
  mutating func claimTail() {
    claimLeadingBrackets()
    noteOnlyWord()
    var index = tailStart
    while index < words.count {
      let word = words[index]
      if word.role == .none, word.meaning.role != .none, !isGroupLike(index) {
        var end = index + 1
        while end < words.count, words[end].role == .none, isSamePhrase(index, end) { end += 1 }
        claim(index..<end, word.meaning.role)
        note(index..<end)
        index = end
        continue
      }
      if word.role == .none, isChannel(index) { words[index].role = .audio }
      index += 1
    }
  }

  /// `[BD][1080p] Title`: descriptions may stand in front.
  private mutating func claimLeadingBrackets() {
    for bracket in brackets where bracket.parent < 0 && bracket.words.upperBound <= titleStart {
      guard bracket.words.allSatisfy({ words[$0].role != .none || isPlainDescription($0) }) else {
        continue
      }
      for index in bracket.words where words[index].role == .none {
        words[index].role = words[index].meaning.role
        note(index..<index + 1)
      }
    }
  }

  private func isPlainDescription(_ index: Int) -> Bool {
    words[index].meaning.role != .none && words[index].meaning.role != .service
  }

  /// A name of one word may be a description as well as a title.
  private mutating func noteOnlyWord() {
    guard words.count == 1, words[0].role == .none,
      [.source, .edition].contains(words[0].meaning.role)
    else { return }
    note(0..<1)
  }

  private func isSamePhrase(_ first: Int, _ next: Int) -> Bool {
    let (one, other) = (words[first].meaning, words[next].meaning)
    guard one.role == other.role, one.value == other.value, !other.isStrong else { return false }
    return Lexicon.standard[WordKey(path.folded, words[next].start..<words[next].end) ?? WordKey()]
      .role == .none
  }

  /// A short word behind a hyphen at the end of a name is its group: `H.264-NL`.
  private func isGroupLike(_ index: Int) -> Bool {
    guard words[index].gap.isHyphen, index > 0,
      words[index - 1].role.isAny(of: [.codec, .audio, .noise, .resolution, .source])
    else {
      return false
    }
    return index + 1 == words.count || words[index + 1].gap.isHyphen && index + 2 == words.count
      || words[index + 1].gap.contains(.open)
  }

  /// The digits of `5.1` behind the name of a codec.
  private func isChannel(_ index: Int) -> Bool {
    let word = words[index]
    guard word.count <= 3, path.folded[word.start].isDigit, index > 0, !word.gap.isHyphen else {
      return false
    }
    return word.isNumber && word.count == 1 || words[index - 1].role == .audio && word.count <= 3
  }
}
