import KinoCore
import KinoSQL
import KinoTestSupport
import Testing

@testable import KinoStorage

/// DL-5: entities go in two phases, and only when nothing keeps them.
@Suite("Entity collection")
struct EntityCollectorTests {
  @Test("an entity without use is marked, and deleted when its delay is over")
  func twoPhases() async throws {
    let (fixture, collector) = try await library()
    let entity = try await fixture.entity("Heat")
    _ = try await collector.mark(after: 0, at: now)
    let marks = try await fixture.rows("SELECT entity_id, reason FROM entity_gc_candidate")
    #expect(marks == ["\(entity)|no_file"])
    #expect(try await collector.collect(at: at(week - 1)) == CollectedBatch())
    #expect(try await collector.collect(at: at(week)).deleted == 1)
    #expect(try await titles(fixture).isEmpty)
    try await expectSound(fixture)
  }

  @Test("what comes back to use within the delay is kept")
  func comesBack() async throws {
    let (fixture, collector) = try await library()
    let entity = try await fixture.entity("Heat")
    _ = try await collector.mark(after: 0, at: now)
    try await fixture.progress(on: entity)
    let batch = try await collector.collect(at: at(week))
    #expect(batch.kept == 1)
    #expect(try await titles(fixture) == ["Heat"])
    #expect(try await fixture.int("SELECT count(*) FROM entity_gc_candidate") == 0)
  }

  @Test("the delay begins anew when a candidate was kept in between")
  func delayBeginsAnew() async throws {
    let (fixture, collector) = try await library()
    let entity = try await fixture.entity("Heat")
    _ = try await collector.mark(after: 0, at: now)
    try await fixture.progress(on: entity)
    _ = try await collector.mark(after: 0, at: at(1))
    try await fixture.run("DELETE FROM playback_state")
    _ = try await collector.mark(after: 0, at: at(week))
    #expect(try await collector.collect(at: at(week)) == CollectedBatch())
    #expect(try await titles(fixture) == ["Heat"])
  }

  @Test("whatever people or files have to do with an entity keeps it", arguments: Keeper.all)
  func kept(_ keeper: Keeper) async throws {
    let (fixture, collector) = try await library()
    let entity = try await fixture.entity("Heat")
    try await keeper.attach(fixture, entity)
    _ = try await collector.mark(after: 0, at: now)
    let marks = try await fixture.rows(
      "SELECT entity_id FROM entity_gc_candidate WHERE entity_id = ?1",
      .integer(entity)
    )
    #expect(marks.isEmpty)
    try await fixture.run(
      "INSERT OR REPLACE INTO entity_gc_candidate VALUES (?1, 'no_file', 0, 0)",
      .integer(entity)
    )
    #expect(try await collector.collect(at: at(week)).kept == 1)
    #expect(try await titles(fixture).contains("Heat"))
  }

  @Test("a match by name, and its gone file, do not keep an entity")
  func looseBinding() async throws {
    let (fixture, collector) = try await library()
    let entity = try await fixture.entity("Heat")
    try await fixture.binding(of: entity, to: nil)
    _ = try await collector.mark(after: 0, at: now)
    #expect(try await collector.collect(at: at(week)).deleted == 1)
    #expect(try await fixture.int("SELECT count(*) FROM file_binding") == 0)
  }

  @Test("a series goes with its last episode, the episode first")
  func series() async throws {
    let (fixture, collector) = try await library()
    let series = try await fixture.entity("Show", kind: "series")
    let season = try await fixture.entity(
      "Season 1",
      kind: "season",
      ["parent_id": .integer(series), "series_id": .integer(series)]
    )
    _ = try await fixture.entity(
      "Pilot",
      kind: "episode",
      ["parent_id": .integer(season), "series_id": .integer(series)]
    )
    for _ in 0..<3 { _ = try await collector.mark(after: 0, at: now) }
    let reasons = try await fixture.rows(
      "SELECT reason FROM entity_gc_candidate ORDER BY entity_id"
    )
    #expect(reasons == ["no_child", "no_child", "no_file"])
    #expect(try await collector.collect(at: at(week)).deleted == 3)
  }

  @Test("a deletion takes its search text along and is announced as a tombstone")
  func tombstone() async throws {
    let (fixture, collector) = try await library()
    let entity = try await fixture.entity("Heat")
    try await fixture.insert(
      "search_document",
      [
        "entity_id": .integer(entity), "title": "heat", "aliases": "", "people": "", "genres": "",
        "fold_version": "1", "built_at_ms": 0,
      ]
    )
    try await fixture.run(
      """
      INSERT INTO search_document_fts (rowid, title, aliases, people, genres)
      SELECT entity_id, title, aliases, people, genres FROM search_document
      """
    )
    _ = try await collector.mark(after: 0, at: now)
    _ = try await collector.collect(at: at(week))
    let found = "SELECT count(*) FROM search_document_fts WHERE search_document_fts MATCH 'heat'"
    #expect(try await fixture.int(found) == 0)
    let revisions = RevisionStore(database: fixture.library)
    let gone = try await revisions.tombstones(since: 0, limit: 10)
    #expect(gone.subjects.map(\.domain) == ["entity"])
    #expect(gone.subjects.map(\.revision) == [try await revisions.current()])
  }

  @Test("entities are looked at range by range")
  func ranges() async throws {
    let (fixture, collector) = try await library()
    for index in 0..<5 { _ = try await fixture.entity("\(index)") }
    var cursors: [Int64] = []
    while let next = try await collector.mark(after: cursors.last ?? 0, limit: 2, at: now) {
      cursors.append(next)
    }
    #expect(cursors == [2, 4, 5])
    #expect(try await fixture.int("SELECT count(*) FROM entity_gc_candidate") == 5)
  }

  private let now = LibraryFixture.epoch
  private let week = EntityCollector.week

  private func at(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: now.milliseconds + milliseconds)
  }

  private func library() async throws -> (LibraryFixture, EntityCollector) {
    let fixture = try await LibraryFixture()
    let collector = EntityCollector(
      database: fixture.library,
      changes: ChangeLogStore(database: fixture.library, device: UID(high: 9, low: 9))
    )
    return (fixture, collector)
  }

  private func titles(_ fixture: LibraryFixture) async throws -> [String] {
    try await fixture.rows("SELECT title FROM media_entity ORDER BY id")
  }
}

/// Something that keeps an entity.
struct Keeper: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let attach: @Sendable (LibraryFixture, Int64) async throws -> Void

  init(
    _ name: String,
    _ attach: @escaping @Sendable (LibraryFixture, Int64) async throws -> Void
  ) {
    testDescription = name
    self.attach = attach
  }

  static let all = [
    Keeper("progress") { try await $0.progress(on: $1) },
    Keeper("a place in a list") { fixture, entity in
      let list = try await fixture.insert(
        "media_collection",
        [
          "uid": .blob(fixture.uid().bytes), "kind": "manual", "name": "Later",
          "created_at_ms": 0, "updated_at_ms": 0,
        ]
      )
      try await fixture.insert(
        "collection_item",
        [
          "collection_id": .integer(list), "entity_id": .integer(entity), "rank": "a",
          "added_at_ms": 0, "updated_at_ms": 0,
        ]
      )
    },
    Keeper("a marker") { fixture, entity in
      try await fixture.insert(
        "playback_marker",
        [
          "uid": .blob(fixture.uid().bytes), "entity_id": .integer(entity), "kind": "bookmark",
          "start_ms": 1, "origin": "manual", "locked": 1, "created_at_ms": 0, "updated_at_ms": 0,
        ]
      )
    },
    Keeper("a locked field") { fixture, entity in
      try await fixture.run(
        "UPDATE media_entity SET locked_fields = 1 WHERE id = ?1",
        .integer(entity)
      )
    },
    Keeper("a locked text") { fixture, entity in
      try await fixture.insert(
        "localized_metadata",
        ["entity_id": .integer(entity), "locale": "en", "locked_fields": 1, "updated_at_ms": 0]
      )
    },
    Keeper("a hand-made match of a file that is gone") { fixture, entity in
      try await fixture.binding(of: entity, to: nil, ["locked": 1])
    },
    Keeper("a missing file that is not purged") { fixture, entity in
      let source = try await fixture.source()
      let file = try await fixture.file("a.mkv", of: source, in: source.root, .missing())
      try await fixture.binding(of: entity, to: file)
    },
    Keeper("an unsent event") { fixture, entity in
      let changes = ChangeLogStore(database: fixture.library, device: UID(high: 9, low: 9))
      let bytes = try await fixture.library.read { connection in
        try connection.first("SELECT uid FROM media_entity WHERE id = ?1") {
          $0.bind(1, entity)
        } _: {
          $0.bytes(0)
        }
      }
      let subject = try #require(bytes.flatMap { UID(bytes: $0) })
      let event = LibraryEvent(
        uid: fixture.uid(),
        domain: .playback,
        action: .delete,
        subject: subject
      )
      try await fixture.library.write(.user) { connection in
        _ = try changes.append([event], at: LibraryFixture.epoch, in: connection)
      }
    },
    Keeper("an entity that was merged into it") { fixture, entity in
      _ = try await fixture.entity(
        "Heat (1995)",
        kind: "movie",
        ["merged_into_id": .integer(entity)]
      )
    },
    Keeper("an extra of it that has a file") { fixture, entity in
      let source = try await fixture.source()
      let file = try await fixture.file("trailer.mkv", of: source)
      let extra = try await fixture.entity(
        "Trailer",
        kind: "extra",
        ["parent_id": .integer(entity)]
      )
      try await fixture.binding(of: extra, to: file)
    },
  ]
}
