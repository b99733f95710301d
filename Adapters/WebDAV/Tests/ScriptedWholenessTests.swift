import KinoCore
import KinoTestSupport
import Testing

@testable import KinoWebDAV

@Suite("Listings that may not be whole", .serialized)
struct ScriptedWholenessTests {
  private static let oddStatuses = [
    "moved", "interim", "nothing", "small", "zero", "word", "none", "empty", "bare", "short",
  ]

  @Test(
    "a directory whose own status is not good, or is none, is not empty",
    arguments: ["status", "property"]
  )
  func statuses(_ place: String) async throws {
    let session = try await Scripted("selves").connect()
    for status in Self.oddStatuses {
      let error = await failure { try await session.listAll(.path("\(place)-\(status)")) }
      #expect(error?.kind == .protocolViolation && error?.scope == .directory, "\(status)")
    }
  }

  @Test("what does not say that it is a directory is none", arguments: ["typeless", "lacking"])
  func types(_ path: String) async throws {
    let error = try await Scripted("selves").failure(listing: path)
    #expect(error?.kind == .protocolViolation && error?.scope == .directory)
  }

  @Test("a directory with a good status is whole", arguments: ["good", "silent-remark"])
  func good(_ path: String) async throws {
    let listing = try await Scripted("selves").connect().listAll(.path(path))
    #expect(listing.names == ["a.mkv"] && listing.end == .complete)
  }

  @Test(
    "a remark about a listing, and answers that are none, make it incomplete",
    arguments: ["remark", "remark-itself", "stray-space", "stray-place"]
  )
  func remarks(_ path: String) async throws {
    let listing = try await Scripted("selves").connect().listAll(.path(path))
    #expect(listing.names == ["a.mkv"] && listing.lacks([.truncatedByServer]))
  }

  @Test("an entry whose status is not good, or is none, is reported and lacking")
  func children() async throws {
    let session = try await Scripted("selves").connect()
    let listing = try await session.listAll(.path("child"))
    #expect(listing.names == ["a.mkv"] && listing.lacks([.entryUnreadable]))
    #expect(listing.notes.map(\.name) == [.name("b.mkv"), .name("c.mkv")])
    #expect(listing.notes.allSatisfy { $0.error.kind == .protocolViolation })
    #expect(
      await failure { try await session.stat(.path("moved.mkv")) }?.kind == .protocolViolation
    )
  }

  @Test(
    "a next part is found among several relations, and in a folded field",
    arguments: ["relations", "folded"]
  )
  func relations(_ path: String) async throws {
    let listing = try await Scripted("pages").connect().listAll(.path(path))
    #expect(listing.names == ["a.mkv", "b.mkv"] && listing.end == .complete)
  }

  @Test(
    "a next part whose place is not to be told makes the listing incomplete",
    arguments: ["unclosed", "bare", "two"]
  )
  func unreadableLinks(_ path: String) async throws {
    let listing = try await Scripted("pages").connect().listAll(.path(path))
    #expect(listing.names == ["a.mkv"] && listing.lacks([.truncatedByServer]))
  }

  @Test("parts without end in which nothing is new end the listing")
  func endlessParts() async throws {
    let scripted = try await Scripted("pages")
    let session = try await scripted.connect()
    let error = await failure { try await session.listAll(.path("endless")) }
    #expect(error?.kind == .protocolViolation)
    #expect(try await scripted.requests().count < 30)
  }

  @Test("packed content that goes on after its end is no listing")
  func trailed() async throws {
    let error = try await Scripted("xml").failure(listing: "trailed")
    #expect(error?.kind == .protocolViolation, "\(String(describing: error))")
  }

  @Test("an answer about one resource has an end", arguments: ["crowd.mkv", "talk.mkv"])
  func crowds(_ path: String) async throws {
    let session = try await Scripted("large").connect()
    #expect(await failure { try await session.stat(.path(path)) }?.kind == .tooLarge)
    #expect(try await session.stat(.path("company.mkv")).size == 1)
  }

  @Test("cookies are kept, but not a flood of them")
  func cookies() async throws {
    let scripted = try await Scripted("cookies")
    let session = try await scripted.connect()
    _ = try await session.listAll(.path("few"))
    _ = try await session.stat(.path("film.mkv"))
    #expect(try await scripted.requests().last?.fields["cookie"] == "session=crumb")
    _ = try await session.listAll(.path("flood"))
    _ = try await session.stat(.path("film.mkv"))
    #expect(try await scripted.requests().last?.fields["cookie"] == nil)
  }
}
