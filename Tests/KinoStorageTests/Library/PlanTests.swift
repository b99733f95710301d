import KinoSQL
import Testing

@testable import KinoStorage

/// Hot statements use the index made for them, on a database without ANALYZE.
@Suite("Plans of library statements")
struct LibraryPlanTests {
  @Test("a claim reads its stage's ready rows in order and sorts nothing")
  func claim() async throws {
    let plan = try await plan(of: QueueRows.ready)
    #expect(plan.first == "SEARCH scan_queue USING INDEX scan_queue_ready (stage=?)")
    expectNoScan(plan)
  }

  @Test("a claim that steps over sources goes on in order behind its position, and sorts nothing")
  func steppingClaim() async throws {
    let plan = try await plan(of: QueueRows.readyBehind)
    let searches = plan.filter { $0.contains("scan_queue_ready") }
    #expect(
      searches == [
        "SEARCH scan_queue USING INDEX scan_queue_ready (stage=? AND priority=? AND id>?)",
        "SEARCH scan_queue USING INDEX scan_queue_ready (stage=? AND priority>?)",
      ]
    )
    #expect(!plan.contains { $0.contains("TEMP B-TREE") })
  }

  @Test("what is left to do is told from the indexes")
  func backlog() async throws {
    let ready = try await plan(of: WorkQueueStore.readyCount)
    #expect(ready.contains { $0.contains("INDEX scan_queue_ready (stage=?)") })
    let leased = try await plan(of: WorkQueueStore.leasedCount)
    #expect(leased.first?.contains("scan_queue_due (state=?)") == true)
    let due = try await plan(of: WorkQueueStore.nextDue)
    #expect(due.first?.contains("scan_queue_due (state=?)") == true)
    #expect(!due.contains { $0.contains("TEMP B-TREE") })
  }

  @Test("files of one content are found by their fingerprint")
  func peers() async throws {
    let plan = try await plan(of: ContentAdoption.peersSQL)
    #expect(plan == ["SEARCH media_file USING INDEX media_file_fingerprint (fingerprint=?)"])
  }

  @Test("promoting looks up what is due and what has expired, and nothing else")
  func promotion() async throws {
    let plan = try await plan(of: QueueRows.promotion)
    let due = plan.filter { $0.contains("scan_queue_due") }
    #expect(due.count == 4)
    #expect(due.allSatisfy { $0.contains("(state=? AND <expr>") })
    expectNoScan(plan)
  }

  @Test("leases are written by row id")
  func lease() async throws {
    let plan = try await plan(of: QueueRows.lease)
    #expect(plan.first == "SEARCH scan_queue USING INTEGER PRIMARY KEY (rowid=?)")
    expectNoScan(plan)
  }

  @Test("the results of a block look up their work and their files")
  func blockCompletion() async throws {
    let plan = try await plan(of: WorkQueueStore.blockCompletion)
    #expect(plan.first == "SEARCH scan_queue USING INTEGER PRIMARY KEY (rowid=?)")
    #expect(plan.last == "SEARCH file USING INTEGER PRIMARY KEY (rowid=?)")
    expectNoScan(plan)
  }

  @Test("the files of a claim are looked up in its order")
  func subjects() async throws {
    let plan = try await plan(of: WorkQueueStore.subjectSQL)
    #expect(plan.last == "SEARCH file USING INTEGER PRIMARY KEY (rowid=?)")
    expectNoScan(plan)
  }

  @Test("a result looks up its work and its file")
  func completion() async throws {
    let plan = try await plan(of: WorkQueueStore.completion)
    #expect(
      plan == [
        "SEARCH scan_queue USING INTEGER PRIMARY KEY (rowid=?)",
        "CORRELATED SCALAR SUBQUERY 1",
        "SEARCH file USING INTEGER PRIMARY KEY (rowid=?)",
      ]
    )
  }

  @Test("retention reads missing rows in the order of their directories")
  func retention() async throws {
    let plan = try await plan(of: ItemPurge.dueFiles)
    #expect(plan.contains { $0.contains("media_file_missing (source_id=? AND directory_id>?)") })
    #expect(plan.contains { $0.contains("source_directory_exceptional") })
    #expect(!plan.contains { $0.contains("TEMP B-TREE FOR ORDER BY") })
  }

  @Test("empty directories are found among the missing ones")
  func directories() async throws {
    let plan = try await plan(of: RetentionStore.emptyDirectories)
    #expect(plan.contains { $0.contains("source_directory_missing (source_id=?)") })
    expectNoScan(plan)
  }

  @Test("held rows are listed in order of their ids")
  func holds() async throws {
    for sql in [HoldStore.heldVideos, HoldStore.heldSidecars] {
      let plan = try await plan(of: sql)
      #expect(plan.count == 1)
      #expect(plan.first?.contains("_held (source_id=?") == true)
    }
  }

  @Test("pending events are read in order")
  func pending() async throws {
    let plan = try await plan(of: ChangeLogStore.oldest)
    #expect(plan == ["SCAN change_log USING INDEX change_log_pending"])
  }

  @Test("tombstones are read by revision")
  func tombstones() async throws {
    let plan = try await plan(of: RevisionStore.gone)
    #expect(plan == ["SEARCH change_log USING INDEX change_log_revision (revision>?)"])
  }

  @Test("an entity is judged by lookups alone")
  func judgement() async throws {
    expectNoScan(try await plan(of: EntityCollector.verdict))
  }

  private func expectNoScan(_ plan: [String]) {
    let scans = plan.filter { $0.hasPrefix("SCAN") && !$0.contains("CONSTANT ROW") }
      .filter { !$0.contains("VIRTUAL TABLE") }
      .filter { !$0.contains("(subquery") && !$0.contains("SCAN (") }
    #expect(scans == [])
  }

  private func plan(of sql: String) async throws -> [String] {
    let fixture = try await LibraryFixture()
    return try await fixture.library.read { connection in
      try connection.all("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }
    }
  }
}
