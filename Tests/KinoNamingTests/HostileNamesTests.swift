import KinoNaming
import Testing

@Suite("Hostile names")
struct HostileNamesTests {
  @Test("evidence lies within the path, whatever its bytes are")
  func randomBytes() {
    var random = Shift(state: 7)
    for _ in 0..<20_000 {
      let length = Int(random.next() % 80)
      let path = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      expectEvidence(in: path)
    }
  }

  @Test("evidence lies within the path, however words of releases are thrown together")
  func randomWords() {
    var random = Shift(state: 11)
    for _ in 0..<20_000 {
      var path: [UInt8] = []
      for _ in 0..<random.next() % 14 {
        path += Array(Self.pieces[Int(random.next() % UInt64(Self.pieces.count))].utf8)
      }
      expectEvidence(in: path)
    }
  }

  @Test(
    "a name of 100 KB is read in a moment",
    arguments: [
      "[", "]", "[a]", "((", "a.", "s01e01-", "season 1 ", "01-", "a/", "(/", "2001 ", "www.",
      "1 of 2 ",
      "第1", "{tmdb-1}", "E01", "2001-02-03 ", "-", "x264-", "01 - ",
    ]
  )
  func longNames(_ piece: String) {
    let count = 100_000 / piece.utf8.count
    let path = Array(String(repeating: piece, count: count).utf8)
    let time = ContinuousClock().measure { expectEvidence(in: path) }
    #expect(time < .seconds(20))
  }

  @Test("10,000 brackets, one in the other, are read in a moment", arguments: ["[a", "(", "【1 "])
  func nestedBrackets(_ opening: String) {
    let closing = opening.contains("(") ? ")" : opening.contains("[") ? "]" : "】"
    let path =
      String(repeating: opening, count: 10_000) + "/" + String(repeating: closing, count: 10_000)
    let time = ContinuousClock().measure { expectEvidence(in: Array(path.utf8)) }
    #expect(time < .seconds(20))
  }

  @Test("no number is too large to be written in words", arguments: ["", "第"])
  func hanNumbers(_ sign: String) {
    expectEvidence(in: Array("\(sign)\(String(repeating: "十", count: 19))話.mkv".utf8))
  }

  @Test("ranges on ranges hold no more episodes than one may")
  func ranges() {
    let name = NameParser().parse("Fern Hill S01E0001-E1999-E3998.mkv")
    #expect(name.episodes?.value.count == 1999)
  }

  @Test("a subtitle with 33,000 marks is read in a moment")
  func longSubtitle() {
    let name = String(repeating: "hi.", count: 33_000) + "en.srt"
    let time = ContinuousClock().measure {
      _ = SubtitleName(Array(name.utf8), video: Array("a.mkv".utf8))
    }
    #expect(time < .seconds(20))
  }

  @Test("nothing but separators is a name without a title")
  func separators() {
    #expect(NameParser().parse(" ._-/// ").title == nil)
    #expect(NameParser().parse("").title == nil)
  }

  private static let pieces = [
    "S01", "E02", "1x03", ".", " ", "-", " - ", "_", "[", "]", "(", ")", "{", "}", "/", "2012",
    "1080p",
    "x264", "WEB-DL", "Title", "第", "2", "話", "Season", "05", "v2", "END", "Part", "CD1", "tmdb-",
    "www.a.com",
    "Сезон", "the", "German", "Director's", "Cut", "~", "&", "+", "12", "100", "-GRP", "trailer",
    "by", "aka",
    "5th", "Mar", "99999999999", "\\", ":", "【", "】", "E", "S",
  ]
}
