extension Reading {
  /// Reads the number of a part: `CD2`, `Disc 1`, `Part 3`, `Part III`, `pt2`.
  ///
  /// `Part One 2023` belongs to the title, for the year follows it.
  mutating func readPart() {
    for index in words.indices where words[index].role == .none {
      if endsAtVolume(index) { continue }
      guard let (number, length, isDisc) = part(at: index) else { continue }
      let next = index + length
      let isInTitle = index > titleStart && index < titleEnd
      if !isDisc, isInTitle, !isEpisodic || index < firstMarker {
        guard
          next >= words.count || words[next].meaning.isStrong || words[next].gap.contains(.open),
          next >= words.count || words[next].role != .year
        else { continue }
      }
      if index == titleStart, words.count > length, !isDisc { continue }
      part = Mark(number, index..<next, .part)
      claim(index..<next, .part)
      if index < titleEnd, index >= titleStart { titleEnd = index }
      return
    }
  }

  /// `Vol. 2` and the `-x09-` of bonus material end a title and number nothing of ours.
  private mutating func endsAtVolume(_ index: Int) -> Bool {
    let word = words[index]
    guard index > titleStart, index < titleEnd else { return false }
    let isVolume =
      word.meaning.structure == .volume && hasLeadingBracket && year == nil
      && index + 1 < words.count && number(at: index + 1) != nil
    var cursor = Cursor(path.folded, word.start..<word.end)
    let isBonus =
      word.gap.isHyphen && index + 1 < words.count && words[index + 1].gap.isHyphen
      && cursor.take("x")
      && cursor.number(2...2) != nil && cursor.isAtEnd
    guard isVolume || isBonus else { return false }
    words[index].role = .extra
    titleEnd = index
    return true
  }

  private func part(at index: Int) -> (number: Int, words: Int, isDisc: Bool)? {
    let word = words[index]
    if let (structure, place) = prefixStructure(index), structure == .part || structure == .disc {
      var cursor = Cursor(path.folded, place..<word.end)
      guard let number = cursor.number(1...2), cursor.isAtEnd else { return nil }
      return (number.value, 1, structure == .disc)
    }
    if word.count == 5, equals(index, "parta") || equals(index, "partb") || equals(index, "partc") {
      return (Int(path.folded[word.end - 1] - 0x60), 1, true)
    }
    let isDisc = word.meaning.structure == .disc
    guard isDisc || word.meaning.structure == .part, index + 1 < words.count else { return nil }
    let next = words[index + 1]
    guard next.gap.isSubset(of: .blank) else { return nil }
    if next.isNumber, next.count <= 2 { return (next.number, 2, isDisc) }
    guard next.meaning.structure == .numeral else { return nil }
    return (Int(next.meaning.number), 2, isDisc)
  }
}
