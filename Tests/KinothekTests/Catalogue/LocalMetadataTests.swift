import KinoCore
import KinoSQL
import KinoTestSupport
import Testing

@testable import KinoStorage
@testable import Kinothek

@Suite("What lies beside videos")
struct LocalMetadataTests {
  private static let heat = """
    <movie><title>Heat: Director's Cut</title><year>1996</year><rating>8.3</rating><runtime>170</runtime>
    <genre>Crime</genre><genre>Drama</genre><uniqueid type="tmdb">949</uniqueid>
    <actor><name>Al Pacino</name><role>Hanna</role></actor>
    <thumb aspect="poster">https://images.example/p.jpg</thumb></movie>
    """

  private func movie() async throws -> CatalogueWorld {
    let catalogue = try await CatalogueWorld(["Heat (1995)/Heat (1995).mkv"])
    catalogue.write(Self.heat, to: "Heat (1995)/Heat (1995).nfo")
    return catalogue
  }

  @Test("a film's NFO says what it is called and more, and stays right over what its name says")
  func movieDescription() async throws {
    let catalogue = try await movie()
    let report = await catalogue.update()
    #expect(report.described == 1)
    #expect(
      try await catalogue.described() == ["Heat: Director's Cut (1996) 8.3 170min [crime, drama]"]
    )
    #expect(
      try await catalogue.shownPictures() == [
        "Heat: Director's Cut poster https://images.example/p.jpg"
      ]
    )
    #expect(
      try await catalogue.rows("SELECT provider || ' ' || value || ' ' || origin FROM external_id")
        == ["tmdb 949 nfo"]
    )
    #expect(
      try await catalogue.rows(
        "SELECT name || ' ' || role || ' ' || character FROM credit JOIN person ON person.id = person_id"
      )
        == ["Al Pacino actor Hanna"]
    )
    #expect(try await catalogue.found("pacino") == ["Heat: Director's Cut"])
    #expect(try await catalogue.world.library.verify() == [])
  }

  @Test("subtitles, pictures and NFOs of series, seasons and episodes find what they are of")
  func series() async throws {
    let catalogue = try await CatalogueWorld([
      "Lost/Season 1/Lost S01E01.mkv", "Lost/Season 1/Lost S01E02E03.mkv",
    ])
    catalogue.write(
      "<tvshow><title>Lost!</title><genre>Mystery</genre></tvshow>",
      to: "Lost/tvshow.nfo"
    )
    catalogue.write(
      "<episodedetails><title>Pilot</title><season>1</season><episode>1</episode></episodedetails>",
      to: "Lost/Season 1/Lost S01E01.nfo"
    )
    catalogue.write(
      "<episodedetails><title>Two</title></episodedetails><episodedetails><title>Three</title></episodedetails>",
      to: "Lost/Season 1/Lost S01E02E03.nfo"
    )
    for file in [
      "Lost/poster.jpg", "Lost/season01-poster.jpg", "Lost/Season 1/Lost S01E01-thumb.jpg",
      "Lost/Season 1/Lost S01E01.en.sdh.srt", "Lost/Season 1/Lost S01E01.pt-BR.forced.srt",
    ] { catalogue.add(file) }
    await catalogue.update()
    #expect(
      try await catalogue.described().sorted() == ["Lost! [mystery]", "Pilot", "Three", "Two"]
    )
    #expect(
      try await catalogue.shownPictures() == [
        "Lost! poster poster.jpg", "Pilot thumb Lost S01E01-thumb.jpg",
        "Season 1 poster season01-poster.jpg",
      ]
    )
    #expect(
      try await catalogue.subtitles() == [
        "Lost S01E01.mkv en sdh", "Lost S01E01.mkv pt-BR forced",
      ]
    )
    let titles = try await catalogue.world.library.titles(of: .series).titles
    #expect(titles.map(\.subtitles) == [["en", "pt-BR"]])
  }

  @Test("reading everything again changes nothing")
  func idempotent() async throws {
    let catalogue = try await movie()
    catalogue.add("Heat (1995)/poster.jpg")
    catalogue.add("Heat (1995)/Heat (1995).de.srt")
    await catalogue.update()
    let before = try await catalogue.everythingDescribed()
    try await catalogue.world.library.database.write(.metadata) { connection in
      _ = try connection.run("UPDATE sidecar SET content_revision = NULL")
      _ = try connection.run("UPDATE scan_queue SET state = 'ready' WHERE stage <> 'fingerprint'")
    }
    #expect(await catalogue.world.work().described == 1)
    #expect(try await catalogue.everythingDescribed() == before)
  }

  @Test(
    "a changed NFO is read again, a deleted one says nothing any more; only its video is looked at"
  )
  func changes() async throws {
    let catalogue = try await movie()
    catalogue.add("Alien (1979)/Alien (1979).mkv")
    catalogue.write("<movie><title>Alien</title></movie>", to: "Alien (1979)/movie.nfo")
    await catalogue.update()
    catalogue.write("<movie><title>Fire</title></movie>", to: "Heat (1995)/Heat (1995).nfo")
    #expect(await catalogue.update().described == 1)
    #expect(try await catalogue.described() == ["Alien (1979)", "Fire (1995)"])
    catalogue.world.memory.remove(.path("Heat (1995)/Heat (1995).nfo"))
    #expect(await catalogue.update().described == 1)
    #expect(try await catalogue.described() == ["Alien (1979)", "Heat (1995)"])
    #expect(try await catalogue.rows("SELECT 1 FROM external_id") == [])
    #expect(try await catalogue.found("fire") == [])
    #expect(try await catalogue.found("heat") == ["Heat"])
  }

  @Test("what comes later is taken in: an NFO, a folder of subtitles, pictures of a series")
  func later() async throws {
    let catalogue = try await CatalogueWorld([
      "Heat (1995)/Heat (1995).mkv", "Lost/Season 1/Lost S01E01.mkv",
      "Lost/Season 1/Lost S01E02.mkv",
    ])
    #expect(await catalogue.update().described == 0)
    catalogue.write(Self.heat, to: "Heat (1995)/movie.nfo")
    catalogue.add("Heat (1995)/Subs/2_English.srt")
    catalogue.write("<tvshow><title>Lost!</title></tvshow>", to: "Lost/tvshow.nfo")
    await catalogue.update()
    #expect(try await catalogue.subtitles() == ["Heat (1995).mkv en"])
    #expect(try await catalogue.described().contains("Lost!"))
    #expect(try await catalogue.described().contains { $0.hasPrefix("Heat: ") })
    catalogue.write("<tvshow><title>Lost?</title></tvshow>", to: "Lost/tvshow.nfo")
    catalogue.world.memory.remove(.path("Heat (1995)/Subs"))
    await catalogue.update()
    #expect(try await catalogue.described().contains("Lost?"))
    #expect(try await catalogue.subtitles() == [])
  }

  @Test("what a hand has locked stays as it is")
  func locks() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995)/Heat (1995).mkv"])
    await catalogue.update()
    try await catalogue.world.library.database.write(.user) { connection in
      _ = try connection.run("UPDATE media_entity SET locked_fields = 2 | 8 | 32 | 64")
      _ = try connection.run("UPDATE localized_metadata SET locked_fields = 1")
    }
    catalogue.write(Self.heat, to: "Heat (1995)/Heat (1995).nfo")
    await catalogue.update()
    #expect(try await catalogue.described() == ["Heat (1995) 170min"])
    #expect(try await catalogue.rows("SELECT 1 FROM credit") == [])
    let before = try await catalogue.everythingDescribed()
    try await catalogue.world.library.database.write(.metadata) { connection in
      _ = try connection.run(
        "UPDATE scan_queue SET state = 'ready' WHERE stage = 'local_metadata'"
      )
    }
    #expect(await catalogue.world.work().described == 1)
    #expect(try await catalogue.everythingDescribed() == before)
  }

  @Test("user state stays with what it hangs on, whatever an NFO says, or says no more")
  func userState() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995)/Heat (1995).mkv"])
    await catalogue.update()
    try await catalogue.watch("Heat")
    catalogue.write(Self.heat, to: "Heat (1995)/movie.nfo")
    await catalogue.update()
    #expect(try await catalogue.watched() == ["Heat: Director's Cut 60000 on 1"])
    catalogue.world.memory.remove(.path("Heat (1995)/movie.nfo"))
    await catalogue.update()
    #expect(try await catalogue.watched() == ["Heat 60000 on 1"])
  }
}
