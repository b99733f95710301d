import KinoCore
import KinoTestSupport
import Testing

@testable import KinoStorage
@testable import Kinothek

@Suite("What follows the reading of names")
struct FollowingWorkTests {
  @Test("a film beside which nothing lies is found as soon as its name was read")
  func alone() async throws {
    let catalogue = try await CatalogueWorld([
      "Heat (1995)/Heat (1995).mkv", "Don't Look (1973).mkv",
    ])
    let report = await catalogue.update()
    #expect(report.named == 2)
    #expect(report.indexed == 0)
    #expect(try await catalogue.found("heat") == ["Heat"])
    #expect(try await catalogue.found("dont look") == ["Don't Look"])
    #expect(try await queued(catalogue, "search") == [])
    #expect(try await catalogue.world.library.verify() == [])
  }

  @Test("of a series only the file that made it is queued to be made findable")
  func series() async throws {
    let catalogue = try await CatalogueWorld((1...9).map { "Lost/Season 1/Lost S01E0\($0).mkv" })
    catalogue.add("Lost/poster.jpg")
    let report = await catalogue.update()
    #expect(report.indexed == 1)
    #expect(try await catalogue.found("lost") == ["Lost"])
    #expect(try await queued(catalogue, "search") == ["done 1"])
    catalogue.add("Lost/Season 1/Lost S01E10.mkv")
    #expect(await catalogue.update().indexed == 0)
    #expect(try await catalogue.found("lost") == ["Lost"])
  }

  @Test("a film that is called otherwise now is found by its new name alone")
  func renamed() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995).mkv"])
    await catalogue.update()
    catalogue.move("Heat (1995).mkv", to: "Fire (1995).mkv")
    #expect(await catalogue.update().indexed == 1)
    #expect(try await catalogue.found("heat") == [])
    #expect(try await catalogue.found("fire") == ["Fire"])
  }

  @Test("sidecars and descriptions give the same rows whatever the size of the blocks")
  func blocks() async throws {
    var everything: [[String]] = []
    for size in [1, 3, 1_000] {
      let catalogue = try await library(blocks: size)
      await catalogue.update()
      var rows = try await rows(of: catalogue)
      catalogue.write("<tvshow><title>Found</title></tvshow>", to: "Lost/tvshow.nfo")
      catalogue.world.memory.remove(.path("Film 1 (2001)/poster.jpg"))
      catalogue.world.memory.remove(.path("Film 2 (2002)/Film 2 (2002).nfo"))
      catalogue.add("Film 3 (2003)/poster.png")
      await catalogue.update()
      rows += try await self.rows(of: catalogue)
      #expect(try await catalogue.world.library.verify() == [])
      everything.append(rows)
    }
    #expect(everything[0] == everything[1])
    #expect(everything[0] == everything[2])
  }

  private func library(blocks size: Int) async throws -> CatalogueWorld {
    var policy = ScanPolicy()
    policy.workBlock = size
    let films = (1...9).map { "Film \($0) (200\($0))/Film \($0) (200\($0))" }
    let episodes = (1...8).map { "Lost/Season \(1 + $0 / 5)/Lost S0\(1 + $0 / 5)E0\($0)" }
    let catalogue = try await CatalogueWorld((films + episodes).map { $0 + ".mkv" }, policy: policy)
    for (number, film) in films.enumerated() where number % 2 == 1 {
      catalogue.write(
        """
        <movie><title>Described \(number)</title><genre>Drama</genre>
        <actor><name>Al Pacino</name></actor><uniqueid type="tmdb">\(900 + number)</uniqueid></movie>
        """,
        to: film + ".nfo"
      )
    }
    for number in 1...9 { catalogue.add("Film \(number) (200\(number))/poster.jpg") }
    for episode in episodes {
      catalogue.add(episode + "-thumb.jpg")
      catalogue.add(episode + ".de.forced.srt")
    }
    catalogue.write("<tvshow><title>Lost!</title></tvshow>", to: "Lost/tvshow.nfo")
    catalogue.add("Lost/season01-poster.jpg")
    return catalogue
  }

  /// What is described, shown and found, without identifiers.
  private func rows(of catalogue: CatalogueWorld) async throws -> [String] {
    let documents = """
      SELECT title || '|' || people || '|' || genres || '|' || boost FROM search_document ORDER BY 1
      """
    return try await catalogue.described() + catalogue.shownPictures() + catalogue.subtitles()
      + catalogue.rows(documents) + catalogue.found("pacino")
  }

  private func queued(_ catalogue: CatalogueWorld, _ stage: String) async throws -> [String] {
    try await catalogue.rows(
      "SELECT state || ' ' || count(*) FROM scan_queue WHERE stage = '\(stage)' GROUP BY state"
    )
  }
}
