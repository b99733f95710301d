extension Reading {
  /// Reads `{tmdb-603}`, `[imdbid=tt0133093]`, `(tvdb:6)` and a bare `tt0133093`.
  ///
  /// The first identifier of a provider counts. The bracket must be closed.
  mutating func readProviderIDs() {
    for bracket in brackets where bracket.isClosed && bracket.end - bracket.start <= 64 {
      readProviderID(in: bracket)
    }
    for index in words.indices where words[index].role == .none {
      let word = words[index]
      guard word.hasDigit, word.count >= 9, isIMDb(word.start..<word.end) else { continue }
      add(.imdb, word.start..<word.end)
      claim(index..<index + 1, .providerID)
    }
  }

  private mutating func readProviderID(in bracket: Bracket) {
    var cursor = Cursor(path.folded, bracket.start..<bracket.end)
    guard let provider = Self.provider(&cursor) else { return }
    guard cursor.take("-") || cursor.take("=") || cursor.take(":") || cursor.take(" ") else {
      return
    }
    claim(bracket.words, .providerID)
    let value = cursor.place..<bracket.end
    if value.allSatisfy({ path.folded[$0] == 0x20 }) {
      emptyIDs.insert(Providers(provider))
    } else if isValue(value, of: provider) {
      add(provider, value)
    }
  }

  private mutating func add(_ provider: ExternalID.Provider, _ value: Range<Int>) {
    guard !ids.contains(where: { $0.value.provider == provider }) else { return }
    let text = String(decoding: path.folded[value], as: UTF8.self)
    ids.append(Found(ExternalID(provider, text), Evidence(value, .providerID)))
  }

  /// `tmdb` or `tmdbid`, and what other libraries write for them.
  private static func provider(_ cursor: inout Cursor) -> ExternalID.Provider? {
    guard
      cursor.byte == UInt8(ascii: "i") || cursor.byte == UInt8(ascii: "t")
        || cursor.byte == UInt8(ascii: "a")
    else { return nil }
    for provider in ExternalID.Provider.allCases {
      var ahead = cursor
      guard provider.rawValue.unicodeScalars.allSatisfy({ ahead.take($0) }) else { continue }
      if ahead.take("i"), !ahead.take("d") { return nil }
      cursor = ahead
      return provider
    }
    return nil
  }

  private func isValue(_ value: Range<Int>, of provider: ExternalID.Provider) -> Bool {
    if provider == .imdb { return isIMDb(value) }
    return value.count <= 12 && value.allSatisfy { path.folded[$0].isDigit }
  }

  private func isIMDb(_ value: Range<Int>) -> Bool {
    let bytes = path.folded
    guard value.count >= 7, value.count <= 12, bytes[value.lowerBound] == UInt8(ascii: "t"),
      bytes[value.lowerBound + 1] == UInt8(ascii: "t")
    else { return false }
    return value.dropFirst(2).allSatisfy { bytes[$0].isDigit }
  }
}
