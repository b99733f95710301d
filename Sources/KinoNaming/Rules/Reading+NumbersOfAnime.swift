extension Reading {
  /// `[Group][Title] 02 [1080p]`: a number alone between brackets.
  mutating func readNumberBetweenBrackets() -> Bool {
    for index in words.indices
    where index > 0 && words[index].bracket < 0 && words[index].role == .none {
      guard words[index].gap.contains(.close), let number = number(at: index),
        words[index].count >= 2,
        index + 1 == words.count || words[index + 1].gap.contains(.open), !isYear(index)
      else { continue }
      return markNumber(number, index..<index + 1)
    }
    return false
  }

  /// `Title_ED2_[1080p]`: openings, endings and other pieces beside the episodes; their letters stay
  /// with the title.
  mutating func readSecondary() -> Bool {
    let index = titleEnd - 1
    guard index > titleStart, hasLeadingBracket, words[index].role == .none, words[index].count <= 8
    else { return false }
    let word = words[index]
    var split = word.start
    while split < word.end, !path.folded[split].isDigit { split += 1 }
    guard let key = WordKey(path.folded, word.start..<split),
      Self.secondary.contains(key)
    else {
      return false
    }
    var cursor = Cursor(path.folded, split..<word.end)
    guard let number = cursor.number(1...2) else { return false }
    titleCut = split
    if cursor.isAtEnd { absolute = Mark(number.value, index..<index + 1, .number) }
    return true
  }

  private static let secondary = KeyTable(
    slots: 32,
    words: "op,ed,ncop,nced,ex,sp,pv,cm,ova,menu"
  )
}
