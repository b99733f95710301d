import KinoCore
import KinoSQL
import KinoTestSupport
import Testing

@testable import KinoStorage
@testable import Kinothek

@Suite("What lies beside videos and cannot be read")
struct LocalMetadataFaultTests {
  @Test(
    "a hostile or broken NFO says nothing, is looked at once, and keeps nothing else from its video"
  )
  func hostile() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995)/Heat (1995).mkv"])
    catalogue.write(
      "<!DOCTYPE m [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><movie><title>&x;</title></movie>",
      to: "Heat (1995)/Heat (1995).nfo"
    )
    catalogue.add("Heat (1995)/poster.jpg")
    let report = await catalogue.update()
    #expect(report.described == 1)
    #expect(report.failed + report.waiting == 0)
    #expect(try await catalogue.described() == ["Heat (1995)"])
    #expect(try await catalogue.shownPictures() == ["Heat poster poster.jpg"])
    #expect(
      try await catalogue.rows("SELECT content_json FROM sidecar WHERE kind = 'nfo'")
        == ["{\"error\":\"documentType\"}"]
    )
    _ = await catalogue.world.scan(catalogue.source)
    #expect(await catalogue.world.work().described == 0)
  }

  @Test("an NFO longer than the limit is not opened")
  func tooLarge() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995)/Heat (1995).mkv"])
    catalogue.add("Heat (1995)/Heat (1995).nfo", size: 50 << 20)
    await catalogue.update()
    #expect(catalogue.world.memory.count(.open, at: .path("Heat (1995)/Heat (1995).nfo")) == 0)
    #expect(
      try await catalogue.rows("SELECT content_json FROM sidecar") == ["{\"error\":\"tooLarge\"}"]
    )
  }

  @Test("a source that is away keeps the names, and what lies beside is taken in when it is back")
  func offline() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995)/Heat (1995).mkv"])
    catalogue.write("<movie><title>Fire</title></movie>", to: "Heat (1995)/movie.nfo")
    _ = await catalogue.world.scan(catalogue.source)
    catalogue.world.memory.goOffline()
    let report = await catalogue.world.work()
    #expect(report.named == 1)
    #expect(report.indexed == 1)
    #expect(report.described == 0)
    #expect(try await catalogue.described() == ["Heat (1995)"])
    catalogue.world.memory.comeBack()
    #expect(await catalogue.world.work().described == 1)
    #expect(try await catalogue.described() == ["Fire (1995)"])
  }

  @Test("one that changes while it is read is not taken for what was listed")
  func changed() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995)/Heat (1995).mkv"])
    catalogue.write("<movie><title>Fire</title></movie>", to: "Heat (1995)/movie.nfo")
    _ = await catalogue.world.scan(catalogue.source)
    catalogue.write("<movie><title>Water</title></movie>", to: "Heat (1995)/movie.nfo")
    let report = await catalogue.world.work()
    #expect(report.described == 0)
    #expect(try await catalogue.described() == ["Heat (1995)"])
    await catalogue.update()
    #expect(try await catalogue.described() == ["Water (1995)"])
  }

  @Test("files without anything beside them are not looked at")
  func nothing() async throws {
    let catalogue = try await CatalogueWorld(["Heat (1995)/Heat (1995).mkv"])
    await catalogue.update()
    #expect(
      try await catalogue.rows("SELECT 1 FROM scan_queue WHERE stage = 'local_metadata'") == []
    )
  }
}
