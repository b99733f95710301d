import KinoCore
import KinoMetadata
import KinoUnicode
import Testing

@Suite("What titles have in common")
struct TitleFoldingTests {
  private let titles = TitleFolding(FoundationFolding())

  @Test(
    "case, punctuation and doubled spaces tell no titles apart",
    arguments: [
      ("The Matrix", "the matrix"), ("Spider-Man:  Far.From.Home", "spider man far from home"),
      ("Don't Look Up", "dont look up"), ("Don’t Look Up", "dont look up"),
      ("Tom & Jerry", "tom and jerry"), ("Amélie", "amélie"), ("AMÉLIE", "amélie"),
      ("千と千尋の神隠し", "千と千尋の神隠し"), ("Ωmega – Alpha", "ωmega alpha"), ("हिन्दी", "हिन्दी"),
    ]
  )
  func folds(_ title: String, _ folded: String) {
    #expect(titles.folded(title) == folded)
  }

  @Test("symbols that are titles of their own stay")
  func symbols() {
    #expect(titles.folded("+1") != titles.folded("1"))
    #expect(titles.folded("π") == "π")
    #expect(titles.folded("...") == "")
  }

  @Test("titles are sorted without their articles, numbers by value")
  func sorts() {
    let sorted = ["The Abyss", "Alien", "Rocky 2", "Rocky 10", "Zodiac"]
    #expect(sorted.shuffled().sorted { key($0) < key($1) } == sorted)
  }

  @Test("an article alone is a title")
  func article() {
    #expect(key("The") == Array("the".utf8))
    #expect(key("A") == Array("a".utf8))
  }

  @Test("zeros in front change no number's place")
  func zeros() { #expect(key("007") == key("7")) }

  private func key(_ title: String) -> [UInt8] { titles.sortKey(title).bytes }
}

extension [UInt8] {
  fileprivate static func < (left: Self, right: Self) -> Bool {
    left.lexicographicallyPrecedes(right)
  }
}
