import KinoNaming
import Testing

@Suite("Evidence of names")
struct EvidenceTests {
  @Test("each field points at the bytes that said so")
  func ranges() {
    let path = "Stone Bridge (2010)/Stone.Bridge.S02E05.German.1080p.WEB-DL.x264-CREW.mkv"
    let name = NameParser().parse(path)
    #expect(text(name.title?.evidence, path) == "Stone.Bridge")
    #expect(text(name.episodes?.evidence, path) == "S02E05")
    #expect(text(name.resolution?.evidence, path) == "1080p")
    #expect(text(name.source?.evidence, path) == "WEB-DL")
    #expect(text(name.videoCodec?.evidence, path) == "x264")
    #expect(text(name.releaseGroup?.evidence, path) == "CREW")
    #expect(text(name.languages.first?.evidence, path) == "German")
  }

  @Test("the title of a name that was turned round points at the bytes that are its letters")
  func reversed() {
    let path = "Fern Hill/20E10S.llih.nref.mkv"
    let name = NameParser().parse(path)
    #expect(name.episodes?.value == [2])
    #expect(text(name.episodes?.evidence, path) == "20E10S")
  }

  @Test("a title ends with the whole of its bracket, whatever script that is of")
  func brackets() {
    let path = "橋の物語「続編」.mkv"
    let name = NameParser().parse(path)
    #expect(name.title?.value == "橋の物語「続編」")
    #expect(text(name.title?.evidence, path) == "橋の物語「続編」")
  }

  @Test("what a folder says points into the folder")
  func folders() {
    let path = "Stone Bridge (2010)/Season 3/05.mkv"
    let name = NameParser().parse(path)
    #expect(text(name.title?.evidence, path) == "Stone Bridge")
    #expect(text(name.season?.evidence, path) == "Season 3")
    #expect(text(name.year?.evidence, path) == "2010")
  }

  @Test("identifiers of providers are read from the name and its folders, the first of each")
  func identifiers() {
    let path = "Fern Hill {tmdb-12} [tmdbid=13]/Fern Hill [imdbid-tt0012345].mkv"
    let ids = NameParser().parse(path).externalIDs.map(\.value)
    #expect(ids.map { "\($0.provider) \($0.value)" } == ["imdb tt0012345", "tmdb 12"])
  }

  @Test(
    "an identifier without a closed bracket, or beside an empty place, is none",
    arguments: ["Fern Hill [tmdb=12", "Fern Hill {tmdb-} [imdbid=tt0012345]", "Fern Hill tmdb-12"]
  )
  func noIdentifiers(_ path: String) {
    #expect(NameParser().parse(path).externalIDs.isEmpty)
  }

  @Test("of two titles the one in Latin letters is the title")
  func alternativeTitle() {
    let name = NameParser().parse("Каменный мост / Stone Bridge (2003) BDRip.mkv")
    #expect(name.title?.value == "Stone Bridge")
    #expect(name.alternativeTitle?.value == "Каменный мост")
  }

  private func text(_ evidence: Evidence?, _ path: String) -> String? {
    evidence.map { String(decoding: Array(path.utf8)[$0.range], as: UTF8.self) }
  }
}
