import KinoCore
import KinoTestSupport
import Testing

@testable import Kinothek

@Suite("What a hand says of a file")
struct HandMatchTests {
  @Test("holds through rescans, renames and newer rules for names (DL-6)")
  func holds() async throws {
    let catalogue = try await CatalogueWorld(["disc1.mkv", "Alien (1979).mkv"])
    await catalogue.update()
    let matched = try await catalogue.match("disc1.mkv", .movie(title: "Heat", year: 1995))
    #expect(try await catalogue.title("heat").uid == matched.first)
    catalogue.move("disc1.mkv", to: "Predator (1987).mkv")
    await catalogue.update()
    try await catalogue.readAllAgain()
    #expect(
      try await catalogue.entities() == [
        "movie Alien (1979): primary", "movie Heat (1995): primary",
      ]
    )
    let details = try await catalogue.world.library.details(of: try #require(matched.first))
    #expect(details.matchState == "manual")
    #expect(details.files.map(\.method) == ["manual"])
    #expect(details.files.first?.isLocked == true)
    #expect(details.files.first?.location == catalogue.location("Predator (1987).mkv"))
  }

  @Test("makes what names had taken it for that in place, with its state")
  func inPlace() async throws {
    let catalogue = try await CatalogueWorld(["disc1.mkv"])
    await catalogue.update()
    try await catalogue.cherish("disc1.mkv")
    let before = try await catalogue.rows("SELECT hex(uid) FROM media_entity")
    let state = try await catalogue.userState()
    try await catalogue.match("disc1.mkv", .movie(title: "Heat", year: 1995))
    #expect(try await catalogue.rows("SELECT hex(uid) FROM media_entity") == before)
    #expect(try await catalogue.userState() == state)
    #expect(try await catalogue.entities() == ["movie Heat (1995): primary"])
  }

  @Test("takes the state of what only this file shows to what is there already")
  func toOther() async throws {
    let catalogue = try await CatalogueWorld(["disc1.mkv", "Heat (1995).mkv"])
    await catalogue.update()
    try await catalogue.cherish("disc1.mkv")
    let state = try await catalogue.userState()
    let matched = try await catalogue.match("disc1.mkv", .movie(title: "HEAT", year: 1995))
    #expect(try await catalogue.title("Heat").uid == matched.first)
    #expect(try await catalogue.userState() == state)
    #expect(try await catalogue.rows(Self.states) == ["Heat"])
    #expect(try await catalogue.title("Heat").versions == 2)
    await catalogue.update()
    #expect(try await catalogue.world.library.titles(of: .movie).titles.count == 1)
  }

  @Test("leaves what other files show too as it is, state and all")
  func shared() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995) 1080p.mkv", "Heat (1995) 4K.mkv"])
    await catalogue.update()
    try await catalogue.cherish("Heat (1995) 1080p.mkv")
    try await catalogue.match("Heat (1995) 4K.mkv", .movie(title: "Alien", year: 1979))
    #expect(try await catalogue.rows(Self.states) == ["Heat"])
    #expect(
      try await catalogue.entities() == [
        "movie Alien (1979): primary", "movie Heat (1995): primary",
      ]
    )
  }

  @Test("may be several episodes, in the file's order")
  func episodes() async throws {
    let catalogue = try await CatalogueWorld(["odd.mkv"])
    await catalogue.update()
    try await catalogue.match(
      "odd.mkv",
      .episodes(of: "Lost", season: 0, numbers: [4, 2], ids: [ProviderID("tvdb", "73739")])
    )
    #expect(
      try await catalogue.entities() == [
        "episode Episode 2 of Specials: contained1", "episode Episode 4 of Specials: contained",
        "season Specials of Lost", "series Lost",
      ]
    )
    let series = try await catalogue.title("Lost")
    let details = try await catalogue.world.library.details(of: series.uid)
    #expect(details.ids == [ProviderID("tvdb", "73739")])
    #expect(details.seasons.map(\.number) == [0])
    #expect(details.seasons.first?.episodes.map(\.number) == [2, 4])
    catalogue.add("Lost {tvdb-73739}/Season 1/Lost S01E01.mkv")
    await catalogue.update()
    #expect(try await catalogue.title("Lost").uid == series.uid)
    #expect(try await catalogue.title("Lost").seasons == 2)
  }

  @Test("is found by a provider's identifier, whatever the title")
  func identifier() async throws {
    let catalogue = try await CatalogueWorld(["The Matrix (1999) {tmdb-603}.mkv", "m.mkv"])
    await catalogue.update()
    let matrix = try await catalogue.title("The Matrix").uid
    let ids = [ProviderID("tmdb", "603")]
    #expect(try await catalogue.match("m.mkv", .movie(title: "Matrix", ids: ids)) == [matrix])
    #expect(try await catalogue.match("m.mkv", .entity(matrix)) == [matrix])
    #expect(try await catalogue.title("The Matrix").versions == 2)
  }

  @Test("is taken back: the name says again what the file shows, and nothing is left of it")
  func takenBack() async throws {
    let catalogue = try await CatalogueWorld(["Alien (1979).mkv"])
    await catalogue.update()
    try await catalogue.cherish("Alien (1979).mkv")
    let entities = try await catalogue.rows(Self.rows)
    let state = try await catalogue.userState()
    for _ in 1...2 {
      try await catalogue.match(
        "Alien (1979).mkv",
        .episodes(of: "Lost", season: 1, numbers: [1], ids: [ProviderID("tvdb", "73739")])
      )
      #expect(try await catalogue.title("Lost").episodes == 1)
      try await catalogue.world.library.unmatch(catalogue.location("Alien (1979).mkv"))
      #expect(await catalogue.world.work().named == 1)
      #expect(try await catalogue.rows(Self.rows) == entities)
      #expect(try await catalogue.userState() == state)
      #expect(try await catalogue.rows("SELECT value FROM external_id").isEmpty)
    }
  }

  @Test("of a file that goes and is purged holds when it comes back")
  func purged() async throws {
    let catalogue = try await CatalogueWorld(["disc1.mkv"] + (1...9).map { "F\($0) (2001).mkv" })
    await catalogue.update()
    try await catalogue.cherish("disc1.mkv")
    try await catalogue.match("disc1.mkv", .movie(title: "Heat", year: 1995))
    let state = try await catalogue.userState()
    try await catalogue.purge("disc1.mkv")
    #expect(try await catalogue.title("Heat").presentFiles == 0)
    #expect(try await catalogue.userState() == state)
    catalogue.add("disc1.mkv", size: 777)
    await catalogue.update()
    #expect(try await catalogue.title("Heat").presentFiles == 1)
    #expect(try await catalogue.userState() == state)
  }

  @Test("is refused where it cannot be")
  func refused() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995).mkv"])
    await catalogue.update()
    let file = "Heat (1995).mkv"
    let revision = try await catalogue.world.library.revision()
    for target in [
      MatchTarget.movie(title: "?!", year: 1995), .episodes(of: "Lost", season: 1, numbers: []),
      .episodes(of: "Lost", season: 1, numbers: [1, 1]),
    ] {
      #expect(await catalogue.failure { try await $0.match(file, target) } == .refused)
    }
    let nobody = UID(high: 1, low: 1)
    #expect(await catalogue.failure { try await $0.match(file, .entity(nobody)) } == .notFound)
    let unknown = MatchTarget.movie(title: "Heat")
    #expect(await catalogue.failure { try await $0.match("no.mkv", unknown) } == .notFound)
    let unmatched = await catalogue.failure {
      try await $0.world.library.unmatch($0.location(file))
    }
    #expect(unmatched == .notFound)
    #expect(try await catalogue.world.library.revision() == revision)
  }

  @Test("waits to be uploaded, as do its end and locks, under one name of this device (SY-2)")
  func events() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995).mkv"])
    await catalogue.update()
    let matched = try await catalogue.match("Heat (1995).mkv", .movie(title: "Alien", year: 1979))
    try await catalogue.world.library.lock(try #require(matched.first), [.title])
    try await catalogue.world.library.unmatch(catalogue.location("Heat (1995).mkv"))
    let events = try await catalogue.rows(
      "SELECT domain || ' ' || action || ' ' || state FROM change_log ORDER BY id"
    )
    #expect(events == ["binding set pending", "lock set pending", "binding delete pending"])
    let devices = try await catalogue.rows("SELECT DISTINCT hex(device_uid) FROM change_log")
    #expect(devices.count == 1)
  }

  private static let states = """
    SELECT DISTINCT entity.title FROM media_entity AS entity
    WHERE EXISTS (SELECT 1 FROM playback_state WHERE entity_id = entity.id)
      OR EXISTS (SELECT 1 FROM playback_marker WHERE entity_id = entity.id)
      OR EXISTS (SELECT 1 FROM collection_item WHERE entity_id = entity.id)
    """
  private static let rows = """
    SELECT hex(uid) || kind || identity_key || title || match_state || added_at_ms
      || locked_fields || coalesce(parent_id, '') || coalesce(season_number, '')
    FROM media_entity ORDER BY id
    """
}
