import KinoCore
import Testing

@testable import KinoMetadata

@Suite("NFO files")
struct NFODocumentTests {
  private func content(_ text: String) -> SidecarContent {
    NFODocument.content(of: Array(text.utf8))
  }

  private func record(_ text: String) -> MetadataRecord {
    content(text).records.first ?? MetadataRecord()
  }

  @Test("a film's fields are read from the children of its root")
  func movie() {
    let record = record(
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <movie>
        <title>Der Leuchtturm</title><originaltitle>The Lighthouse</originaltitle>
        <sorttitle>Leuchtturm</sorttitle><tagline> Es gibt  Zauber
          im Licht </tagline>
        <plot>Zwei Wärter.

      Eine Insel.</plot>
        <year>2019</year><premiered>2019-10-18</premiered><runtime>109 min</runtime>
        <mpaa>Rated R</mpaa><genre>Drama / Horror</genre><genre>Fantasy</genre>
        <uniqueid type="imdb">tt7984734</uniqueid><uniqueid type="tmdb" default="true">503919</uniqueid>
        <ratings>
          <rating name="imdb" max="10"><value>7.4</value><votes>250,123</votes></rating>
          <rating name="themoviedb" max="100" default="true"><value>76</value><votes>4000</votes></rating>
        </ratings>
        <director>Robert Eggers</director><credits>Robert Eggers</credits><credits>Max Eggers</credits>
        <actor><name>Willem Dafoe</name><role>Thomas Wake</role><order>0</order></actor>
        <set><name>Lights</name><overview>Not this</overview></set>
        <thumb aspect="poster">https://images.example/p.jpg</thumb>
        <thumb aspect="clearlogo">https://images.example/l.png</thumb>
        <fanart><thumb preview="x">https://images.example/f.jpg</thumb></fanart>
        <fileinfo><streamdetails><video><title>not the title</title></video></streamdetails></fileinfo>
      </movie>
      """
    )
    var expected = MetadataRecord(.movie)
    expected.title = "Der Leuchtturm"
    expected.originalTitle = "The Lighthouse"
    expected.sortTitle = "Leuchtturm"
    expected.tagline = "Es gibt Zauber im Licht"
    expected.overview = "Zwei Wärter.\n\nEine Insel."
    expected.year = 2019
    expected.releaseDate = "2019-10-18"
    expected.runtimeMinutes = 109
    expected.contentRating = "R"
    expected.genres = ["Drama", "Horror", "Fantasy"]
    expected.ids = [ProviderID("imdb", "tt7984734"), ProviderID("tmdb", "503919")]
    expected.ratingHundredths = 760
    expected.ratingCount = 4000
    expected.credits = [
      MetadataRecord.Credit("director", "Robert Eggers"),
      MetadataRecord.Credit("writer", "Robert Eggers"),
      MetadataRecord.Credit("writer", "Max Eggers"),
      MetadataRecord.Credit("actor", "Willem Dafoe", character: "Thomas Wake"),
    ]
    expected.collection = "Lights"
    expected.pictures = [
      MetadataRecord.Picture(.poster, "https://images.example/p.jpg"),
      MetadataRecord.Picture(.logo, "https://images.example/l.png"),
      MetadataRecord.Picture(.backdrop, "https://images.example/f.jpg"),
    ]
    #expect(record == expected)
  }

  @Test(
    "several episodes may follow each other, each with a declaration of its own, or wrapped in a root"
  )
  func episodes() {
    let one =
      "<episodedetails><title>One</title><season>1</season><episode>1</episode></episodedetails>"
    let two =
      "<episodedetails><title>Two</title><season>1</season><episode>2</episode></episodedetails>"
    for text in [
      one + two, "<?xml version='1.0'?>\n\(one)\n<?xml version='1.0'?>\n\(two)\n",
      "<kodimultiepisode>\(one)\(two)</kodimultiepisode>",
    ] {
      let records = content(text).records
      #expect(records.map(\.title) == ["One", "Two"])
      #expect(records.map(\.episode) == [1, 2])
    }
  }

  @Test("addresses of providers' pages stand behind a description or instead of one")
  func addresses() {
    let behind = record(
      "<movie><title>Heat</title></movie>\nhttps://www.themoviedb.org/movie/949-heat?a=1&b=2\n"
    )
    #expect(behind.title == "Heat")
    #expect(behind.ids == [ProviderID("tmdb", "949")])
    let alone = content("https://www.themoviedb.org/tv/1396-breaking-bad\r\n").records
    #expect(alone.map(\.kind) == [.series])
    #expect(alone.map(\.ids) == [[ProviderID("tmdb", "1396")]])
    #expect(record("art °±² <here> IMDb: http://www.imdb.com/title/tt0113277/ x").ids.count == 1)
    #expect(
      record("http://thetvdb.com/?tab=series&id=81189&lid=7").ids == [ProviderID("tvdb", "81189")]
    )
    #expect(content("just a text").failure == "empty")
  }

  @Test(
    "a text is read in the encoding that it has, whatever it says",
    arguments: [
      ([0xEF, 0xBB, 0xBF], "utf-8", Array("Amélie".utf8)),
      ([], "utf-8", [0x41, 0x6D, 0xE9, 0x6C, 0x69, 0x65]),
      ([], "iso-8859-1", [0x41, 0x6D, 0xE9, 0x6C, 0x69, 0x65]),
      ([], "iso-8859-1", Array("Amélie".utf8)),
      ([], "utf-16", Array("Amélie".utf8)),
      ([], "nonsense", Array("Amélie".utf8)),
    ] as [([UInt8], String, [UInt8])]
  )
  func encodings(_ mark: [UInt8], _ declared: String, _ title: [UInt8]) {
    let head = Array("<?xml version=\"1.0\" encoding=\"\(declared)\"?><movie><title>".utf8)
    let bytes = mark + head + title + Array("</title></movie>".utf8)
    #expect(NFODocument.content(of: bytes).records.map(\.title) == ["Amélie"])
  }

  @Test("UTF-16 is read in either order, with a mark and without; Cyrillic by what is declared")
  func otherEncodings() {
    let units = Array("<movie><title>Сталкер</title></movie>".utf16)
    let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    for bytes in [[0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big] {
      #expect(NFODocument.content(of: bytes).records.map(\.title) == ["Сталкер"])
    }
    let cyrillic: [UInt8] = [0xD1, 0xF2, 0xE0, 0xEB, 0xEA, 0xE5, 0xF0]
    let bytes =
      Array("<?xml version='1.0' encoding='windows-1251'?><movie><title>".utf8) + cyrillic
      + Array("</title></movie>".utf8)
    #expect(NFODocument.content(of: bytes).records.map(\.title) == ["Сталкер"])
  }

  @Test("HTML's names, stray characters and what XML forbids keep nothing from being read")
  func notQuiteXML() {
    #expect(
      record("<movie><title>Caf&eacute; &amp; Bar &#8211; B & C</title></movie>").title
        == "Café & Bar – B & C"
    )
    #expect(
      record("<movie><title>1 < 2 &unknown; \u{1}x&#0;</title></movie>").title
        == "1 < 2 &unknown; x"
    )
    #expect(record("<movie><title><![CDATA[A & B <i>]]></title></movie>").title == "A & B <i>")
    #expect(
      record("  \n<!-- x --><movie><title>A</title><!-- <title>B</title> --></movie>").title == "A"
    )
    #expect(record("\u{FEFF}\u{FEFF}<movie><title>A</title></movie>").title == "A")
  }

  @Test("a file that is cut off says what its complete descriptions say")
  func cut() {
    let text = "<episodedetails><title>One</title></episodedetails><episodedetails><title>Tw"
    #expect(content(text).records.map(\.title) == ["One"])
    #expect(content("<movie><title>A</title>").failure == "malformed")
    #expect(content("<movie><title>A</movie>").failure == "malformed")
  }

  @Test("values that make no sense are none")
  func nonsense() {
    let record = record(
      """
      <movie><title>   </title><year>20x9</year><premiered>0000-00-00</premiered><runtime>-</runtime>
      <rating>0</rating><votes>many</votes><uniqueid type="imdb">603</uniqueid><tmdbid>-7</tmdbid>
      <uniqueid type="../x">1</uniqueid><thumb>file:///etc/passwd</thumb>
      <thumb>https://user:secret@host/p.jpg</thumb><actor><role>nobody</role></actor></movie>
      """
    )
    #expect(record == MetadataRecord(.movie))
  }

  @Test(
    "running times and dates are read as people write them",
    arguments: [
      ("136", 136), ("136 min", 136), ("2h 16m", 136), ("2:16:00", 136), ("PT2H16M", 136),
    ]
  )
  func runtime(_ text: String, _ minutes: Int) {
    #expect(FieldValue.minutes(text) == minutes)
    #expect(FieldValue.date("18.10.2019") == "2019-10-18")
    #expect(FieldValue.date("2019/1/2") == "2019-01-02")
    #expect(FieldValue.date("20190102") == "2019-01-02")
    #expect(FieldValue.date("2019-13-02") == nil)
    #expect(FieldValue.hundredths("7,5", outOf: 10) == 750)
  }

  @Test("several titles are a title and others to search for")
  func titles() {
    let record = record(
      "<movie><title>A</title><title>B</title><aka>C</aka><alternatetitle>A</alternatetitle></movie>"
    )
    #expect(record.title == "A")
    #expect(record.aliases == ["B", "C"])
  }
}
