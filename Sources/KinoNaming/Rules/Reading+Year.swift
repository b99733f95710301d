extension Reading {
  /// Reads the year of the title: one in brackets, or else the last before the words of the release.
  ///
  /// A year with which a name begins is its title.
  mutating func readYear() {
    var plain: Int?
    var framed: Int?
    let limit = firstMarker
    let tail = firstStrong
    for index in words.indices where isYear(index) {
      if isSpan(index) {
        if index > titleStart, index < limit {
          framed = framed ?? (isPackSpan(index) ? nil : index)
        }
        continue
      }
      if isFramed(index) {
        if framed == nil || index < tail { framed = index }
      } else if index > titleStart, index < limit, index < tail || plain == nil {
        plain = index
      }
    }
    guard let chosen = framed ?? plain ?? yearBehindMarker else {
      noteSeasonOfYear()
      return
    }
    if framed != nil, chosen > limit, limit > titleStart, date != nil { return }
    year = Mark(words[chosen].number, chosen..<chosen + 1, .year)
    words[chosen].role = .year
  }

  /// `E02.2010`, `Season 1 2019 (1080p)`: a year behind a marker, with nothing in between or only the
  /// word that the season is complete.
  private var yearBehindMarker: Int? {
    guard let marker = season?.words ?? episodes?.words else { return nil }
    var index = max(marker.upperBound, episodes?.words.upperBound ?? 0)
    if index < words.count, words[index].meaning.structure == .pack { index += 1 }
    guard index < words.count, isYear(index),
      episodes != nil || index + 1 >= words.count || words[index + 1].meaning.isStrong
        || words[index + 1].gap.contains(.open)
    else { return nil }
    return index
  }

  /// `2016x03`: seasons that are years.
  private mutating func noteSeasonOfYear() {
    guard let season, Self.years.contains(season.value), season.rule == .seasonEpisode else {
      return
    }
    year = season
  }

  /// The newest year that a name is taken to give.
  static let years = 1890...2035

  func isYear(_ index: Int) -> Bool {
    let word = words[index]
    return word.role == .none && word.count == 4 && Self.years.contains(word.number)
  }

  /// `1993-2004` is no year but the span of a series.
  private func isSpan(_ index: Int) -> Bool {
    guard index + 1 < words.count, words[index + 1].isNumber, words[index + 1].gap.contains(.dash),
      words[index + 1].bracket == words[index].bracket
    else {
      return index > 0 && words[index].gap.contains(.dash) && words[index - 1].count == 4
        && Self.years.contains(words[index - 1].number)
        && words[index].gap.isSubset(of: [.dash, .space])
    }
    return words[index + 1].count == 2 && words[index].bracket >= 0
      || Self.years.contains(words[index + 1].number)
  }

  private func isPackSpan(_ index: Int) -> Bool {
    season == nil && seasons == nil || words[index].bracket >= 0
  }

  /// Whether a bracket begins or ends with the word.
  private func isFramed(_ index: Int) -> Bool {
    let bracket = words[index].bracket
    guard bracket >= 0 else { return false }
    let run = brackets[bracket].words
    return run.count == 1 || run.lowerBound == index || run.upperBound == index + 1 && run.count < 6
  }

  /// The first word that marks season, episode or date; the number of words where none does.
  var firstMarker: Int {
    words.firstIndex { $0.role.isAny(of: [.season, .episode, .date]) } ?? words.count
  }

  /// The first strong word behind where the title may begin.
  var firstStrong: Int {
    var index = titleStart + 1
    while index < words.count {
      if words[index].meaning.isStrong || words[index].role == .checksum { return index }
      index += 1
    }
    return words.count
  }
}
