import KinoCore
import Testing

@testable import KinoStorage

/// DL-4, DL-6: what is purged, when, and what outlives it.
@Suite("Retention")
struct RetentionTests {
  @Test("a file is purged when its grace is over and enough scans have missed it")
  func due() async throws {
    let (fixture, sweeper, source) = try await library(clock: 24, scans: 2)
    try await fixture.file("a.mkv", of: source, in: source.root, .missing())
    try await fixture.sidecar("a.srt", of: source, in: source.root, .missing())
    let purged = try await sweeper.sweep()
    #expect(purged.files == 1)
    #expect(purged.sidecars == 1)
    #expect(try await names(fixture).isEmpty)
    try await expectSound(fixture)
  }

  @Test(
    "a file stays while its grace lasts, or scans are wanting",
    arguments: [(23, 2), (24, 1), (0, 9), (900, 1)] as [(Int64, Int64)]
  )
  func grace(_ hours: Int64, _ scans: Int64) async throws {
    let (fixture, sweeper, source) = try await library(clock: hours, scans: scans)
    try await fixture.file("a.mkv", of: source, in: source.root, .missing())
    #expect(try await sweeper.sweep().rows == 0)
    #expect(try await names(fixture) == ["a.mkv"])
  }

  @Test("present and excluded files stay")
  func others() async throws {
    let (fixture, sweeper, source) = try await library(clock: 900, scans: 9)
    try await fixture.file("a.mkv", of: source)
    let excluded: [String: SQLValue] = [
      "availability": "excluded", "missing_clock_ms": 0, "missing_scans": 0,
    ]
    try await fixture.file("b.mkv", of: source, in: source.root, excluded)
    try await fixture.file("c.mkv", of: source, in: source.root, .missing())
    #expect(try await sweeper.sweep().files == 1)
    #expect(try await names(fixture) == ["a.mkv", "b.mkv"])
  }

  @Test(
    "a source that never purges, is offline or is disabled keeps everything",
    arguments: [
      ["never_purge": 1], ["offline_since_ms": 1], ["state": "disabled"],
    ] as [[String: SQLValue]]
  )
  func spared(_ columns: [String: SQLValue]) async throws {
    let (fixture, sweeper, source) = try await library(clock: 900, scans: 9, columns)
    try await fixture.file("a.mkv", of: source, in: source.root, .missing())
    #expect(try await sweeper.sweep().rows == 0)
    #expect(try await names(fixture) == ["a.mkv"])
  }

  @Test("a source is not purged while a scan of it is active")
  func activeRun() async throws {
    let (fixture, sweeper, source) = try await library(clock: 900, scans: 9)
    try await fixture.file("a.mkv", of: source, in: source.root, .missing())
    try await fixture.run(of: source, state: "enumerating")
    #expect(try await sweeper.sweep().rows == 0)
  }

  @Test("what is missing below a directory that could not be listed stays")
  func incomplete() async throws {
    let (fixture, sweeper, source) = try await library(clock: 900, scans: 9)
    let run = try await fixture.run(of: source, state: "completed")
    let locked = try await fixture.directory(
      "Locked",
      of: source,
      in: nil,
      ["incomplete_since_run_id": .integer(run.rawValue)]
    )
    let below = try await fixture.directory("Below", of: source, in: locked)
    try await fixture.file("a.mkv", of: source, in: locked, .missing())
    try await fixture.file("b.mkv", of: source, in: below, .missing())
    try await fixture.file("c.mkv", of: source, in: source.root, .missing())
    #expect(try await sweeper.sweep().files == 1)
    #expect(try await names(fixture) == ["a.mkv", "b.mkv"])
  }

  @Test("directories that are missing and hold nothing go, from the lowest up")
  func directories() async throws {
    let (fixture, sweeper, source) = try await library(clock: 24, scans: 2)
    let show = try await fixture.directory("Show", of: source, in: nil, .missingDirectory())
    let season = try await fixture.directory("Season", of: source, in: show, .missingDirectory())
    try await fixture.file("1.mkv", of: source, in: season, .missing())
    let kept = try await fixture.directory("Kept", of: source, in: nil, .missingDirectory())
    try await fixture.file("2.mkv", of: source, in: kept, .missing(clock: .max, scans: 0))
    try await fixture.directory("Empty", of: source)
    let purged = try await sweeper.sweep()
    #expect(purged.directories == 2)
    let rows = try await fixture.rows("SELECT name FROM source_directory ORDER BY id")
    #expect(rows == ["", "Kept", "Empty"])
    try await expectSound(fixture)
  }

  @Test("a purge reaches neither progress nor lists nor hand-made matches")
  func userState() async throws {
    let (fixture, sweeper, source) = try await library(clock: 24, scans: 2)
    let show = try await fixture.directory("Show", of: source, in: nil, .missingDirectory())
    let columns = [String: SQLValue].missing()
      .merging(["size_bytes": 77, "fingerprint": .blob([9])]) { $1 }
    let file = try await fixture.file("new.mkv", of: source, in: show, columns)
    let entity = try await fixture.entity("Heat")
    try await fixture.progress(on: entity)
    try await fixture.binding(of: entity, to: file, ["locked": 1, "method": "manual"])
    let before = try await fixture.rows("SELECT * FROM playback_state")
    #expect(try await sweeper.sweep().files == 1)
    #expect(try await fixture.rows("SELECT * FROM playback_state") == before)
    let binding = try await fixture.rows(
      """
      SELECT media_file_id, binding.path, size_bytes, hex(fingerprint), locked,
        source_uid = source.uid
      FROM file_binding AS binding, library_source AS source
      """
    )
    #expect(binding == ["NULL|Show/new.mkv|77|09|1|1"])
    try await expectSound(fixture)
  }

  @Test("a purge takes what was made of the file, and pictures nobody chose")
  func derived() async throws {
    let (fixture, sweeper, source) = try await library(clock: 24, scans: 2)
    let file = try await fixture.file("a.mkv", of: source, in: source.root, .missing())
    try await fixture.work(on: file, .probe)
    try await fixture.insert(
      "technical_summary",
      ["media_file_id": .integer(file.rawValue), "state": "complete", "probe_version": 1]
    )
    let entity = try await fixture.entity("Heat")
    for (kind, locked) in [("poster", 1), ("thumb", 0)] as [(String, Int64)] {
      try await fixture.insert(
        "artwork",
        [
          "uid": .blob(fixture.uid().bytes), "entity_id": .integer(entity), "kind": .text(kind),
          "origin": "embedded", "media_file_id": .integer(file.rawValue),
          "locked": .integer(locked), "updated_at_ms": 0,
        ]
      )
    }
    _ = try await sweeper.sweep()
    #expect(try await fixture.int("SELECT count(*) FROM scan_queue") == 0)
    #expect(try await fixture.int("SELECT count(*) FROM technical_summary") == 0)
    let pictures = try await fixture.rows("SELECT kind, media_file_id, path FROM artwork")
    #expect(pictures == ["poster|NULL|a.mkv"])
  }

  @Test("of a removed source everything goes but the source itself and what people made (DL-3)")
  func removedSource() async throws {
    let (fixture, sweeper, source) = try await library(
      clock: 0,
      scans: 0,
      ["state": "removed", "never_purge": 1]
    )
    let show = try await fixture.directory("Show", of: source)
    let season = try await fixture.directory("Season", of: source, in: show)
    let file = try await fixture.file("1.mkv", of: source, in: season)
    try await fixture.sidecar("1.srt", of: source, in: season, .missing())
    let entity = try await fixture.entity("Pilot", kind: "episode")
    try await fixture.progress(on: entity)
    try await fixture.binding(of: entity, to: file, ["locked": 1])
    let other = try await fixture.source()
    try await fixture.file("other.mkv", of: other)
    let purged = try await sweeper.sweep()
    #expect((purged.files, purged.sidecars, purged.directories) == (1, 1, 3))
    #expect(try await names(fixture) == ["other.mkv"])
    let paths = try await fixture.rows("SELECT path, locked FROM file_binding")
    #expect(paths == ["Show/Season/1.mkv|1"])
    #expect(try await fixture.int("SELECT count(*) FROM playback_state") == 1)
    #expect(try await fixture.int("SELECT count(*) FROM library_source") == 2)
    #expect(try await sweeper.sweep().rows == 0)
    try await expectSound(fixture)
  }

  @Test("a purge advances the source's publication")
  func publication() async throws {
    let (fixture, sweeper, source) = try await library(clock: 24, scans: 2)
    try await fixture.file("a.mkv", of: source, in: source.root, .missing())
    _ = try await sweeper.sweep()
    #expect(try await fixture.int("SELECT publication FROM library_source") == 2)
    _ = try await sweeper.sweep()
    #expect(try await fixture.int("SELECT publication FROM library_source") == 2)
  }

  @Test("batches go on where the one before ended, past rows that are not due")
  func batches() async throws {
    let (fixture, _, source) = try await library(clock: 24, scans: 2)
    let store = RetentionStore(database: fixture.library)
    for index in 0..<5 {
      let directory = try await fixture.directory("\(index)", of: source)
      try await fixture.file("due.mkv", of: source, in: directory, .missing())
      try await fixture.file("not.mkv", of: source, in: directory, .missing(clock: .max, scans: 0))
    }
    var files: [Int] = []
    var step: RetentionStep? = .files(from: DirectoryID(.min))
    while let current = step, current != .directories {
      let batch = try await store.purge(source.id, current, limit: 2)
      files.append(batch.files)
      step = batch.next
    }
    #expect(files == [2, 2, 1, 0])
    #expect(try await fixture.int("SELECT count(*) FROM media_file") == 5)
  }

  @Test("a cancelled sweep purges nothing more")
  func cancelled() async throws {
    let (fixture, sweeper, source) = try await library(clock: 24, scans: 2)
    try await fixture.file("a.mkv", of: source, in: source.root, .missing())
    let sweep = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await sweeper.sweep()
    }
    await #expect(throws: StorageError.self) { _ = try await sweep.value }
    #expect(try await names(fixture) == ["a.mkv"])
  }

  private func names(_ fixture: LibraryFixture) async throws -> [String] {
    try await fixture.rows("SELECT name FROM media_file ORDER BY name")
  }

  /// A library whose source keeps for 24 hours and two scans, its counters standing where told.
  private func library(
    clock hours: Int64,
    scans: Int64,
    _ columns: [String: SQLValue] = [:]
  ) async throws -> (LibraryFixture, RetentionSweeper, SourceRows) {
    let fixture = try await LibraryFixture()
    let base: [String: SQLValue] = [
      "missing_grace_ms": .integer(24 * 3_600_000), "missing_confirmations": 2,
      "covered_clock_ms": .integer(hours * 3_600_000), "covered_scans": .integer(scans),
    ]
    let source = try await fixture.source(base.merging(columns) { $1 })
    let store = RetentionStore(database: fixture.library)
    return (fixture, RetentionSweeper(store: store), source)
  }
}
