import KinoCore
import KinoTestSupport
import Testing

@testable import Kinothek

@Suite("What a hand locks, merges and splits")
struct HandLockTests {
  @Test(
    "a locked field keeps a film from being renamed, until it is unlocked",
    arguments: [LockableField.title, .dates, .identity]
  )
  func locked(_ field: LockableField) async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995).mkv"])
    await catalogue.update()
    let heat = try await catalogue.title("Heat").uid
    try await catalogue.world.library.lock(heat, [field])
    #expect(try await catalogue.world.library.details(of: heat).locked == [field])
    catalogue.move("Heat (1995).mkv", to: "Alien (1979).mkv")
    await catalogue.update()
    #expect(try await catalogue.title("Alien").uid != heat)
    #expect(try await catalogue.rows(Self.heats) == ["Heat 1995 Heat"])
    catalogue.move("Alien (1979).mkv", to: "Heat (1995).mkv")
    await catalogue.update()
    #expect(try await catalogue.title("Heat").uid == heat)
    try await catalogue.world.library.unlock(heat)
    #expect(try await catalogue.world.library.details(of: heat).locked.isEmpty)
    catalogue.move("Heat (1995).mkv", to: "Alien (1979).mkv")
    await catalogue.update()
    #expect(try await catalogue.title("Alien").uid == heat)
  }

  @Test("films that a hand has merged stay one, whatever their names say")
  func merged() async throws {
    let catalogue = try await CatalogueWorld(["Haet (1995).mkv", "Heat (1995).mkv"])
    await catalogue.update()
    for file in ["Haet (1995).mkv", "Heat (1995).mkv"] { try await catalogue.cherish(file) }
    let markers = try await catalogue.rows("SELECT hex(uid) FROM playback_marker ORDER BY id")
    let (wrong, heat) = (try await catalogue.title("Haet"), try await catalogue.title("Heat"))
    try await catalogue.world.library.lock(wrong.uid)
    #expect(try await catalogue.world.library.merge(wrong.uid, into: heat.uid) == heat.uid)
    try await catalogue.readAllAgain()
    await catalogue.update()
    #expect(try await catalogue.entities() == ["movie Heat (1995): primary, version"])
    #expect(
      try await catalogue.rows("SELECT hex(uid) FROM playback_marker WHERE locked = 1 ORDER BY id")
        == markers
    )
    let state = try await catalogue.rows(
      "SELECT watched || play_count || favorite || rating FROM playback_state"
    )
    #expect(state == ["14180"])
    #expect(try await catalogue.rows("SELECT rank FROM collection_item").count == 2)
    #expect(try await catalogue.world.library.details(of: wrong.uid).title.uid == heat.uid)
    catalogue.world.clock.advance(by: .seconds(30 * 24 * 3_600))
    _ = try await catalogue.world.library.maintain()
    try await catalogue.readAllAgain()
    #expect(try await catalogue.title("Heat").versions == 2)
    #expect(try await catalogue.world.library.verify() == [])
  }

  @Test("series that a hand has merged meet by their numbers")
  func series() async throws {
    let catalogue = try await CatalogueWorld([
      "Lost/Season 1/Lost S01E01.mkv", "Lost/Season 1/Lost S01E02.mkv",
      "Lsot/Season 1/Lsot S01E02.mkv", "Lsot/Season 2/Lsot S02E01.mkv",
    ])
    await catalogue.update()
    try await catalogue.cherish("Lsot/Season 1/Lsot S01E02.mkv")
    try await catalogue.cherish("Lsot/Season 2/Lsot S02E01.mkv")
    let state = try await catalogue.userState()
    let (wrong, lost) = (try await catalogue.title("Lsot"), try await catalogue.title("Lost"))
    try await catalogue.world.library.merge(wrong.uid, into: lost.uid)
    for _ in 1...2 {
      #expect(
        try await catalogue.entities() == [
          "episode Episode 1 of Season 1: primary",
          "episode Episode 2 of Season 1: primary, version",
          "episode Episode 1 of Season 2: primary", "season Season 1 of Lost",
          "season Season 2 of Lost", "series Lost",
        ]
      )
      #expect(try await catalogue.userState() == state)
      try await catalogue.readAllAgain()
    }
  }

  @Test("what is of two kinds, or is one already, is not merged")
  func refused() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995).mkv", "Lost/Lost S01E01.mkv"])
    await catalogue.update()
    let (heat, lost) = (
      try await catalogue.title("Heat").uid, try await catalogue.title("Lost").uid
    )
    for (one, other) in [(heat, lost), (heat, heat)] {
      let failure = await catalogue.failure { try await $0.world.library.merge(one, into: other) }
      #expect(failure == .refused)
    }
  }

  @Test("files that are split off are a film of their own, and stay it")
  func split() async throws {
    let catalogue = try await CatalogueWorld([
      "Heat (1995) 1080p.mkv", "Heat (1995) 4K.mkv", "Heat (1995) 720p.mkv",
    ])
    await catalogue.update()
    try await catalogue.cherish("Heat (1995) 1080p.mkv")
    let state = try await catalogue.userState()
    let heat = try await catalogue.title("Heat").uid
    let other = try await catalogue.world.library.split([catalogue.location("Heat (1995) 4K.mkv")])
    try await catalogue.readAllAgain()
    await catalogue.update()
    let (first, second) = (
      try await catalogue.world.library.details(of: heat),
      try await catalogue.world.library.details(of: other)
    )
    #expect(first.files.count == 2)
    #expect(second.files.map(\.location) == [catalogue.location("Heat (1995) 4K.mkv")])
    #expect(second.title.title == "Heat")
    #expect(try await catalogue.userState() == state)
    let all = await catalogue.failure {
      _ = try await $0.world.library.split([second.files[0].location])
    }
    #expect(all == .refused)
    try await catalogue.world.library.unmatch(second.files[0].location)
    await catalogue.update()
    #expect(try await catalogue.title("Heat").versions == 3)
  }

  private static let heats = """
    SELECT entity.title || ' ' || entity.year || ' ' || text.title
    FROM media_entity AS entity JOIN localized_metadata AS text ON text.entity_id = entity.id
    WHERE entity.title = 'Heat'
    """
}
