import KinoTestSupport
import Testing

@testable import Kinothek

@Suite("Whose an extra is")
struct ExtraOwnerTests {
  @Test("a trailer belongs to the film that it is named after, or beside which its folder lies")
  func films() async throws {
    let catalogue = try await CatalogueWorld([
      "Heat (1995)/Heat (1995).mkv", "Heat (1995)/Heat (1995)-trailer.mkv",
      "Heat (1995)/Featurettes/making of.mkv", "Holiday/Holiday.mkv",
      "Holiday/Holiday-trailer.mkv", "Holiday/Trailers/teaser.mkv",
    ])
    await catalogue.update()
    let extras = try await catalogue.entities().filter { $0.hasPrefix("extra") }
    #expect(
      extras == [
        "extra Heat (1995)-trailer of Heat: extra", "extra Holiday-trailer of Holiday: extra",
        "extra making of of Heat: extra", "extra teaser of Holiday: extra",
      ]
    )
  }

  @Test("an extra of a series belongs to the series")
  func series() async throws {
    let catalogue = try await CatalogueWorld([
      "Lost/Season 1/Lost S01E01.mkv", "Lost/Extras/making of.mkv",
    ])
    await catalogue.update()
    #expect(try await catalogue.entities().contains("extra making of of Lost: extra"))
  }

  @Test("an extra that came before its film finds it when that comes")
  func orphan() async throws {
    let catalogue = try await CatalogueWorld(["Heat/Trailers/teaser.mkv", "Heat/Heat-trailer.mkv"])
    await catalogue.update()
    #expect(
      try await catalogue.entities() == ["extra Heat-trailer: extra", "extra teaser: extra"]
    )
    catalogue.add("Heat/Heat.mkv")
    await catalogue.update()
    #expect(
      try await catalogue.entities() == [
        "extra Heat-trailer of Heat: extra", "extra teaser of Heat: extra", "movie Heat: primary",
      ]
    )
  }

  @Test("among several films an extra that names none has no owner")
  func ambiguous() async throws {
    let catalogue = try await CatalogueWorld(["A (2001).mkv", "B (2002).mkv", "Trailers/x.mkv"])
    await catalogue.update()
    #expect(try await catalogue.entities().first == "extra x: extra")
  }
}
