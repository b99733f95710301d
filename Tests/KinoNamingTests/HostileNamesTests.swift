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

/// Random numbers that are the same in every run (Marsaglia's xorshift64).
private struct Shift {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

private func expectEvidence(in path: [UInt8]) {
  let name = NameParser().parse(path)
  let all: [Evidence?] = [
    name.title?.evidence, name.alternativeTitle?.evidence, name.year?.evidence,
    name.season?.evidence,
    name.seasons?.evidence, name.episodes?.evidence, name.absolute?.evidence, name.date?.evidence,
    name.part?.evidence, name.edition?.evidence, name.resolution?.evidence, name.source?.evidence,
    name.videoCodec?.evidence, name.releaseGroup?.evidence, name.is3D?.evidence,
    name.extra?.evidence,
  ]
  for evidence in all.compactMap(\.self) + name.languages.map(\.evidence)
    + name.externalIDs.map(\.evidence)
  {
    let isWithin = evidence.range.lowerBound >= 0 && evidence.range.upperBound <= path.count
    #expect(isWithin && !evidence.range.isEmpty, "\(path)")
  }
  let numbers = name.episodes?.value ?? []
  #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "\(path)")
}
