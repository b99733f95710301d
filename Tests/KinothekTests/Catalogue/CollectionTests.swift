import KinoCore
import KinoTestSupport
import Testing

@testable import Kinothek

@Suite("What nothing keeps any more")
struct CollectionTests {
  @Test("goes at the end of the pass that left it, and counts agree with lists (DL-5)")
  func left() async throws {
    let catalogue = try await CatalogueWorld([
      "Heat (1995).mkv", "Haet (1995) 4K.mkv", "Lost/Season 1/Lost S01E01.mkv",
      "Lsot/Season 1/Lsot S01E01.mkv",
    ])
    await catalogue.update()
    catalogue.move("Haet (1995) 4K.mkv", to: "Heat (1995) 4K.mkv")
    catalogue.move("Lsot/Season 1/Lsot S01E01.mkv", to: "Lost/Season 1/Lost S01E01 4K.mkv")
    await catalogue.update()
    #expect(
      try await catalogue.entities() == [
        "episode Episode 1 of Season 1: primary, version", "movie Heat (1995): primary, version",
        "season Season 1 of Lost", "series Lost",
      ]
    )
    let counts = try await catalogue.world.library.catalogueCounts()
    #expect(EntityKind.allCases.map { counts[$0] } == [1, 1, 1, 1, 0])
    let tombstones = try await catalogue.rows(
      "SELECT domain || ' ' || state FROM change_log WHERE action = 'delete'"
    )
    #expect(tombstones == Array(repeating: "entity local", count: 4))
  }

  @Test("stays as long as somebody's state hangs on it, and is in no list (DL-6)")
  func kept() async throws {
    let catalogue = try await CatalogueWorld(["Lost/Lost S01E01E02.mkv", "Lost/Lost S01E03.mkv"])
    await catalogue.update()
    try await catalogue.watch("Episode 2")
    catalogue.move("Lost/Lost S01E01E02.mkv", to: "Lost/Lost S01E03E04.mkv")
    await catalogue.update()
    #expect(try await catalogue.watched() == ["Episode 2 60000 on 0"])
    #expect(try await catalogue.title("Lost").episodes == 2)
    #expect(try await catalogue.world.library.catalogueCounts()[.episode] == 2)
    catalogue.world.clock.advance(by: .seconds(30 * 24 * 3_600))
    #expect(try await catalogue.world.library.maintain().entities == 0)
    #expect(try await catalogue.watched() == ["Episode 2 60000 on 0"])
  }

  @Test("goes a week after its last file was purged, unless the file comes back")
  func purged() async throws {
    let catalogue = try await CatalogueWorld(
      ["Heat (1995).mkv", "Alien (1979).mkv"] + (1...9).map { "F\($0) (2001).mkv" }
    )
    await catalogue.update()
    for file in ["Heat (1995).mkv", "Alien (1979).mkv"] { try await catalogue.purge(file) }
    #expect(try await catalogue.world.library.maintain().entities == 0)
    let alien = try await catalogue.title("Alien").uid
    catalogue.add("Alien (1979).mkv")
    await catalogue.update()
    catalogue.world.clock.advance(by: .seconds(8 * 24 * 3_600))
    #expect(try await catalogue.world.library.maintain().entities == 1)
    #expect(try await catalogue.title("Alien").uid == alien)
    #expect(try await catalogue.world.library.titles(named: "Heat").isEmpty)
  }
}
