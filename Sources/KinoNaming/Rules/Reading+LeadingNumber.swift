extension Reading {
  /// `05.mkv`, `01 - Pilot`, `003. Title - Name`, and `16 Name` in the folder of a season.
  mutating func readLeadingNumber(_ surroundings: Surroundings) -> Bool {
    var index = 0
    while index < words.count, words[index].role != .none || isLeadingBracket(index) { index += 1 }
    guard index < words.count, let number = number(at: index), words[index].count <= 8 else {
      return false
    }
    if isYear(index), surroundings.season == nil { return false }
    guard index + 1 < words.count else { return readLoneNumber(index, number, surroundings) }
    if readLeadingPair(index, number) { return true }
    guard year == nil else { return false }
    if surroundings.season != nil { return markInSeason(index, number, surroundings) }
    guard isSetApart(index), !surroundings.isMovies,
      words[index].count >= 2 || surroundings.isSeries
    else { return false }
    return markNumber(number, index..<index + 1)
  }

  /// A name that is a number and no more: an episode if its folders are those of a series.
  private mutating func readLoneNumber(_ index: Int, _ number: Int, _ surroundings: Surroundings)
    -> Bool
  {
    let isInTitled =
      surroundings.title != nil && words[index].count < 4
      && !surroundings.repeats(self, index..<index + 1)
    guard surroundings.isSeries || surroundings.season != nil || isPadded(index) || isInTitled,
      !surroundings.isMovies
    else { return false }
    return markInSeason(index, number, surroundings)
  }

  /// `4-12 - Name` is a season and an episode, `611-612 - Name` are two episodes.
  private mutating func readLeadingPair(_ index: Int, _ number: Int) -> Bool {
    let (word, next) = (words[index], words[index + 1])
    guard next.isNumber, next.role == .none, next.gap.isHyphen else { return false }
    let run = index..<index + 2
    if word.count == 1, number > 0, next.count == 2, isSetApart(index + 1) {
      season = Mark(number, run, .number)
      return markNumber(next.number, run)
    }
    guard next.number > number, next.count == word.count, word.count >= 2,
      next.number - number < 30
    else { return false }
    return markRange(number, next.number, run)
  }

  /// `1012` in the folder of the tenth season is its twelfth episode.
  private mutating func markInSeason(_ index: Int, _ number: Int, _ surroundings: Surroundings)
    -> Bool
  {
    if words[index].count >= 3, let season = surroundings.season, number / 100 == season,
      number % 100 > 0
    {
      return markCombined(index, index..<index + 1)
    }
    return markNumber(number, index..<index + 1)
  }

  /// Whether a break, or a dot and a space, follows a word; behind `03` a hyphen will do.
  private func isSetApart(_ index: Int) -> Bool {
    guard index + 1 < words.count else { return true }
    let next = words[index + 1]
    return next.gap.isBreak || next.gap.isSuperset(of: [.dot, .space])
      || isPadded(index) && next.gap.isHyphen && !next.isNumber
  }
}
