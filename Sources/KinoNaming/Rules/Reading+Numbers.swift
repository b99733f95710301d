extension Reading {
  /// Reads a number that nothing names as that of an episode, from where it stands.
  ///
  /// The surest place counts: alone in a bracket, behind a dash, in front of the release's words, at
  /// the start, between the words of a title.
  mutating func readNumber(_ surroundings: Surroundings) {
    guard episodes == nil, absolute == nil, date == nil, seasons == nil else { return }
    _ =
      readBracketNumber(round: false) || readDashNumber() || readBracketNumber(round: true)
      || readUncounted()
      || readSecondary() || readNumberBetweenBrackets() || readPair(surroundings)
      || readNumberBeforeTail(surroundings) || readLeadingNumber(surroundings)
      || readPaddedNumber() || readTrailingNumber(surroundings)
  }

  /// `[08]`, `(9)`, `[215 Fin]`, `[12END]`, `[01-26]`.
  private mutating func readBracketNumber(round: Bool) -> Bool {
    for bracket in brackets.indices.reversed()
    where (brackets[bracket].shape == UInt8(ascii: "(")) == round {
      let run = brackets[bracket].words
      guard let first = run.first, first > 0, run.count <= 3, brackets[bracket].parent < 0,
        words[first].role == .none, let number = number(at: first)
      else { continue }
      if Self.years.contains(number), words[first].count == 4, run.count == 1 { continue }
      if Resolution.isBare(number), words[first].count == 3 || number > 1900 { continue }
      if run.count == 2, let last = self.number(at: first + 1),
        words[first + 1].gap.isHyphen || words[first + 1].gap.contains(.tilde),
        last > number, year == nil || !Self.years.contains(number)
      {
        return markRange(number, last, run)
      }
      guard brackets[bracket].shape != UInt8(ascii: "(") else {
        if run.count == 1, words[first].count <= 3, year == nil,
          first == words.count - 1 || isReleased(first + 1)
        {
          return markNumber(number, run)
        }
        continue
      }
      if run.count == 1 || run.count == 2 && words[first + 1].meaning.structure == .final {
        if words[first].count == 3, !hasLeadingBracket, !isPadded(first) {
          return markCombined(first, run)
        }
        return markNumber(number, run)
      }
    }
    return false
  }

  /// `Title - 08`, `Title - 006-007`, `Title 01 - 119`.
  private mutating func readDashNumber() -> Bool {
    var chosen: Int?
    var index = max(titleStart, 0)
    while index < words.count {
      defer { index += 1 }
      let word = words[index]
      guard word.role == .none, word.bracket < 0 || index == 0, index > titleStart,
        word.gap.isBreak, word.gap.contains(.dash),
        number(at: index) != nil, word.count <= 8
      else { continue }
      if word.isNumber, word.count == 4, Self.years.contains(word.number), word.number != 2000 {
        continue
      }
      let isShort = word.isNumber && word.count == 1 && !hasLeadingBracket
      guard !isShort || index + 1 < words.count && words[index + 1].gap.isBreak else { continue }
      guard isNumberEnd(index) else { continue }
      chosen = index
    }
    guard let chosen, let number = number(at: chosen) else { return false }
    if chosen - 1 > titleStart, let before = self.number(at: chosen - 1), before < number,
      words[chosen - 1].isNumber, isPadded(chosen - 1),
      words[chosen].gap.isSubset(of: [.space, .dash])
    {
      return markRange(before, number, chosen - 1..<chosen + 1)
    }
    if let last = rangeEnd(chosen, number) { return markRange(number, last, chosen..<chosen + 2) }
    return markNumber(number, chosen..<chosen + 1)
  }

  /// `Title - 01b`, `Title - 12.5`: episodes beside those that are counted; only the title ends there.
  private mutating func readUncounted() -> Bool {
    for index in words.indices
    where index > titleStart && index < titleEnd && words[index].gap.isBreak {
      var cursor = Cursor(path.folded, words[index].start..<range.upperBound)
      guard cursor.number(2...4) != nil else { continue }
      let isDecimal = cursor.take(".") && cursor.number(1...1) != nil
      guard isDecimal || cursor.byte &- 0x61 < 3 else { continue }
      if !isDecimal { cursor.skip() }
      guard cursor.isAtWordEnd else { continue }
      claim(index..<word(atOrAfter: cursor.place, from: index), .episode)
      titleEnd = index
      return true
    }
    return false
  }

  /// `office_03_19`, `Title 03-20`: two numbers of two digits.
  private mutating func readPair(_ surroundings: Surroundings) -> Bool {
    var index = titleStart + 1
    while index + 1 < words.count, index < max(titleEnd, 1) {
      let (first, second) = (words[index], words[index + 1])
      if first.isNumber, second.isNumber, second.count > 2, first.number <= 1 || hasLeadingBracket,
        second.gap.isHyphen,
        first.role == .none, second.role == .none, second.number > first.number, !isYear(index + 1)
      {
        return markRange(first.number, second.number, index..<index + 2)
      }
      if first.isNumber, second.isNumber, first.count == 2, second.count == 2, first.role == .none,
        second.role == .none, !second.gap.contains(.list), first.bracket == second.bracket,
        index + 2 >= words.count || !words[index + 2].isNumber
      {
        let isRange = hasLeadingBracket || isPack || first.number <= 1 || surroundings.season != nil
        if isRange, second.gap.contains(.dash) || second.gap.contains(.tilde),
          second.number > first.number
        {
          return markRange(first.number, second.number, index..<index + 2)
        }
        if index + 2 == words.count, !isPadded(index), second.gap.isHyphen,
          second.number > first.number
        {
          return markRange(first.number, second.number, index..<index + 2)
        }
        if isPadded(index), !hasLeadingBracket, first.number > 0 {
          season = Mark(first.number, index..<index + 2, .number)
          episodes = Mark([second.number], index..<index + 2, .number)
          claim(index..<index + 2, .episode)
          return true
        }
      }
      index += 1
    }
    return false
  }

  /// `Title 08 [1080p]`, `Title.103.720p`, `Title.0106.720p`.
  private mutating func readNumberBeforeTail(_ surroundings: Surroundings) -> Bool {
    let index = titleEnd - 1
    guard index > titleStart, titleEnd < words.count, (year?.words.lowerBound ?? 0) < index,
      words[index].role == .none, words[index].bracket < 0, let number = number(at: index),
      words[titleEnd].role != .year
    else { return false }
    let word = words[index]
    if let before = self.number(at: index - 1), index - 1 > titleStart, before < number,
      words[index - 1].isNumber,
      word.gap.isHyphen || word.gap == .tilde
    {
      return markRange(before, number, index - 1..<index + 1)
    }
    let isAnime = hasLeadingBracket || words.contains { $0.role == .checksum }
    if isAnime || !word.isNumber || surroundings.season != nil {
      guard word.count >= 2 else { return false }
      if surroundings.season != nil, word.isNumber,
        word.count == 3 || word.count == 4 && isPadded(index), !isAnime
      {
        return markCombined(index, index..<index + 1)
      }
      return markNumber(number, index..<index + 1)
    }
    switch word.count {
    case 2: return markNumber(number, index..<index + 1)
    case 3 where season == nil && number % 100 > 0 && !isPadded(index),
      4 where isPadded(index) && number > 99:
      return markCombined(index, index..<index + 1)
    case 3: return markNumber(number, index..<index + 1)
    case 4 where season == nil && number % 100 > 0 && number % 100 < 50 && word.gap == .dot:
      return markCombined(index, index..<index + 1)
    default: return false
    }
  }

  /// `Title.05.Name`: a number with a leading zero.
  private mutating func readPaddedNumber() -> Bool {
    guard year == nil else { return false }
    var index = titleStart + 1
    while index < titleEnd {
      if words[index].role == .none, words[index].isNumber, words[index].bracket < 0,
        (2...4).contains(words[index].count),
        isPadded(index), !isDecimalPart(index),
        words[index].number > 0 || words[index].count == 2 && index + 1 == titleEnd
      {
        return markNumber(words[index].number, index..<index + 1)
      }
      index += 1
    }
    return false
  }

  /// `Title 08`, `[Group] Title.13`, and `Title 889` in a folder of the title.
  private mutating func readTrailingNumber(_ surroundings: Surroundings) -> Bool {
    let index = words.count - 1
    guard index > titleStart, titleEnd == words.count, words[index].bracket < 0, year == nil,
      let number = number(at: index),
      words[index].role == .none, !isDecimalPart(index)
    else { return false }
    let isNamed =
      hasLeadingBracket || surroundings.isSeries || surroundings.season != nil
      || surroundings.repeats(self, titleStart..<index)
    guard isNamed, words[index].count >= 2, !surroundings.isMovies else { return false }
    return markNumber(number, index..<index + 1)
  }
}
