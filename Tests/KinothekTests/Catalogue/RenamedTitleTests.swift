import KinoCore
import KinoSQL
import KinoTestSupport
import Testing

@testable import KinoStorage
@testable import Kinothek

@Suite("What is watched stays with its files, whatever they are called")
struct RenamedTitleTests {
  @Test("a film whose file is renamed is the same film under its new name")
  func film() async throws {
    let catalogue = try await CatalogueWorld(["Haet (1995).mkv"])
    await catalogue.update()
    try await catalogue.watch("Haet")
    catalogue.move("Haet (1995).mkv", to: "Heat (1995).mkv")
    await catalogue.update()
    #expect(try await catalogue.entities() == ["movie Heat (1995): primary"])
    #expect(try await catalogue.watched() == ["Heat 60000 on 1"])
  }

  @Test("all versions of a film that are renamed at once stay one film")
  func versions() async throws {
    let catalogue = try await CatalogueWorld([
      "Haet (1995)/Haet (1995) 1080p.mkv", "Haet (1995)/Haet (1995) 4K.mkv",
    ])
    await catalogue.update()
    try await catalogue.watch("Haet")
    catalogue.move("Haet (1995)", to: "Heat (1995)")
    for quality in ["1080p", "4K"] {
      catalogue.move(
        "Heat (1995)/Haet (1995) \(quality).mkv",
        to: "Heat (1995)/Heat (1995) \(quality).mkv"
      )
    }
    await catalogue.update()
    #expect(try await catalogue.entities() == ["movie Heat (1995): primary, version"])
    #expect(try await catalogue.watched() == ["Heat 60000 on 2"])
  }

  @Test("a renamed folder gives its series the new name, and its episodes stay what they are")
  func folder() async throws {
    let catalogue = try await CatalogueWorld(
      (1...6).map { "Lsot/Season 1/S01E0\($0).mkv" }
    )
    await catalogue.update()
    try await catalogue.watch("Episode 3")
    catalogue.move("Lsot", to: "Lost")
    await catalogue.update()
    let entities = try await catalogue.entities()
    #expect(entities.suffix(2) == ["season Season 1 of Lost", "series Lost"])
    #expect(entities.count == 8)
    #expect(try await catalogue.watched() == ["Episode 3 60000 on 1"])
    #expect(
      try await catalogue.rows(
        "SELECT identity_key FROM media_entity WHERE kind = 'season'"
      ) == ["series:name:lost:#s1"]
    )
  }

  @Test(
    "what people made of a series follows it to its new name, in however many blocks that comes"
  )
  func blocks() async throws {
    var policy = ScanPolicy()
    policy.workBlock = 1
    let episodes = (1...9).flatMap { ["Season 1/S01E0\($0).mkv", "Season 2/S02E0\($0).mkv"] }
    let catalogue = try await CatalogueWorld(episodes.map { "Lsot/\($0)" }, policy: policy)
    await catalogue.update()
    try await catalogue.world.library.database.write(.user) { connection in
      _ = try connection.run(
        """
        INSERT INTO playback_state (profile_id, entity_id, favorite, clock_json, updated_at_ms)
        SELECT 1, id, 1, '{}', 1 FROM media_entity
        WHERE title = 'Lsot' OR kind = 'season' AND season_number = 2
        """
      )
    }
    catalogue.move("Lsot", to: "Lost")
    await catalogue.update()
    #expect(try await catalogue.watched() == ["Lost 0 on 0", "Season 2 0 on 0"])
    let titles = try await catalogue.world.library.titles(of: .series).titles
    #expect(titles.map(\.title) == ["Lost"])
    #expect(titles.first?.episodes == 18)
    #expect(try await catalogue.world.library.catalogueCounts()[.season] == 2)
  }

  @Test("an episode that is renumbered is the same episode under its new number")
  func renumbered() async throws {
    let catalogue = try await CatalogueWorld(["Lost/Lost S01E01.mkv", "Lost/Lost S01E02.mkv"])
    await catalogue.update()
    try await catalogue.watch("Episode 2")
    catalogue.move("Lost/Lost S01E02.mkv", to: "Lost/Lost S02E07.mkv")
    await catalogue.update()
    #expect(try await catalogue.watched() == ["Episode 7 60000 on 1"])
  }

  @Test("a film that turns out to be an episode is that in place, with its progress")
  func kind() async throws {
    let catalogue = try await CatalogueWorld(["Lost.mkv"])
    await catalogue.update()
    try await catalogue.watch("Lost")
    catalogue.move("Lost.mkv", to: "Lost S01E01.mkv")
    await catalogue.update()
    #expect(try await catalogue.watched() == ["Episode 1 60000 on 1"])
  }

  @Test("one of two versions that is renamed to another film leaves the other where it was")
  func apart() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995) 1080p.mkv", "Heat (1995) 4K.mkv"])
    await catalogue.update()
    try await catalogue.watch("Heat")
    catalogue.move("Heat (1995) 4K.mkv", to: "Alien (1979) 4K.mkv")
    await catalogue.update()
    #expect(
      try await catalogue.entities() == [
        "movie Alien (1979): primary", "movie Heat (1995): primary",
      ]
    )
    #expect(try await catalogue.watched() == ["Heat 60000 on 1"])
  }

  @Test("a file that is renamed to what is there already is a version of it, with its progress")
  func merged() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995).mkv", "Haet (1995) 4K.mkv"])
    await catalogue.update()
    try await catalogue.watch("Haet")
    catalogue.move("Haet (1995) 4K.mkv", to: "Heat (1995) 4K.mkv")
    await catalogue.update()
    #expect(try await catalogue.watched() == ["Heat 60000 on 2"])
    #expect(try await catalogue.entities() == ["movie Heat (1995): primary, version"])
  }

  @Test("what a file was taken for by mistake is no title any more, and what is missing is one")
  func mistaken() async throws {
    let catalogue = try await CatalogueWorld(
      ["Heat (1995).mkv", "Haet (1995) 4K.mkv"] + (1...9).map { "F\($0) (2001).mkv" }
    )
    await catalogue.update()
    catalogue.move("Haet (1995) 4K.mkv", to: "Heat (1995) 4K.mkv")
    catalogue.move("F1 (2001).mkv", to: "#recycle/F1 (2001).mkv")
    await catalogue.update()
    let titles = try await catalogue.world.library.titles(of: .movie).titles
    #expect(titles.map(\.title) == (1...9).map { "F\($0)" } + ["Heat"])
    #expect(titles.map(\.presentFiles) == [0] + Array(repeating: 1, count: 8) + [2])
  }

  @Test("a film that goes missing and comes back is the same film")
  func back() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995).mkv"] + (1...9).map { "F\($0).mkv" })
    await catalogue.update()
    try await catalogue.watch("Heat")
    let before = try await catalogue.rows("SELECT hex(uid) FROM media_entity ORDER BY id")
    catalogue.move("Heat (1995).mkv", to: "#recycle/Heat (1995).mkv")
    await catalogue.update()
    catalogue.move("#recycle/Heat (1995).mkv", to: "Heat (1995).mkv")
    await catalogue.update()
    #expect(try await catalogue.rows("SELECT hex(uid) FROM media_entity ORDER BY id") == before)
    #expect(try await catalogue.watched() == ["Heat 60000 on 1"])
  }
}
