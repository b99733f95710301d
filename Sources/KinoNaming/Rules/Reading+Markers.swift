extension Reading {
  /// Reads what marks season and episode in so many letters: `S01E02`, `1x02`, and their lists.
  ///
  /// The first marker counts; another `S00E01` behind a first number does too.
  mutating func readMarkers() {
    for index in words.indices where words[index].role == .none || words[index].role == .checksum {
      if readSeasonEpisode(index) || readCross(index) { return }
    }
  }

  /// `S01E02`, `s01.e02`, `S01 - E02`, `S01EP(01-09)`, and what follows: `E03`, `-05`, `.S01E03`.
  private mutating func readSeasonEpisode(_ index: Int) -> Bool {
    guard words[index].hasDigit, path.folded[words[index].start] &- UInt8(ascii: "s") < 2 else {
      return false
    }
    var cursor = Cursor(path.folded, words[index].start..<range.upperBound)
    guard cursor.take("s") || cursor.take("t"), let season = cursor.number(1...4) else {
      return false
    }
    guard season.value < 400 || (1900...2099).contains(season.value) else { return false }
    var ahead = cursor
    while ahead.takeBlank() || ahead.take("-") {}
    guard Self.episodePrefix(&ahead, allowsCross: ahead.place == cursor.place) else { return false }
    while ahead.takeBlank() || ahead.take("(") || ahead.take("-") {}
    guard let first = ahead.number(1...5),
      ahead.takeSegment() || ahead.isAtWordEnd || ahead.byte == UInt8(ascii: "e")
        || ahead.byte == UInt8(ascii: "s")
    else { return false }
    var list = EpisodeList(first.value, digits: first.digits)
    list.readOn(&ahead, season: season.value)
    if list.numbers.first == 1, list.numbers.count > 1, Self.isWhole(&ahead, list.numbers.count) {
      self.season = Mark(
        season.value,
        index..<max(index + 1, word(atOrAfter: ahead.place, from: index + 1)),
        .seasonEpisode
      )
      claim(index..<max(index + 1, word(atOrAfter: ahead.place, from: index + 1)), .season)
      return true
    }
    mark(season.value, list, from: index, to: ahead.place)
    return true
  }

  /// `S01E01-08 of 8` is the season as a whole.
  private static func isWhole(_ cursor: inout Cursor, _ count: Int) -> Bool {
    var ahead = cursor
    guard ahead.takeBlank(), ahead.take("o"), ahead.take("f"), ahead.takeBlank(),
      let all = ahead.number(1...4), all.value == count
    else { return false }
    cursor = ahead
    return true
  }

  /// `e`, `ep`, `episode`, or the `x` of `s01x02`.
  static func episodePrefix(_ cursor: inout Cursor, allowsCross: Bool) -> Bool {
    if allowsCross, cursor.take("x") {
      _ = cursor.take("e")
      return true
    }
    guard cursor.take("e") else { return false }
    guard cursor.take("p") else { return true }
    var long = cursor
    if "isode".unicodeScalars.allSatisfy({ long.take($0) }) { cursor = long }
    return true
  }

  /// `1x02`, `06x01-08`, `2009x03 - 2009x04`.
  private mutating func readCross(_ index: Int) -> Bool {
    let word = words[index]
    guard path.folded[word.start].isDigit, !word.isNumber else { return false }
    var cursor = Cursor(path.folded, word.start..<range.upperBound)
    guard let season = cursor.number(1...4), cursor.take("x"),
      let first = cursor.number(1...4), cursor.isAtWordEnd || cursor.byte == UInt8(ascii: "x")
    else { return false }
    guard
      season.value < 100 && first.value < 1500
        || (1900...2099).contains(season.value) && first.value < 200,
      season.value > 0 || season.digits > 1, first.digits > 1 || season.digits == 1
    else { return false }
    if word.gap == .dot, index > 0, words[index - 1].isNumber, first.digits == 1 { return false }
    var list = EpisodeList(first.value, digits: first.digits)
    list.isCross = true
    list.readOn(&cursor, season: season.value)
    mark(season.value, list, from: index, to: cursor.place)
    return true
  }

  private mutating func mark(_ number: Int, _ list: EpisodeList, from index: Int, to place: Int) {
    let run = index..<max(index + 1, word(atOrAfter: place, from: index + 1))
    season = Mark(number, run, .seasonEpisode)
    episodes = Mark(list.numbers, run, .seasonEpisode)
    claim(run, .episode)
  }
}
