extension Reading {
  /// `第2季`, `第二期`, `2季`, `시즌2` and their like within a word that has no blanks.
  mutating func readHanSeason(_ index: Int) -> Bool {
    guard let number = counted(index, by: Self.seasonCounters) else { return false }
    season = Mark(number, index..<index + 1, .seasonWord)
    words[index].role = .season
    return true
  }

  /// `第05話`, `12集`, `3화`.
  mutating func readHanEpisode(_ index: Int) -> Bool {
    guard let number = counted(index, by: Self.episodeCounters) else { return false }
    episodes = Mark([number], index..<index + 1, .episodeWord)
    words[index].role = .episode
    return true
  }

  /// A number, in figures or Han numerals, in front of one of the counters; `第` may precede it.
  private func counted(_ index: Int, by counters: [[UInt8]]) -> Int? {
    let word = words[index]
    guard !word.isASCII, word.count >= 4, word.count <= 60 else { return nil }
    var cursor = Cursor(path.folded, word.start..<word.end)
    while !cursor.isAtEnd {
      let isOrdinal = Self.take(&cursor, Self.ordinal)
      if isOrdinal || cursor.place == word.start, let number = Self.number(&cursor) {
        return counters.contains { Self.take(&cursor, $0) } ? number : nil
      }
      guard !isOrdinal else { return nil }
      cursor.skip()
    }
    return nil
  }

  private static func number(_ cursor: inout Cursor) -> Int? {
    if let number = cursor.number(1...4) { return number.value }
    var value: Int?
    // Whoever writes larger numbers this way has no season or episode in mind.
    while value ?? 0 < 1_000, let digit = numerals.firstIndex(where: { take(&cursor, $0) }) {
      let number = digit + 1
      if number == 10 {
        value = (value ?? 1) * 10
      } else {
        value = (value ?? 0) + number
      }
    }
    return value
  }

  private static func take(_ cursor: inout Cursor, _ text: [UInt8]) -> Bool {
    cursor.take(text)
  }

  private static let ordinal = Array("第".utf8)
  private static let numerals = "一二三四五六七八九十".map { Array(String($0).utf8) }
  private static let seasonCounters = ["季", "期", "部", "シーズン", "기"].map { Array($0.utf8) }
  private static let episodeCounters = ["話", "话", "集", "回", "화", "회", "弾"].map { Array($0.utf8) }
}

extension Cursor {
  /// Reads a text if it comes next.
  mutating func take(_ text: [UInt8]) -> Bool {
    guard place + text.count <= end else { return false }
    for offset in text.indices where bytes[place + offset] != text[offset] { return false }
    advance(text.count)
    return true
  }

  /// Passes over one byte.
  mutating func skip() { advance(1) }
}
