extension PartReading {
  /// Reads the folder that most episodes lie in: `Season 1`, `Staffel 02`.
  ///
  /// What all rules together say of a word for a season, a space and a number of one or two digits;
  /// `nil` for anything else.
  init?(plainSeason part: Range<Int>, _ path: PathText) {
    let end = part.upperBound
    var space = end - 2
    guard part.count > 4, path.folded[end - 1].isDigit else { return nil }
    var season = Int(path.folded[end - 1] &- 0x30)
    if path.folded[space].isDigit {
      season += 10 * Int(path.folded[space] &- 0x30)
      space -= 1
    }
    guard path.folded[space] == 0x20, let word = WordKey(path.folded, part.lowerBound..<space)
    else { return nil }
    let meaning = Lexicon.standard[word]
    guard meaning.structure == .season, meaning.role == .none, !meaning.opensPhrase,
      path.folded[part.lowerBound..<space].allSatisfy(\.isLower)
    else { return nil }
    self.init(part)
    name.season = Found(season, Evidence(part, .seasonWord))
  }
}
