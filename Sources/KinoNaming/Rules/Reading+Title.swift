extension Reading {
  /// Reads the title: from its first word to the first that is none.
  ///
  /// Of two titles in a name the one in Latin letters is the title and the other the alternative.
  mutating func readTitle() {
    var run = titleStart..<max(titleStart, titleEnd)
    if let framed = bracketTitle() { run = framed }
    if run.isEmpty { run = titleBehindNumber() }
    run = withoutVersion(run)
    run = withoutPackWords(withoutNumbers(withoutClosingBracket(run)))
    guard !run.isEmpty else { return }
    if let (first, second) = split(run) {
      title = titleRange(first)
      alternativeTitle = titleRange(second)
    } else {
      title = titleRange(run)
      if let second = bracketBehind(run) {
        alternativeTitle = titleRange(second)
        if !isLatin(run), isLatin(second) { swap(&title, &alternativeTitle) }
      }
    }
  }

  /// The title of a name that is all brackets: the last in Latin letters before the number.
  private func bracketTitle() -> Range<Int>? {
    guard hasLeadingBracket, titleStart < words.count,
      words[titleStart].bracket >= 0 || titleStart == titleEnd
    else { return nil }
    var chosen: Range<Int>?
    for bracket in brackets where bracket.parent < 0 && bracket.words.lowerBound > 0 {
      let run = bracket.words
      guard let first = run.first, first >= 1, !run.isEmpty else { continue }
      if words[first].role.isAny(of: [.episode, .season]) || first >= tailStart && chosen != nil {
        break
      }
      let end = run.first { words[$0].role != .none } ?? run.upperBound
      guard end > first,
        run.contains(where: {
          words[$0].role == .none && !words[$0].isNumber && words[$0].meaning.role == .none
        })
      else { continue }
      if chosen == nil || isLatin(first..<end) && !isLatin(chosen ?? 0..<1) { chosen = first..<end }
    }
    return chosen ?? leadingTitle
  }

  /// `[Title][07][1080p]`: no group in front.
  private var leadingTitle: Range<Int>? {
    guard let leading = leadingBracket,
      let number = absolute ?? episodes.map({ Mark(0, $0.words, $0.rule) }),
      brackets[leading].words.upperBound == number.words.lowerBound,
      words[number.words.lowerBound].bracket >= 0
    else { return nil }
    let run = brackets[leading].words
    let end =
      run.first { words[$0].role != .none || [.noise, .edition].contains(words[$0].meaning.role) }
      ?? run.upperBound
    return end > run.lowerBound ? run.lowerBound..<end : run
  }

  /// `01 - Pilot`: what follows a number, where no title precedes it.
  private func titleBehindNumber() -> Range<Int> {
    guard
      absolute != nil || episodes?.rule == .number
        || episodes?.words.lowerBound == 0 && season == nil
    else { return titleStart..<titleStart }
    let numberEnd = absolute?.words.upperBound ?? episodes?.words.upperBound ?? 0
    guard numberEnd < words.count, words[numberEnd].role == .none else {
      return titleStart..<titleStart
    }
    var end = numberEnd
    while end < words.count, words[end].role == .none, !words[end].meaning.isStrong,
      end == numberEnd || !words[end].gap.isBreak, words[end].bracket < 0
    {
      end += 1
    }
    return numberEnd..<end
  }

  /// Leaves a bracket out that ends the title; one within it stays.
  private func withoutClosingBracket(_ run: Range<Int>) -> Range<Int> {
    guard let last = run.last, !run.isEmpty else { return run }
    let outer = outermost(words[last].bracket)
    guard outer >= 0 else { return run }
    let first = brackets[outer].words.lowerBound
    if words[first].gap == .open, first > run.lowerBound,
      isForeign(first..<brackets[outer].words.upperBound)
    {
      return run
    }
    return first > run.lowerBound ? withoutClosingBracket(run.lowerBound..<first) : run
  }

  /// Leaves out the `v2` of a release of anime.
  private func withoutVersion(_ run: Range<Int>) -> Range<Int> {
    guard run.count > 1, hasLeadingBracket, words[run.upperBound - 1].count == 2,
      words[run.upperBound - 1].meaning.structure == .final,
      equals(run.upperBound - 1, "v2") || equals(run.upperBound - 1, "v3")
    else { return run }
    return run.lowerBound..<run.upperBound - 1
  }

  /// Leaves out a number in front of a marker that counts the episode another way.
  private func withoutNumbers(_ run: Range<Int>) -> Range<Int> {
    guard season?.rule == .seasonEpisode, run.upperBound == season?.words.lowerBound else {
      return run
    }
    var end = run.upperBound
    while end - 1 > run.lowerBound, words[end - 1].isNumber { end -= 1 }
    let isRange = run.upperBound - end == 2 && words[end + 1].gap.isHyphen
    return end < run.upperBound && (words[end].gap.isBreak || isRange) ? run.lowerBound..<end : run
  }

  /// Leaves out `The Complete Series` and the like behind a title.
  private func withoutPackWords(_ run: Range<Int>) -> Range<Int> {
    var end = run.upperBound
    while end - 1 > run.lowerBound, isPackWord(end - 1) { end -= 1 }
    guard end < run.upperBound else { return run }
    if end - 1 > run.lowerBound, equals(end - 1, "the") { end -= 1 }
    return run.lowerBound..<end
  }

  private func isPackWord(_ index: Int) -> Bool {
    if words[index].meaning.structure == .episode, season?.rule == .seasonEpisode {
      return words[index].count <= 8
    }
    if equals(index, "complete"), index + 1 < words.count, equals(index + 1, "series") {
      return true
    }
    guard season != nil || seasons != nil || equals(index, "series") else { return false }
    if words[index].meaning.structure == .season, words[index].count > 4 { return true }
    return equals(index, "complete")
      || index > 0 && equals(index, "series")
        && (equals(index - 1, "complete") || equals(index - 1, "full"))
  }

  /// The bracket behind the title, if it may be another title.
  private func bracketBehind(_ run: Range<Int>) -> Range<Int>? {
    let next = run.upperBound
    guard next < words.count, next < titleEnd, words[next].role == .none else { return nil }
    let outer = outermost(words[next].bracket)
    guard outer >= 0, brackets[outer].words.lowerBound == next else { return nil }
    return brackets[outer].words
  }

  /// `A AKA B`, `Имя / Name`, `名前 _ Name`: two titles.
  private func split(_ run: Range<Int>) -> (Range<Int>, Range<Int>)? {
    for index in run.dropFirst() where index + 1 < run.upperBound && equals(index, "aka") {
      return (run.lowerBound..<index, index + 1..<run.upperBound)
    }
    let breaks = run.dropFirst().filter {
      words[$0].gap.contains(.slash) || words[$0].gap.contains(.underscore)
    }
    if breaks.count > 1,
      let middle = zip(breaks, breaks.dropFirst()).first(where: {
        words[$0].gap.contains(.slash) && !isForeign($0..<$1)
      }),
      isForeign(run.lowerBound..<middle.0)
    {
      return (middle.0..<middle.1, run.lowerBound..<middle.0)
    }
    if breaks.isEmpty, let index = scriptBreak(run) {
      let (before, behind) = (run.lowerBound..<index, index..<run.upperBound)
      return isForeign(before) ? (behind, before) : (before, behind)
    }
    for index in breaks.reversed() {
      let (before, behind) = (run.lowerBound..<index, index..<run.upperBound)
      if isForeign(before), !isForeign(behind) { return (behind, before) }
      if isForeign(behind), !isForeign(before) { return (before, behind) }
    }
    return nil
  }

  /// `Name 名前`: where a title in East Asian letters meets one in Latin ones.
  private func scriptBreak(_ run: Range<Int>) -> Int? {
    var found: Int?
    for index in run.dropFirst() where isEastAsian(index) != isEastAsian(index - 1) {
      guard found == nil, !words[index].isNumber, !words[index - 1].isNumber else { return nil }
      found = index
    }
    return found
  }

  private func isEastAsian(_ index: Int) -> Bool {
    path.folded[words[index].start..<words[index].end].contains { $0 >= 0xE3 && $0 < 0xF0 }
  }

  /// Whether words have letters of another script than the Latin.
  private func isForeign(_ run: Range<Int>) -> Bool {
    bytes(run).contains { path.folded[$0] >= 0xCE && path.folded[$0] != 0xE2 }
  }

  /// Whether words have more Latin letters than others.
  func isLatin(_ run: Range<Int>) -> Bool {
    var latin = 0
    for index in bytes(run) {
      latin += path.folded[index].isLetter ? 1 : path.folded[index] >= 0xCE ? -1 : 0
    }
    return latin > 0
  }
}
