import KinoCore
import Testing

@testable import KinoStorage

/// DL-8: what goes after its diagnostic retention.
@Suite("Compaction")
struct RunCompactorTests {
  @Test("runs past their retention go, and nothing names them any more")
  func runs() async throws {
    let (fixture, compactor, source) = try await library()
    let old = try await fixture.run(of: source, state: "failed")
    let seen: [String: SQLValue] = ["last_seen_run_id": .integer(old.rawValue)]
    try await fixture.file("a.mkv", of: source, in: source.root, seen)
    try await fixture.sidecar("a.srt", of: source, in: source.root, seen)
    let report = try await compactor.compact(at: at(month + 1))
    #expect(report.runs == 1)
    #expect(report.forgottenRows == 2)
    #expect(try await fixture.rows("SELECT last_seen_run_id FROM media_file") == ["NULL"])
    try await expectSound(fixture)
  }

  @Test("the newest complete run of a source stays, and those after it")
  func newest() async throws {
    let (fixture, compactor, source) = try await library()
    try await fixture.run(of: source, state: "completed", ["publication": 1])
    let full = try await fixture.run(of: source, state: "completed", ["publication": 2])
    let part = try await fixture.run(
      of: source,
      state: "completed",
      ["publication": 3, "mode": "incremental", "scope_json": #"["41"]"#]
    )
    #expect(try await compactor.compact(at: at(month + 1)).runs == 1)
    let rows = try await fixture.rows("SELECT id FROM scan_run ORDER BY id")
    #expect(rows == ["\(full.rawValue)", "\(part.rawValue)"])
  }

  @Test("runs within their retention, and active ones, stay")
  func young() async throws {
    let (fixture, compactor, source) = try await library()
    try await fixture.run(of: source, state: "failed")
    try await fixture.run(of: source, state: "enumerating", ["ended_at_ms": nil])
    #expect(try await compactor.compact(at: at(month)).runs == 0)
    #expect(try await compactor.compact(at: at(month + 1)).runs == 1)
    #expect(try await fixture.rows("SELECT state FROM scan_run") == ["enumerating"])
  }

  @Test("staging that no run will continue goes at once")
  func superseded() async throws {
    let (fixture, compactor, source) = try await library(publication: 5)
    let old = try await stagedRun(of: source, base: 4, fixture)
    let resumable = try await stagedRun(of: source, base: 5, fixture)
    _ = try await compactor.compact(at: at(1))
    for table in ["scan_discovery", "scan_seen", "scan_frontier"] {
      let rows = try await fixture.rows("SELECT run_id FROM \(table)")
      #expect(rows == ["\(resumable.rawValue)"])
    }
    #expect(try await fixture.int("SELECT count(*) FROM scan_run") == 2)
    #expect(old < resumable)
  }

  @Test("staging that is found and cannot be deleted is damage, and no endless work")
  func stuck() async throws {
    let (fixture, compactor, source) = try await library(publication: 5)
    _ = try await stagedRun(of: source, base: 4, fixture)
    try fixture.withoutForeignKeys(
      """
      CREATE TRIGGER stuck BEFORE DELETE ON scan_discovery BEGIN SELECT RAISE(IGNORE); END
      """
    )
    let failure = await #expect(throws: StorageError.self) {
      try await compactor.compact(at: at(1))
    }
    #expect(failure?.kind == .damaged)
  }

  @Test("staging of a run that ended too long ago goes")
  func stale() async throws {
    let (fixture, compactor, source) = try await library(publication: 5)
    _ = try await stagedRun(of: source, base: 5, fixture)
    #expect(try await compactor.compact(at: at(day)).stagingBatches == 0)
    #expect(try await compactor.compact(at: at(day + 1)).stagingBatches > 0)
    #expect(try await fixture.int("SELECT count(*) FROM scan_discovery") == 0)
  }

  @Test("work that is done or failed goes after its retention, other work stays")
  func work() async throws {
    let (fixture, compactor, source) = try await library()
    let file = try await fixture.file("a.mkv", of: source)
    try await fixture.work(on: file, .parse, ["state": "done"])
    try await fixture.work(on: file, .probe, ["state": "failed"])
    try await fixture.work(on: file, .match)
    let late: [String: SQLValue] = [
      "state": "done", "updated_at_ms": .integer(at(1).milliseconds),
    ]
    try await fixture.work(on: file, .search, late)
    #expect(try await compactor.compact(at: at(month + 1)).workRows == 2)
    let rows = try await fixture.rows("SELECT stage FROM scan_queue ORDER BY stage")
    #expect(rows == ["match", "search"])
  }

  @Test("small batches add up")
  func batches() async throws {
    let fixture = try await LibraryFixture()
    let source = try await fixture.source()
    let compactor = RunCompactor(
      database: fixture.library,
      policy: CompactionPolicy(batchSize: 2)
    )
    let old = try await fixture.run(of: source, state: "cancelled")
    for index in 0..<5 {
      let file = try await fixture.file(
        "\(index).mkv",
        of: source,
        in: source.root,
        ["last_seen_run_id": .integer(old.rawValue)]
      )
      try await fixture.work(on: file, .parse, ["state": "done"])
    }
    let report = try await compactor.compact(at: at(month + 1))
    #expect(report.forgottenRows == 5)
    #expect(report.workRows == 5)
  }

  private let day: Int64 = 24 * 3_600_000
  private let month: Int64 = 30 * 24 * 3_600_000

  private func at(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: LibraryFixture.epoch.milliseconds + milliseconds)
  }

  private func library(
    publication: Int64 = 1
  ) async throws -> (LibraryFixture, RunCompactor, SourceRows) {
    let fixture = try await LibraryFixture()
    let source = try await fixture.source(["publication": .integer(publication)])
    return (fixture, RunCompactor(database: fixture.library), source)
  }

  /// A failed run with a row in each table of staging.
  private func stagedRun(
    of source: SourceRows,
    base: Int64,
    _ fixture: LibraryFixture
  ) async throws -> RunID {
    let run = try await fixture.run(
      of: source,
      state: "failed",
      ["base_publication": .integer(base)]
    )
    let key: [String: SQLValue] = ["run_id": .integer(run.rawValue)]
    let directory: [String: SQLValue] = ["directory_id": .integer(source.root.rawValue)]
    try await fixture.insert(
      "scan_discovery",
      key.merging(directory) { $1 }.merging(
        ["seq": 1, "item_kind": "video", "change": "added", "name": .blob([65])]
      ) { $1 }
    )
    try await fixture.insert(
      "scan_frontier",
      key.merging(directory) { $1 }.merging(["state": "outstanding"]) { $1 }
    )
    try await fixture.insert(
      "scan_seen",
      key.merging(["first_directory_id": 1, "last_directory_id": 1, "listed_at_ms": 0]) { $1 }
    )
    return run
  }
}
