import Foundation
import KinoSQL
import KinoTestTools
import Testing

extension Crashes {
  /// TX-6: processes that work on one library at once, and are killed while they do.
  @Suite("Killed workers", .serialized)
  struct KilledWorkTests {
    @Test("what killed processes leave is done by the next, once, and comes to the same (TX-6)")
    func kill() async throws {
      try await onThread {
        let workspace = Workspace()
        let tree = try FolderTree(at: workspace.file("tree"))
        try tree.addFilms(1..<(Tier.isLong ? 1_500 : 120))
        try tree.addShows(1..<9)
        try Self.describe(1..<30, in: tree)
        let kino = [try BuiltTool.path(of: "kino"), "scan"]
        func command(_ database: String) -> ScanLocal {
          ScanLocal(root: tree.path, database: database, log: database, tool: kino)
        }
        let calm = try workspace.makeFolder("calm")
        let whole = try command(calm).run()
        try require(whole.exit == .code(0), whole.text)
        let expected = try Self.contents(calm)
        try require(
          expected.contains("document described 7\nfilm 7|al pacino|drama"),
          expected.joined(separator: "\n")
        )
        var generator = SeededGenerator(seed: Tier.seed)
        for round in 0..<(Tier.isLong ? 40 : 2) {
          let fired = try workspace.makeFolder("fired-\(round)")
          let scan = try command(fired).run(["--scan-only"])
          try require(scan.exit == .code(0), scan.text)
          // Each begins a scan that finds nothing new, and then works on what is queued.
          let workers = try (0..<4).map { try command(fired).start(name: "w\($0)") }
          for worker in workers.shuffled(using: &generator) {
            let share = Double.random(in: 0...0.5, using: &generator)
            _ = worker.kill(after: whole.wall * share)
          }
          let last = try command(fired).run()
          try require(last.exit == .code(0), last.text)
          try require(last.report?.work?.remaining == 0, last.text)
          let found = try Self.contents(fired)
          try require(found == expected, "seed \(Tier.seed), round \(round): \(found)")
        }
      }
    }

    /// Puts descriptions beside films.
    private static func describe(_ films: Range<Int>, in tree: FolderTree) throws {
      for number in films {
        let text = """
          <movie><title>Described \(number)</title><genre>Drama</genre>
          <actor><name>Al Pacino</name></actor></movie>
          """
        let place = tree.location("\(FolderTree.film(number))/Film \(number).nfo")
        try Data(text.utf8).write(to: URL(fileURLWithPath: place))
      }
    }

    /// What there is, which files show it, what lies beside them, and what of the work is not done.
    ///
    /// Which of a series's files stands for it depends on the order in which a scan met them.
    private static func contents(_ database: String) throws -> [String] {
      let connection = try Connection(.file(database + "/library.sqlite"))
      return try connection.all(
        """
        SELECT 'entity ' || entity.kind || ' ' || entity.title || coalesce(' ' || entity.year, '')
          || coalesce(': ' || (
            SELECT group_concat(line, ', ') FROM (
              SELECT CAST(path AS TEXT) || ' ' || position AS line FROM file_binding
              WHERE entity_id = entity.id ORDER BY line
            )
          ), '') AS line
        FROM media_entity AS entity
        UNION ALL
        SELECT 'work ' || stage || ' ' || state || ' ' || count(*) FROM scan_queue
        GROUP BY stage, state
        UNION ALL
        SELECT 'names ' || count(*) FROM parse_result
        UNION ALL
        SELECT 'sidecar ' || CAST(item.name AS TEXT) || ' of ' || coalesce((
            SELECT CAST(name AS TEXT) FROM media_file
            WHERE id = item.media_file_id AND item.tags IS NOT 'series'
          ), '')
          || coalesce(' ' || language, '') || coalesce(' ' || tags, '')
          || coalesce(' ' || content_json, '')
        FROM sidecar AS item
        UNION ALL
        SELECT 'picture ' || title || ' ' || artwork.kind || ' ' || selected
        FROM artwork JOIN media_entity AS entity ON entity.id = artwork.entity_id
        UNION ALL
        SELECT 'document ' || title || '|' || people || '|' || genres FROM search_document
        UNION ALL
        SELECT 'indexed ' || count(*) FROM search_document_fts
        WHERE search_document_fts MATCH 'described OR show OR film'
        UNION ALL
        SELECT 'fingerprints ' || count(*) FROM media_file WHERE fingerprint IS NOT NULL
        ORDER BY line
        """
      ) { $0.text(0) }
    }
  }
}
