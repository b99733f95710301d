import KinoCore
import KinoSQL
import KinoTestSupport
import Testing

@testable import KinoStorage
@testable import Kinothek

@Suite("Films and series, from the names of files")
struct CatalogueTests {
  @Test("every published video shows something, and what belongs together is one")
  func everything() async throws {
    let catalogue = try await CatalogueWorld([
      "Movies/Heat (1995)/Heat (1995) - 1080p.mkv", "Movies/Heat (1995)/Heat (1995) - 2160p.mkv",
      "Movies/Alien (1979)/Alien (1979) cd1.avi", "Movies/Alien (1979)/Alien (1979) cd2.avi",
      "TV/Lost/Season 1/Lost S01E01.mkv", "TV/Lost/Season 1/Lost S01E02E03.mkv",
    ])
    let report = await catalogue.update()
    #expect(report.named == 6)
    #expect(
      try await catalogue.entities() == [
        "episode Episode 1 of Season 1: primary", "episode Episode 2 of Season 1: contained",
        "episode Episode 3 of Season 1: contained1", "movie Alien (1979): part1, part2",
        "movie Heat (1995): primary, version", "season Season 1 of Lost", "series Lost",
      ]
    )
    #expect(try await catalogue.world.library.verify() == [])
  }

  @Test("no file is opened, and a source that is away keeps nobody from it")
  func offline() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995).mkv"])
    _ = await catalogue.world.scan(catalogue.source)
    catalogue.world.memory.goOffline()
    #expect(await catalogue.world.work().named == 1)
    #expect(try await catalogue.entities() == ["movie Heat (1995): primary"])
    #expect(catalogue.world.memory.count(.open) == 0)
  }

  @Test("a rescan without a change reads no name and writes nothing")
  func unchanged() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995).mkv"])
    await catalogue.update()
    _ = await catalogue.world.scan(catalogue.source)
    let revision = try await catalogue.world.library.revision()
    #expect(await catalogue.world.work().named == 0)
    #expect(try await catalogue.world.library.revision() == revision)
  }

  @Test("reading a name again changes no entity")
  func idempotent() async throws {
    let catalogue = try await CatalogueWorld([
      "Heat (1995)/Heat (1995).mkv", "Heat (1995)/Trailers/teaser.mkv",
      "Lost/Season 1/Lost S01E01E02.mkv", "Lost/Season 1/Lost S01E03.part1.mkv",
      "home video.mkv",
    ])
    await catalogue.update()
    let entities = try await catalogue.rows(Self.everything)
    try await catalogue.world.library.database.write(.metadata) { connection in
      _ = try connection.run("UPDATE scan_queue SET state = 'ready' WHERE stage = 'parse'")
    }
    #expect(await catalogue.world.work().named == 5)
    #expect(try await catalogue.rows(Self.everything) == entities)
  }

  @Test("names that older rules have read are read again, once")
  func versions() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995).mkv", "Alien (1979).mkv"])
    await catalogue.update()
    let entities = try await catalogue.rows(Self.everything)
    try await catalogue.world.library.database.write(.metadata) { connection in
      _ = try connection.run("UPDATE parse_result SET parser_version = 0")
    }
    #expect(await catalogue.world.work().named == 2)
    #expect(await catalogue.world.work().named == 0)
    #expect(try await catalogue.rows(Self.everything) == entities)
  }

  @Test("films of one title in two folders are two where no year says that they are one")
  func withoutYear() async throws {
    let catalogue = try await CatalogueWorld([
      "A/Holiday.mkv", "B/Holiday.mkv", "C/Dune (2021).mkv", "D/Dune (2021) 4K.mkv",
    ])
    await catalogue.update()
    #expect(
      try await catalogue.entities() == [
        "movie Dune (2021): primary, version", "movie Holiday: primary", "movie Holiday: primary",
      ]
    )
  }

  @Test("series of one title are told apart by their years, and one without is a third")
  func seriesYears() async throws {
    let catalogue = try await CatalogueWorld([
      "Fargo (2014)/Season 1/Fargo S01E01.mkv", "Kung Fu (1972)/Season 1/S01E01.mkv",
      "Kung Fu (2021)/Season 1/S01E01.mkv",
    ])
    await catalogue.update()
    let series = try await catalogue.entities().filter { $0.hasPrefix("series") }
    #expect(
      series == ["series Fargo (2014)", "series Kung Fu (1972)", "series Kung Fu (2021)"]
    )
  }

  @Test("an identifier says what a film is, whatever its files are called, in either order")
  func identifiers() async throws {
    let catalogue = try await CatalogueWorld([
      "A/Heat (1995).mkv", "B/Heat (1995) {tmdb-949}.mkv", "C/Fire {tmdb-949}.mkv",
      "D/Heat (1995) 4K.mkv",
    ])
    await catalogue.update()
    let entities = try await catalogue.entities()
    #expect(entities == ["movie Heat (1995): primary, version, version, version"])
    #expect(
      try await catalogue.rows("SELECT identity_key FROM media_entity") == ["movie:tmdb:949"]
    )
  }

  @Test("dated and absolute episodes have their numbers, and no season that nobody named")
  func numbers() async throws {
    let catalogue = try await CatalogueWorld([
      "The Daily Show/The Daily Show 2016-05-23.mkv", "[Group] Naruto - 103 [720p].mkv",
    ])
    await catalogue.update()
    #expect(
      try await catalogue.entities() == [
        "episode 2016-05-23 (2016) of The Daily Show: primary",
        "episode Episode 103 of Naruto: primary", "series The Daily Show", "series Naruto",
      ]
    )
  }

  @Test("the pages of a list hold every title once, in order")
  func pages() async throws {
    let catalogue = try await CatalogueWorld((1...25).map { "Film \($0) (2001).mkv" })
    await catalogue.update()
    let library = catalogue.world.library
    var titles: [String] = []
    var cursor: CatalogueCursor?
    repeat {
      let page = try await library.titles(of: .movie, after: cursor, limit: 4)
      #expect(page.titles.count <= 4)
      titles += page.titles.map(\.title)
      cursor = page.next
    } while cursor != nil
    #expect(titles == (1...25).map { "Film \($0)" })
    #expect(try await library.catalogueCounts()[.movie] == 25)
  }

  @Test("names of any bytes make a title, and nothing that could mislead a terminal")
  func hostile() async throws {
    let catalogue = try await CatalogueWorld([".mkv", "...mkv", "%:?*.mkv", "a\u{1B}[31m.mkv"])
    let path = try #require(SourcePath(bytes: [0xFF, 0xFE] + ".mkv".utf8))
    catalogue.world.memory.addFile(path, size: 9)
    let report = await catalogue.update()
    #expect(report.failed == 0)
    let bound = try await catalogue.rows("SELECT count(DISTINCT media_file_id) FROM file_binding")
    let published = try await catalogue.rows("SELECT count(*) FROM media_file")
    #expect(bound == published)
    #expect(try await catalogue.world.library.verify() == [])
  }

  private static let everything = """
    SELECT hex(entity.uid) || kind || identity_key || entity.title || changed_revision
      || entity.updated_at_ms || coalesce(parent_id, 0) || coalesce(group_concat(bound.id), '')
    FROM media_entity AS entity LEFT JOIN file_binding AS bound ON bound.entity_id = entity.id
    GROUP BY entity.id ORDER BY entity.id
    """
}
