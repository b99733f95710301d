import KinoNaming
import Testing

@Suite("The numbering of a series")
struct SeriesNumberingTests {
  @Test("seasons that begin again are seasons")
  func seasons() {
    #expect(scheme("A/S01E01", "A/S01E02", "A/S02E01", "A/Specials/S00E01") == .seasons)
  }

  @Test("seasons through which the numbers go on are counted through")
  func throughSeasons() {
    #expect(scheme("A/Season 1/01", "A/Season 1/02", "A/Season 2/03", "A/Season 2/04") == .absolute)
  }

  @Test("bare numbers are counted through, whatever a single name says")
  func absolute() {
    let paths = ["[F] A - 12 [720p]", "[F] A - 13 [720p]", "A S01E14"]
    #expect(SeriesNumbering(of: paths.map { NameParser().parse($0) }) == .absolute)
  }

  @Test("days of broadcast are dates")
  func dates() {
    #expect(scheme("A 2016.05.23", "A 2016.05.24", "A S01E01") == .dates)
  }

  @Test("without an episode there is no scheme", arguments: ["A (1999)", "A/Specials/S00E01"])
  func none(_ path: String) {
    #expect(scheme(path) == nil)
  }

  private func scheme(_ paths: String...) -> SeriesNumbering? {
    SeriesNumbering(of: paths.map { NameParser().parse($0 + ".mkv") })
  }
}
