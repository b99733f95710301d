import Testing

@testable import KinoNaming

/// What is read by one look is what all rules would read.
@Suite("Folders of one season")
struct PlainSeasonTests {
  private static let words = [
    "Season", "season", "SEASON", "seasons", "saison", "Staffel", "Temporada", "temp", "tem", "se",
    "sn", "Stagione", "sezon", "sezona", "sesong", "kausi", "Seizoen", "hooaeg", "Series", "Serie",
    "Part", "Vol", "Disc", "Episode", "The", "S", "Book", "Movie", "Saga", "one", "x", "v", "cd",
  ]

  @Test("a word and a number are read as by all rules", arguments: words)
  func equal(_ word: String) {
    for number in (0...99).flatMap({ ["\($0)", $0 < 10 ? "0\($0)" : "\($0)"] }) {
      let path = PathText(Array("Show/\(word) \(number)/name.mkv".utf8))
      let part = 5..<5 + word.utf8.count + 1 + number.utf8.count
      guard let plain = PartReading(plainSeason: part, path) else { continue }
      let full = Reading.read(path, part, Surroundings())
      let isSame =
        plain.name == full.name && plain.title == full.title
        && plain.alternativeTitle == full.alternativeTitle && plain.wholeName == full.wholeName
        && plain.group == full.group && plain.emptyIDs == full.emptyIDs
        && plain.isSpecials == full.isSpecials && plain.isSingleWord == full.isSingleWord
        && plain.titleFollowsNumber == full.titleFollowsNumber
      #expect(isSame, "\(word) \(number)")
    }
  }

  @Test("seasons are read at once", arguments: ["Season 1", "Staffel 02", "season 12", "Saison 0"])
  func plain(_ folder: String) {
    #expect(Self.isPlain(folder))
  }

  @Test(
    "anything else goes through all rules",
    arguments: [
      "Season 123", "Season  1", "Season.1", "Season", "1", "The Season 1", "Season 1 ", "Season1",
      "Series 1", "Show 1", "Season 1080p", "x 1", " 1", "",
    ]
  )
  func other(_ folder: String) {
    #expect(!Self.isPlain(folder))
  }

  private static func isPlain(_ folder: String) -> Bool {
    let path = PathText(Array(folder.utf8))
    guard let plain = PartReading(plainSeason: 0..<folder.utf8.count, path) else { return false }
    return plain.name.season != nil
  }
}
