extension Reading {
  /// Reads a season that stands apart from its episodes: `Season 2`, `2nd Season`, `S02`, `S01-S10`,
  /// `第2季`.
  mutating func readSeasons() {
    guard season == nil else { return }
    var weak: Int?
    for index in words.indices where words[index].role == .none {
      if readShortSeason(index) || readHanSeason(index) { return claimRepetitions() }
      let structure = words[index].meaning.structure
      if structure == .season || prefixStructure(index)?.structure == .season {
        if readSeasonWord(index) { return claimRepetitions() }
      } else if structure == .weakSeason, weak == nil {
        weak = index
      }
    }
    if let weak, episodes == nil, date == nil { _ = readSeasonWord(weak, numberBefore: false) }
  }

  /// Claims further mentions of the season: `S02 Season 2`, `第3季 / Name S3`.
  private mutating func claimRepetitions() {
    guard let first = season else { return }
    for index in words.indices.dropFirst(first.words.upperBound) where words[index].role == .none {
      var cursor = Cursor(path.folded, words[index].start..<words[index].end)
      if cursor.take("s"), cursor.number(1...2)?.value == first.value, cursor.isAtEnd {
        words[index].role = .season
      } else if words[index].meaning.structure == .season, index + 1 < words.count,
        words[index + 1].number == first.value
      {
        claim(index..<index + 2, .season)
      }
    }
  }

  /// `s02.09`, `2. Staffel 03`: an episode that stands bare behind its season.
  mutating func readNumberBehindSeason() {
    guard episodes == nil, date == nil, let season, season.rule == .seasonWord else { return }
    let index = season.words.upperBound
    guard index < words.count, words[index].isNumber, words[index].count == 2,
      words[index].role == .none, words[index].gap.isSubset(of: .blank)
    else { return }
    let isShort = path.folded[words[season.words.lowerBound].start] == UInt8(ascii: "s")
    let isBehindWord = words[index - 1].meaning.structure == .season
    guard isBehindWord || isShort && !words[index].gap.contains(.space) else { return }
    episodes = Mark([words[index].number], index..<index + 1, .number)
    claim(index..<index + 1, .episode)
  }

  /// `S02`, `S01-S10`, `S1+S2`, `S01 02 03`, `S01D1`, `S 01`.
  private mutating func readShortSeason(_ index: Int) -> Bool {
    let word = words[index]
    guard path.folded[word.start] == UInt8(ascii: "s"), word.hasDigit || word.count == 1 else {
      return false
    }
    var cursor = Cursor(path.folded, word.start..<range.upperBound)
    guard cursor.take("s") else { return false }
    if word.gap.isHyphen, index + 1 == words.count, words.contains(where: \.meaning.isStrong) {
      return false
    }
    if word.count == 1 {
      guard index > 0, index + 1 < words.count, words[index + 1].isNumber,
        words[index + 1].count == 2,
        words[index + 1].gap == .space
      else { return false }
      _ = cursor.takeBlank()
    }
    guard let first = cursor.number(1...4), first.digits != 3 || first.value < 100 else {
      return false
    }
    if first.digits == 1, readDashedEpisode(index, first.value, cursor) { return true }
    if cursor.take("d"), cursor.number(1...2) == nil { return false }
    guard cursor.isAtWordEnd, first.value < 100 || (1900...2099).contains(first.value) else {
      return false
    }
    var list = SeasonList(first.value, isShort: true)
    list.readOn(&cursor)
    mark(list, index, cursor.place)
    return true
  }

  /// `S4-24`: a season of one digit and an episode of two.
  private mutating func readDashedEpisode(_ index: Int, _ number: Int, _ cursor: Cursor) -> Bool {
    var cursor = cursor
    guard cursor.take("-"), let next = cursor.number(2...3), cursor.isAtWordEnd,
      !isReleasedWord(index + 1)
    else { return false }
    season = Mark(number, index..<index + 2, .seasonEpisode)
    episodes = Mark([next.value], index..<index + 2, .seasonEpisode)
    claim(index..<index + 2, .episode)
    return true
  }

  private func isReleasedWord(_ index: Int) -> Bool {
    index >= words.count || words[index].role != .none
  }

  /// A word for a season with its number behind it, before it, or in it.
  private mutating func readSeasonWord(_ index: Int, numberBefore: Bool = true) -> Bool {
    if numberBefore, readOrdinal(index) { return true }
    if let place = numberStart(index) {
      var cursor = Cursor(path.folded, place..<range.upperBound)
      if let first = cursor.number(1...4), cursor.isAtWordEnd, isSeason(first.value) {
        var list = SeasonList(first.value, isShort: false)
        list.readOn(&cursor)
        mark(list, index, cursor.place)
        return true
      }
    }
    if index + 1 < words.count, words[index + 1].meaning.structure == .numeral {
      let list = SeasonList(Int(words[index + 1].meaning.number), isShort: false)
      mark(list, index, words[index + 1].end)
      return true
    }
    return numberBefore && readNumber(before: index)
  }

  /// `2nd Season`, and `2. sezon 8. serii`: whose number stands before, although one follows.
  private mutating func readOrdinal(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    let isOrdinal = ordinal(index - 1) != nil
    let belongsToEpisode = words[index - 1].isNumber && isNumberOfEpisode(index + 1)
    let isCounted = words[index - 1].isNumber && words[index].gap == [.dot, .space]
    return isOrdinal || isCounted || belongsToEpisode ? readNumber(before: index) : false
  }

  /// Whether a number, or a range of two, stands at a word and a word for episodes behind it.
  private func isNumberOfEpisode(_ index: Int) -> Bool {
    guard index + 1 < words.count else { return false }
    if words[index + 1].meaning.structure == .episode { return true }
    return index + 2 < words.count && words[index].isNumber && words[index + 1].isNumber
      && words[index + 2].meaning.structure == .episode
  }

  /// The number of `2nd`, `third`, `4ª`, `5ème`.
  private func ordinal(_ index: Int) -> Int? {
    let word = words[index]
    if word.meaning.structure == .ordinal { return Int(word.meaning.number) }
    var cursor = Cursor(path.folded, word.start..<word.end)
    guard let number = cursor.number(1...2), let key = WordKey(path.folded, cursor.place..<word.end)
    else { return nil }
    return Self.ordinalEndings.contains(key) ? number.value : nil
  }

  private static let ordinalEndings = KeyTable(
    slots: 64,
    words: "ª,º,a,o,e,er,ère,ème,eme,st,nd,rd,th,й,ый"
  )

  private mutating func readNumber(before index: Int) -> Bool {
    guard index > 0, words[index - 1].role == .none else { return false }
    let before = words[index - 1]
    let number = before.isNumber ? before.number : ordinal(index - 1) ?? 0
    guard (1...99).contains(number), words[index].gap.isSubset(of: .blank.union(.dash)) else {
      return false
    }
    if before.isNumber, let first = rangeStart(before: index - 1), first > 0 {
      seasons = Mark(Array(first...number), index - 2..<index + 1, .seasonWord)
      claim(index - 2..<index + 1, .season)
      return true
    }
    season = Mark(number, index - 1..<index + 1, .seasonWord)
    claim(index - 1..<index + 1, .season)
    return true
  }

  private func isSeason(_ number: Int) -> Bool {
    number < 100 || (1900...2099).contains(number)
  }

  /// Where the number of a season word begins: in the word, or in the next.
  private func numberStart(_ index: Int) -> Int? {
    if let (_, place) = prefixStructure(index) { return place }
    guard index + 1 < words.count, words[index + 1].role == .none,
      words[index + 1].gap.isDisjoint(with: [.slash, .close])
    else { return nil }
    return path.folded[words[index + 1].start].isDigit ? words[index + 1].start : nil
  }

  private mutating func mark(_ list: SeasonList, _ index: Int, _ place: Int) {
    let run = index..<max(index + 1, word(atOrAfter: place, from: index + 1))
    if list.more.isEmpty {
      season = Mark(list.first, run, .seasonWord)
    } else {
      seasons = Mark([list.first] + list.more, run, .seasonWord)
    }
    claim(run, .season)
  }

  /// What a word with digits at its end begins with: `season4`, `ep08`; and where its digits begin.
  func prefixStructure(_ index: Int) -> (structure: Structure, digits: Int)? {
    let word = words[index]
    guard word.hasDigit, word.number < 0, word.count <= WordKey.longest,
      !path.folded[word.start].isDigit
    else {
      return nil
    }
    var split = word.start
    while split < word.end, !path.folded[split].isDigit { split += 1 }
    guard split < word.end, let key = WordKey(path.folded, word.start..<split) else { return nil }
    let structure = Lexicon.standard[key].structure
    return structure == .none ? nil : (structure, split)
  }
}
