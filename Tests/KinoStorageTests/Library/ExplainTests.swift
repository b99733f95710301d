import KinoCore
import Testing

@testable import KinoStorage

@Suite("Explanation of a path")
struct ExplainTests {
  @Test("names the rows at the path, missing ones included, and the way there")
  func rows() async throws {
    let (fixture, store, source) = try await library()
    let show = try await fixture.directory("Show", of: source)
    let old = try await fixture.file("a.mkv", of: source, in: show, .missing())
    let new = try await fixture.file("a.mkv", of: source, in: show)
    let facts = try await store.facts(about: path("Show/a.mkv"), in: source.id)
    #expect(facts.directories.map(\.id) == [source.root, show])
    #expect(facts.items.map(\.id) == [old.rawValue, new.rawValue])
    #expect(facts.items.map(\.availability) == [.missing, .present])
    #expect(!facts.isDirectory)
  }

  @Test("says why a removal is held")
  func hold() async throws {
    let (fixture, store, source) = try await library()
    try await fixture.sidecar("a.srt", of: source, in: source.root, .held("suspect"))
    let facts = try await store.facts(about: path("a.srt"), in: source.id)
    #expect(facts.items.map(\.hold) == [.suspect])
    #expect(facts.items.map(\.heldSince) == [LibraryFixture.epoch])
    #expect(facts.items.map(\.kind) == [.sidecar])
  }

  @Test("says which run saw a file last, although unchanged files are not written")
  func lastSeen() async throws {
    let (fixture, store, source) = try await library()
    let first = try await fixture.run(of: source, state: "completed", ["publication": 1])
    try await fixture.file(
      "a.mkv",
      of: source,
      in: source.root,
      ["last_seen_run_id": .integer(first.rawValue)]
    )
    let second = try await fixture.run(of: source, state: "completed", ["publication": 2])
    let facts = try await store.facts(about: path("a.mkv"), in: source.id)
    #expect(facts.items.map(\.lastSeenRun) == [second])
    #expect(facts.items.map(\.lastSeenAt) == [LibraryFixture.epoch])
  }

  @Test("says since when a directory on the way cannot be listed")
  func unreachable() async throws {
    let (fixture, store, source) = try await library()
    let began = LibraryFixture.epoch.milliseconds + 5
    let run = try await fixture.run(
      of: source,
      state: "completed",
      ["started_at_ms": .integer(began), "publication": 1]
    )
    let show = try await fixture.directory(
      "Show",
      of: source,
      in: nil,
      ["incomplete_since_run_id": .integer(run.rawValue)]
    )
    try await fixture.directory("Season", of: source, in: show)
    let facts = try await store.facts(about: path("Show/Season"), in: source.id)
    #expect(facts.isDirectory)
    #expect(facts.unreachableSince == Timestamp(milliseconds: began))
  }

  @Test("of an unknown path says how far the way is known")
  func unknown() async throws {
    let (fixture, store, source) = try await library()
    let show = try await fixture.directory("Show", of: source)
    let facts = try await store.facts(about: path("Show/No/Such.mkv"), in: source.id)
    #expect(facts.directories.map(\.id) == [source.root, show])
    #expect(facts.items.isEmpty)
    #expect(!facts.isDirectory)
  }

  private func path(_ text: String) throws -> SourcePath { try #require(SourcePath(text)) }

  private func library() async throws -> (LibraryFixture, ExplainStore, SourceRows) {
    let fixture = try await LibraryFixture()
    return (fixture, ExplainStore(database: fixture.library), try await fixture.source())
  }
}
