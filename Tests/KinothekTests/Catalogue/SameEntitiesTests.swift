import KinoCore
import KinoSQL
import KinoTestSupport
import KinoTestTools
import Testing

@testable import KinoStorage
@testable import Kinothek

/// The same files are the same films and series on every device, in whatever order they came.
@Suite("The same files give the same entities")
struct SameEntitiesTests {
  @Test("on a second device that met them in another order, one by one")
  func order() async throws {
    let first = try await CatalogueWorld(Self.files)
    await first.update()
    let expected = try await Self.identity(of: first)
    var generator = SeededGenerator(seed: Tier.seed)
    for round in 1...3 {
      var policy = ScanPolicy()
      policy.workBlock = 1
      let other = try await CatalogueWorld([], policy: policy)
      var files = Self.files.shuffled(using: &generator)
      while !files.isEmpty {
        let count = min(files.count, Int.random(in: 1...6, using: &generator))
        for file in files.suffix(count) { other.add(file) }
        files.removeLast(count)
        await other.update()
      }
      let found = try await Self.identity(of: other)
      #expect(found == expected, "seed \(Tier.seed), round \(round)")
    }
  }

  @Test("an extra finds the film beside it, though the film was met elsewhere before")
  func metElsewhere() async throws {
    let catalogue = try await CatalogueWorld([])
    for files in [
      ["Archive/Heat (1995) 720p.mkv", "Movies/Heat (1995)/Trailers/teaser.mkv"],
      ["Movies/Heat (1995)/Heat (1995) 1080p.mkv"],
    ] {
      for file in files { catalogue.add(file) }
      await catalogue.update()
    }
    #expect(
      try await catalogue.rows(
        """
        SELECT owner.identity_key AS line FROM media_entity AS extra
        JOIN media_entity AS owner ON owner.id = extra.parent_id WHERE extra.kind = 'extra'
        """
      ) == ["movie:name:heat:1995"]
    )
  }

  @Test("when everything but what people made is made anew")
  func rebuilt() async throws {
    let catalogue = try await CatalogueWorld(Self.files)
    await catalogue.update()
    let expected = try await Self.identity(of: catalogue)
    let uids = try await catalogue.rows("SELECT hex(uid) FROM media_entity ORDER BY uid")
    try await catalogue.cherish("Movies/Heat (1995)/Heat (1995) 1080p.mkv")
    try await catalogue.cherish("TV/Lost/Season 1/Lost S01E02.mkv")
    let state = try await catalogue.userState()
    try await catalogue.world.library.database.write(.metadata) { connection in
      for sql in ["DELETE FROM parse_result", "UPDATE scan_queue SET state = 'ready'"] {
        _ = try connection.run(sql)
      }
    }
    await catalogue.world.work()
    #expect(try await Self.identity(of: catalogue) == expected)
    #expect(try await catalogue.rows("SELECT hex(uid) FROM media_entity ORDER BY uid") == uids)
    #expect(try await catalogue.userState() == state)
  }

  private static let files = [
    "Movies/Heat (1995)/Heat (1995) 1080p.mkv", "Movies/Heat (1995)/Heat (1995) 4K.mkv",
    "Movies/Heat (1995)/Trailers/teaser.mkv", "Movies/Alien (1979)/Alien (1979) cd1.avi",
    "Movies/Alien (1979)/Alien (1979) cd2.avi", "Movies/The Matrix (1999) {tmdb-603}.mkv",
    "Movies/Matrix {tmdb-603} 720p.mkv", "Home/Holiday.mkv", "Other/Holiday.mkv",
    "TV/Lost/Season 1/Lost S01E01.mkv", "TV/Lost/Season 1/Lost S01E02.mkv",
    "TV/Lost/Season 1/Lost S01E03E04.mkv", "TV/Lost/Season 2/Lost S02E01.mkv",
    "TV/Lost/Specials/Lost S00E01.mkv", "TV/Daily/Daily 2020-05-01.mkv",
    "Archive/Lost/Season 1/Lost S01E01 720p.mkv", "Archive/Heat (1995) 720p.mkv",
  ]
  /// What there is and which files show it; which of several versions came first is no matter, nor
  /// what the source is called here.
  private static func identity(of catalogue: CatalogueWorld) async throws -> [String] {
    try await catalogue.rows(rows).map {
      $0.replacing(catalogue.source.id.description, with: "")
    }
  }

  private static let rows = """
    SELECT entity.identity_key || ' ' || entity.kind || ' ' || entity.match_state
      || coalesce(' of ' || (SELECT identity_key FROM media_entity WHERE id = entity.parent_id), '')
      || coalesce(': ' || (
        SELECT group_concat(path || ' ' || role || position, ', ') FROM (
          SELECT CAST(path AS TEXT) AS path, replace(role, 'version', 'primary') AS role, position
          FROM file_binding WHERE entity_id = entity.id ORDER BY path
        )
      ), '') AS line
    FROM media_entity AS entity WHERE merged_into_id IS NULL
    ORDER BY line
    """
}
