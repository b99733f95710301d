import KinoCore
import Testing

@testable import KinoStorage

@Suite("Undo of removals")
struct UndoTests {
  @Test("brings back what the last finalize removed, and holds it")
  func restores() async throws {
    let (fixture, holds, source) = try await library(publication: 5)
    try await fixture.file("a.mkv", of: source, in: source.root, .missing(publication: 5))
    try await fixture.sidecar("a.srt", of: source, in: source.root, .missing(publication: 5))
    let outcome = try await holds.undoRemovals(of: source.id, at: later)
    #expect(outcome.restored == HeldCount(videos: 1, sidecars: 1))
    #expect(outcome.blocked.total == 0)
    let rows = try await fixture.rows(
      """
      SELECT availability, missing_since_ms, missing_publication, hold_reason, hold_publication,
        row_revision
      FROM media_file
      """
    )
    #expect(rows == ["present|NULL|NULL|undone|6|2"])
    #expect(try await fixture.int("SELECT publication FROM library_source") == 6)
    try await expectSound(fixture)
  }

  @Test("leaves what earlier finalizes removed")
  func earlier() async throws {
    let (fixture, holds, source) = try await library(publication: 5)
    try await fixture.file("a.mkv", of: source, in: source.root, .missing(publication: 4))
    #expect(try await holds.undoRemovals(of: source.id, at: later) == UndoOutcome())
    #expect(try await fixture.int("SELECT publication FROM library_source") == 5)
  }

  @Test("takes back what was confirmed since the last finalize, too")
  func confirmed() async throws {
    let (fixture, holds, source) = try await library(publication: 5)
    try await fixture.file("a.mkv", of: source, in: source.root, .held())
    _ = try await holds.confirm(.all, of: source.id, at: later)
    #expect(try await holds.undoRemovals(of: source.id, at: later).restored.videos == 1)
  }

  @Test("a second time changes nothing")
  func twice() async throws {
    let (fixture, holds, source) = try await library(publication: 5)
    try await fixture.file("a.mkv", of: source, in: source.root, .missing(publication: 5))
    _ = try await holds.undoRemovals(of: source.id, at: later)
    #expect(try await holds.undoRemovals(of: source.id, at: later) == UndoOutcome())
  }

  @Test("brings directories back from the root down")
  func directories() async throws {
    let (fixture, holds, source) = try await library(publication: 5)
    let gone = [String: SQLValue].missingDirectory(publication: 5)
    let show = try await fixture.directory("Show", of: source, in: nil, gone)
    let season = try await fixture.directory("Season 1", of: source, in: show, gone)
    try await fixture.file("1.mkv", of: source, in: season, .missing(publication: 5))
    #expect(try await holds.undoRemovals(of: source.id, at: later).restored.videos == 1)
    let rows = try await fixture.rows(
      "SELECT name, availability, directory_count, item_count FROM source_directory ORDER BY id"
    )
    #expect(rows == ["|present|1|0", "Show|present|1|0", "Season 1|present|0|1"])
    try await expectSound(fixture)
  }

  @Test("leaves a row missing whose name was taken meanwhile, and says so")
  func taken() async throws {
    let (fixture, holds, source) = try await library(publication: 5)
    try await fixture.file("a.mkv", of: source, in: source.root, .missing(publication: 5))
    try await fixture.file("a.mkv", of: source)
    let outcome = try await holds.undoRemovals(of: source.id, at: later)
    #expect(outcome.restored.total == 0)
    #expect(outcome.blocked == HeldCount(videos: 1, sidecars: 0))
    #expect(outcome.blockedPaths.map(\.description) == ["a.mkv"])
  }

  @Test("leaves what lay in a directory missing whose name was taken")
  func takenDirectory() async throws {
    let (fixture, holds, source) = try await library(publication: 5)
    let old = try await fixture.directory(
      "Show",
      of: source,
      in: nil,
      .missingDirectory(publication: 5)
    )
    try await fixture.file("a.mkv", of: source, in: old, .missing(publication: 5))
    try await fixture.directory("Show", of: source)
    let outcome = try await holds.undoRemovals(of: source.id, at: later)
    #expect(outcome.blockedPaths.map(\.description) == ["Show/a.mkv"])
    try await expectSound(fixture)
  }

  private let later = Timestamp(milliseconds: LibraryFixture.epoch.milliseconds + 1000)

  /// A library whose source was finalized last with this publication.
  private func library(
    publication: Int64
  ) async throws -> (LibraryFixture, HoldStore, SourceRows) {
    let fixture = try await LibraryFixture()
    let source = try await fixture.source(["publication": .integer(publication)])
    for number in [publication - 1, publication] {
      try await fixture.run(of: source, state: "completed", ["publication": .integer(number)])
    }
    return (fixture, HoldStore(database: fixture.library), source)
  }
}
