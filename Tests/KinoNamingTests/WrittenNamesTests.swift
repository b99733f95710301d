import Testing

@Suite("Names written for the project")
struct WrittenNamesTests {
  @Test("a movie says what it is, and where", arguments: rows(movieTable))
  func movies(_ path: String, _ says: String) {
    #expect(reading(path) == says)
  }

  @Test("an episode says what it is, and where", arguments: rows(episodeTable))
  func episodes(_ path: String, _ says: String) {
    #expect(reading(path) == says)
  }

  @Test("seasons and episodes are found in many languages", arguments: rows(seasonTable))
  func seasons(_ path: String, _ says: String) {
    #expect(reading(path) == says)
  }

  @Test("anime is read with its group and its numbers", arguments: rows(animeTable))
  func anime(_ path: String, _ says: String) {
    #expect(reading(path) == says)
  }

  @Test("a day of broadcast is found in all orders", arguments: rows(dateTable))
  func dates(_ path: String, _ says: String) {
    #expect(reading(path) == says)
  }

  @Test("an extra is told by folder and by suffix", arguments: rows(extraTable))
  func extras(_ path: String, _ says: String) {
    #expect(reading(path) == says)
  }

  @Test("the words of a release are told apart", arguments: rows(releaseTable))
  func releases(_ path: String, _ says: String) {
    #expect(reading(path) == says)
  }

  @Test("there are 600 and more, and no two are the same")
  func count() {
    let paths = writtenNames
    #expect(paths.count >= 600)
    #expect(Set(paths).count == paths.count)
  }
}

/// The paths of all tables.
let writtenNames: [String] = [
  movieTable, episodeTable, seasonTable, animeTable, dateTable, extraTable, releaseTable,
].flatMap { rows($0).map(\.path) }
