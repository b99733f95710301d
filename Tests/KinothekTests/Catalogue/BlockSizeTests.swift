import KinoCore
import KinoTestSupport
import Testing

@testable import KinoStorage
@testable import Kinothek

/// A block looks up together what its files have in common, and remembers what it has made.
@Suite("Names are read in blocks, and nothing tells of what size")
struct BlockSizeTests {
  @Test("the same names give the same entities, in blocks of 8 and all at once")
  func first() async throws {
    let small = try await world(blocks: 1)
    let large = try await world(blocks: 1_000)
    #expect(await small.update().named == Self.files.count)
    await large.update()
    #expect(try await rows(of: small) == rows(of: large))
    #expect(try await small.world.library.verify() == [])
  }

  @Test("so do more names of the same titles, and names that have changed")
  func later() async throws {
    let small = try await world(blocks: 1)
    let large = try await world(blocks: 1_000)
    for catalogue in [small, large] {
      await catalogue.update()
      for file in Self.more { catalogue.add(file) }
      catalogue.move("TV/Lost", to: "TV/Lost {tvdb-73739}")
      catalogue.move("Films/Heat (1995)", to: "Films/Heat (1995) {tmdb-949}")
      catalogue.move("Films/Film 3 (2003).mkv", to: "Films/Film 33 (2003).mkv")
      await catalogue.update()
    }
    #expect(try await rows(of: small) == rows(of: large))
    #expect(try await small.world.library.verify() == [])
  }

  private func world(blocks size: Int) async throws -> CatalogueWorld {
    var policy = ScanPolicy()
    policy.workBlock = size
    return try await CatalogueWorld(Self.files, policy: policy)
  }

  /// What was read and made, without identifiers and the order in which it came.
  private func rows(of catalogue: CatalogueWorld) async throws -> [[String]] {
    let record = """
      SELECT concat_line FROM (
        SELECT file.name || '|' || record.kind || '|' || coalesce(record.title, '') || '|'
          || coalesce(record.episode_numbers_json, '') || '|'
          || coalesce(record.provider_ids_json, '') || '|'
          || coalesce(record.attributes_json, '') || '|' || record.evidence_json AS concat_line
        FROM parse_result AS record JOIN media_file AS file ON file.id = record.media_file_id
      ) ORDER BY 1
      """
    let keys = """
      SELECT entity.identity_key || '|' || text.title || '|' || hex(text.sort_key) || '|'
        || coalesce((SELECT identity_key FROM media_entity WHERE id = entity.parent_id), '') || '|'
        || (entity.latest_added_at_ms >= entity.added_at_ms)
      FROM media_entity AS entity JOIN localized_metadata AS text ON text.entity_id = entity.id
      WHERE entity.merged_into_id IS NULL AND EXISTS (
        SELECT 1 FROM file_binding WHERE entity_id = entity.id
        UNION ALL
        SELECT 1 FROM media_entity AS below JOIN file_binding ON entity_id = below.id
        WHERE below.series_id = entity.id
      )
      ORDER BY 1
      """
    let bound = """
      SELECT entity.identity_key || '|' || CAST(bound.path AS TEXT) || '|' || bound.role || '|'
        || bound.position || '|' || coalesce(bound.version_label, '') || '|' || bound.confidence
      FROM file_binding AS bound JOIN media_entity AS entity ON entity.id = bound.entity_id
      WHERE bound.media_file_id IS NOT NULL
      ORDER BY 1
      """
    let queue = "SELECT state || count(*) FROM scan_queue WHERE stage = 'parse' GROUP BY state"
    var all: [[String]] = []
    for sql in [record, keys, bound, queue] {
      // Places name their source.
      let rows = try await catalogue.rows(sql)
      all.append(rows.map { $0.replacing(catalogue.source.id.description, with: "source") })
    }
    return all
  }

  private static let files =
    (1...12).map { "Films/Film \($0) (200\($0 % 10)).mkv" }
    + ["1080p", "2160p", "Director's Cut"].map { "Films/Heat (1995)/Heat (1995) - \($0).mkv" }
    + ["Films/Heat (1995)/Trailers/teaser.mkv", "Films/Alien (1979)/Alien (1979) cd1.avi"]
    + ["Films/Alien (1979)/Alien (1979) cd2.avi", "Films/Über (2001) [imdbid-tt0133093].mkv"]
    + (1...9).map { "TV/Lost/Season 1/Lost S01E0\($0).mkv" }
    + (1...4).map { "TV/Lost/Season 2/Lost S02E0\($0)E1\($0).mkv" }
    + ["TV/Lost/Specials/Lost S00E01.mkv", "TV/Lost/Season 1/Lost S01E03 720p.mkv"]
    + ["TV/Lost/extras/Cast-interview.mkv", "Home/party.mkv", "Elsewhere/party.mkv"]

  private static let more =
    (10...14).map { "TV/Lost/Season 1/Lost S01E\($0).mkv" }
    + ["Films/Film 2 (2002) 4K.mkv", "Films/Heat (1995)/Heat (1995) - 720p.mkv"]
    + ["TV/Lost/Season 3/Lost S03E01.mkv", "Films/Alien (1979)/Alien (1979)-trailer.mkv"]
}
