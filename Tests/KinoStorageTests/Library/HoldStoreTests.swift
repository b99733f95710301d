import KinoCore
import Testing

@testable import KinoStorage

@Suite("Held removals")
struct HoldStoreTests {
  @Test("are listed page by page, videos before sidecars, with their paths and reasons")
  func list() async throws {
    let (fixture, holds, source) = try await library()
    let show = try await fixture.directory("Show", of: source)
    try await fixture.file("a.mkv", of: source, in: show, .held("suspect"))
    try await fixture.file("b.mkv", of: source, in: source.root, .held())
    try await fixture.file("c.mkv", of: source)
    try await fixture.sidecar("a.srt", of: source, in: show, .held("suspect"))
    let first = try await holds.list(source.id, limit: 2)
    let second = try await holds.list(source.id, after: first.last?.item, limit: 2)
    let third = try await holds.list(source.id, after: second.last?.item, limit: 2)
    #expect(first.map(\.path.description) == ["Show/a.mkv", "b.mkv"])
    #expect(first.map(\.reason) == [.suspect, .brake])
    #expect(second.map(\.path.description) == ["Show/a.srt"])
    #expect(third.isEmpty)
    #expect(try await holds.count(source.id) == HeldCount(videos: 2, sidecars: 1))
  }

  @Test("that are confirmed go missing now, and their retention begins")
  func confirm() async throws {
    let (fixture, holds, source) = try await library(["covered_clock_ms": 500, "covered_scans": 7])
    try await fixture.file("a.mkv", of: source, in: source.root, .held())
    #expect(try await holds.confirm(.all, of: source.id, at: later).videos == 1)
    let rows = try await fixture.rows(
      """
      SELECT availability, missing_since_ms, missing_clock_ms, missing_scans, missing_publication,
        hold_reason, row_revision
      FROM media_file
      """
    )
    #expect(rows == ["missing|\(later.milliseconds)|500|7|2|NULL|2"])
    try await expectSound(fixture)
  }

  @Test("are confirmed one by one where the host wants that")
  func confirmSome() async throws {
    let (fixture, holds, source) = try await library()
    let chosen = try await fixture.file("a.mkv", of: source, in: source.root, .held())
    try await fixture.file("b.mkv", of: source, in: source.root, .held())
    let free = try await fixture.file("c.mkv", of: source)
    let items = [chosen, free].map { HeldItem(kind: .video, id: $0.rawValue) }
    #expect(try await holds.confirm(.items(items), of: source.id, at: later).total == 1)
    let rows = try await fixture.rows("SELECT availability FROM media_file ORDER BY name")
    #expect(rows == ["missing", "present", "present"])
  }

  @Test("that are rejected stay until the host says otherwise")
  func reject() async throws {
    let (fixture, holds, source) = try await library()
    try await fixture.file("a.mkv", of: source, in: source.root, .held())
    #expect(try await holds.reject(.all, of: source.id, at: later).videos == 1)
    let rows = try await fixture.rows(
      "SELECT availability, hold_reason, hold_since_ms, hold_publication FROM media_file"
    )
    #expect(rows == ["present|undone|\(later.milliseconds)|2"])
    #expect(try await holds.reject(.all, of: source.id, at: later).total == 0)
  }

  @Test("end a directory's suspicion when the last of them is decided")
  func suspicion() async throws {
    let (fixture, holds, source) = try await library()
    let show = try await fixture.directory(
      "Show",
      of: source,
      in: nil,
      ["suspect_reason": "emptied"]
    )
    let file = try await fixture.file("a.mkv", of: source, in: show, .held("suspect"))
    try await fixture.file("b.mkv", of: source, in: show, .held("suspect"))
    let one = HeldSelection.items([HeldItem(kind: .video, id: file.rawValue)])
    _ = try await holds.confirm(one, of: source.id, at: later)
    let reason = "SELECT suspect_reason, item_count FROM source_directory WHERE id = ?1"
    #expect(try await fixture.rows(reason, .integer(show.rawValue)) == ["emptied|1"])
    _ = try await holds.confirm(.all, of: source.id, at: later)
    #expect(try await fixture.rows(reason, .integer(show.rawValue)) == ["NULL|0"])
  }

  @Test("advance the source's publication once per decision, and not for none")
  func publication() async throws {
    let (fixture, holds, source) = try await library()
    try await fixture.file("a.mkv", of: source, in: source.root, .held())
    try await fixture.file("b.mkv", of: source, in: source.root, .held())
    let publication = "SELECT publication FROM library_source"
    _ = try await holds.confirm(.all, of: source.id, at: later)
    #expect(try await fixture.int(publication) == 2)
    _ = try await holds.confirm(.all, of: source.id, at: later)
    #expect(try await fixture.int(publication) == 2)
    let revision = try await fixture.int("SELECT revision FROM library_revision")
    #expect(try await fixture.int("SELECT changed_revision FROM library_source") == revision)
  }

  @Test("of a sidecar have the video's sidecars read again when confirmed")
  func sidecarInput() async throws {
    let (fixture, holds, source) = try await library()
    let file = try await fixture.file("a.mkv", of: source)
    let columns = [String: SQLValue].held().merging(
      ["media_file_id": .integer(file.rawValue)]
    ) { $1 }
    try await fixture.sidecar("a.srt", of: source, in: source.root, columns)
    _ = try await holds.confirm(.all, of: source.id, at: later)
    #expect(try await fixture.rows("SELECT input_revision FROM media_file") == ["2"])
    let work = try await fixture.rows("SELECT stage, state, input_revision FROM scan_queue")
    #expect(work == ["local_metadata|ready|2"])
  }

  @Test("of a removed source cannot be decided")
  func removedSource() async throws {
    let (_, holds, source) = try await library(["state": "removed"])
    await #expect(throws: StorageError.self) {
      try await holds.confirm(.all, of: source.id, at: later)
    }
  }

  private let later = Timestamp(milliseconds: LibraryFixture.epoch.milliseconds + 1000)

  private func library(
    _ columns: [String: SQLValue] = [:]
  ) async throws -> (LibraryFixture, HoldStore, SourceRows) {
    let fixture = try await LibraryFixture()
    let source = try await fixture.source(columns)
    return (fixture, HoldStore(database: fixture.library), source)
  }
}
