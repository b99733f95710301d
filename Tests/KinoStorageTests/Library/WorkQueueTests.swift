import KinoCore
import KinoSQL
import KinoTestSupport
import Testing

@testable import KinoStorage

/// TX-6: who claims, who may write, and what becomes of the rest.
@Suite("Work queue")
struct WorkQueueTests {
  @Test("a claim takes the most urgent first, the oldest among equals, and no more than asked")
  func order() async throws {
    let (fixture, queue) = try await library()
    let files = try await videos(4, in: fixture)
    for (file, priority) in zip(files, [200, 100, 100, 50] as [Int64]) {
      try await fixture.work(on: file, .probe, ["priority": .integer(priority)])
    }
    let claims = try await queue.claim(3, of: [.probe], at: now, lease: minute)
    #expect(claims.map(\.file) == [files[3], files[1], files[2]])
  }

  @Test("work of several stages is claimed in one order")
  func stages() async throws {
    let (fixture, queue) = try await library()
    let files = try await videos(2, in: fixture)
    try await fixture.work(on: files[0], .probe, ["priority": 100])
    try await fixture.work(on: files[0], .parse, ["priority": 50])
    try await fixture.work(on: files[1], .search, ["priority": 10])
    try await fixture.work(on: files[1], .artwork, ["priority": 1])
    let claims = try await queue.claim(9, of: [.probe, .parse, .search], at: now, lease: minute)
    #expect(claims.map(\.stage) == [.search, .parse, .probe])
  }

  @Test("claimed work is not claimed again while its lease lasts")
  func exclusive() async throws {
    let (_, queue, _) = try await oneClaim()
    let others = try await queue.claim(9, of: [.probe], at: at(minute - 1), lease: minute)
    #expect(others.isEmpty)
  }

  @Test("an expired lease can be claimed at once, and its first holder writes nothing")
  func reclaim() async throws {
    let (fixture, queue, first) = try await oneClaim()
    let second = try await queue.claim(9, of: [.probe], at: at(minute), lease: minute)
    #expect(second.map(\.file) == [first.file])
    let late = try await complete(first, queue, at: at(minute))
    #expect(late == .refused(.lost))
    #expect(try await results(fixture) == 0)
  }

  @Test("a result is written, and the work done, in one transaction")
  func completes() async throws {
    let (fixture, queue, claim) = try await oneClaim()
    let outcome = try await complete(claim, queue, at: at(1))
    #expect(outcome == .written(7))
    #expect(try await results(fixture) == 1)
    #expect(try await state(of: claim, fixture) == "done|NULL|NULL")
  }

  @Test("a result after the lease's end is not written")
  func expired() async throws {
    let (fixture, queue, claim) = try await oneClaim()
    let outcome = try await complete(claim, queue, at: at(minute))
    #expect(outcome == .refused(.expired))
    #expect(try await results(fixture) == 0)
  }

  @Test(
    "a result for an input that has moved is not written, and the work is ready again",
    arguments: ["material_revision", "input_revision"]
  )
  func outdated(_ revision: String) async throws {
    let (fixture, queue, claim) = try await oneClaim()
    try await fixture.run("UPDATE media_file SET \(revision) = 2")
    let outcome = try await complete(claim, queue, at: at(1))
    #expect(outcome == .refused(.outdated))
    #expect(try await results(fixture) == 0)
    let again = try await queue.claim(1, of: [.probe], at: at(2), lease: minute)
    #expect(again.map(\.attempt) == [1])
    #expect(try await complete(#require(again.first), queue, at: at(3)) == .written(7))
  }

  @Test("work queued before there were revisions is claimed for the file as it is")
  func withoutRevisions() async throws {
    let (fixture, queue, claim) = try await oneClaim([
      "material_revision": nil, "input_revision": nil,
    ])
    #expect((claim.materialRevision, claim.inputRevision) == (1, 1))
    #expect(try await complete(claim, queue, at: at(1)) == .written(7))
    #expect(try await results(fixture) == 1)
  }

  @Test("a result for a purged file is not written")
  func gone() async throws {
    let (fixture, queue, claim) = try await oneClaim()
    try await fixture.run("DELETE FROM media_file")
    let outcome = try await complete(claim, queue, at: at(1))
    #expect(outcome == .refused(.gone))
  }

  @Test("a result whose writing fails leaves the work claimed")
  func failedWrite() async throws {
    let (fixture, queue, claim) = try await oneClaim()
    await #expect(throws: StorageError.self) {
      _ = try await queue.complete(claim, at: now) { connection in
        try Self.writeResult(of: claim, connection)
        throw StorageError(.constraint, message: "no")
      }
    }
    #expect(try await results(fixture) == 0)
    #expect(try await complete(claim, queue, at: at(1)) == .written(7))
  }

  @Test("a heartbeat moves the lease's end")
  func heartbeat() async throws {
    let (_, queue, claim) = try await oneClaim()
    let held = try await queue.heartbeat([claim], at: at(minute - 1), lease: minute)
    #expect(held.map(\.expiresAt) == [at(2 * minute - 1)])
    #expect(try await complete(claim, queue, at: at(minute + 1)) == .written(7))
  }

  @Test("a heartbeat after the lease's end does not bring it back")
  func lateHeartbeat() async throws {
    let (_, queue, claim) = try await oneClaim()
    #expect(try await queue.heartbeat([claim], at: at(minute), lease: minute).isEmpty)
  }

  @Test("no lease is longer than the longest")
  func longLease() async throws {
    let (fixture, queue) = try await library()
    let file = try await videos(1, in: fixture)[0]
    try await fixture.work(on: file, .probe)
    let claims = try await queue.claim(1, of: [.probe], at: now, lease: .max)
    #expect(claims.first?.expiresAt == at(WorkQueuePolicy().maximumLease))
  }

  @Test("a lease given before the clock was set back counts as expired")
  func clockSetBack() async throws {
    let (fixture, queue, claim) = try await oneClaim()
    let earlier = at(-10 * WorkQueuePolicy().maximumLease)
    #expect(try await complete(claim, queue, at: earlier) == .refused(.expired))
    let again = try await queue.claim(1, of: [.probe], at: earlier, lease: minute)
    #expect(again.map(\.file) == [claim.file])
    #expect(try await results(fixture) == 0)
  }

  @Test("work that was put off comes back when it is due, not before")
  func retry() async throws {
    let (_, queue, claim) = try await oneClaim()
    let outcome = try await queue.retry(claim, after: minute, because: timedOut, at: now)
    #expect(outcome == .waits(until: at(minute)))
    let early = try await queue.claim(1, of: [.probe], at: at(minute - 1), lease: minute)
    let due = try await queue.claim(1, of: [.probe], at: at(minute), lease: minute)
    #expect(early.isEmpty)
    #expect(due.map(\.attempt) == [2])
  }

  @Test("work that fails as often as allowed fails for good")
  func attempts() async throws {
    let (fixture, queue, first) = try await oneClaim(["max_attempts": 2])
    _ = try await queue.retry(first, after: 0, because: timedOut, at: now)
    let second = try await queue.claim(1, of: [.probe], at: at(1), lease: minute)
    let outcome = try await queue.retry(
      #require(second.first),
      after: 0,
      because: timedOut,
      at: at(1)
    )
    #expect(outcome == .failed)
    #expect(try await queue.claim(1, of: [.probe], at: at(minute), lease: minute).isEmpty)
    let row = try await fixture.rows("SELECT state, error_kind, error_json FROM scan_queue")
    #expect(row == [#"failed|timedOut|{"message":"It took too long."}"#])
  }

  @Test("a file that takes its workers down with it fails for good")
  func poison() async throws {
    let (fixture, queue, _) = try await oneClaim(["max_attempts": 2])
    _ = try await queue.claim(1, of: [.probe], at: at(minute), lease: minute)
    let third = try await queue.claim(1, of: [.probe], at: at(2 * minute), lease: minute)
    #expect(third.isEmpty)
    let row = try await fixture.rows("SELECT state, error_kind FROM scan_queue")
    #expect(row == ["failed|leaseExpired"])
  }

  @Test("failed work is queued again by a new revision, with all its attempts")
  func newRevision() async throws {
    let (fixture, queue, claim) = try await oneClaim()
    _ = try await queue.fail(claim, because: timedOut, at: now)
    let order = WorkOrder(.probe, of: claim.file)
    try await queue.enqueue([order], at: at(1))
    #expect(try await queue.claim(1, of: [.probe], at: at(1), lease: minute).isEmpty)
    try await fixture.run("UPDATE media_file SET material_revision = 2")
    try await queue.enqueue([order], at: at(2))
    let again = try await queue.claim(1, of: [.probe], at: at(2), lease: minute)
    #expect(again.map(\.attempt) == [1])
    #expect(again.map(\.materialRevision) == [2])
  }

  @Test("work that is held for an old revision is lost to its holder when queued for a new one")
  func requeuedWhileLeased() async throws {
    let (fixture, queue, claim) = try await oneClaim()
    try await fixture.run("UPDATE media_file SET input_revision = 2")
    try await queue.enqueue([WorkOrder(.probe, of: claim.file)], at: at(1))
    #expect(try await complete(claim, queue, at: at(2)) == .refused(.lost))
  }

  @Test("a repair queues what was done by an older version, batch by batch")
  func repair() async throws {
    let (fixture, queue) = try await library()
    let source = try await fixture.source()
    var files: [FileID] = []
    for (index, fingerprint) in [[0, 9], [1, 9], nil, [0, 8]].enumerated() {
      let bytes = fingerprint.map { SQLValue.blob($0.map(UInt8.init)) } ?? .null
      files.append(
        try await fixture.file("\(index).mkv", of: source, in: nil, ["fingerprint": bytes])
      )
    }
    try await fixture.file("gone.mkv", of: source, in: nil, ["availability": "missing"])
    try await fixture.file("empty.mkv", of: source, in: nil, ["size_bytes": 0])
    for file in files { try await fixture.work(on: file, .fingerprint, ["state": "failed"]) }
    var cursor: FileID?
    var count = 0
    repeat {
      let batch = try await queue.requeueFingerprints(
        of: source.id,
        version: 1,
        after: cursor,
        limit: 2,
        at: now
      )
      count += batch.count
      cursor = batch.last
    } while cursor != nil
    let claims = try await queue.claim(9, of: [.fingerprint], at: now, lease: minute)
    #expect(claims.map(\.file) == [files[0], files[2], files[3]])
    #expect(count == 3)
  }

  @Test("work on the files of some sources is stepped over, and stays ready")
  func excluding() async throws {
    let (fixture, queue) = try await library()
    let away = try await fixture.source()
    let here = try await fixture.source()
    for index in 0..<3 {
      try await fixture.work(on: try await fixture.file("\(index).mkv", of: away), .probe)
    }
    let files = [
      try await fixture.file("a.mkv", of: here), try await fixture.file("b.mkv", of: here),
    ]
    for file in files { try await fixture.work(on: file, .probe) }
    let first = try await queue.claim(
      1,
      of: [.probe],
      excluding: [away.id],
      at: now,
      lease: minute
    )
    #expect(first.map(\.file) == [files[0]])
    let second = try await queue.claim(
      9,
      of: [.probe],
      excluding: [away.id],
      after: first.last.map(WorkPosition.init),
      at: now,
      lease: minute
    )
    #expect(second.map(\.file) == [files[1]])
    let backlog = try await queue.backlog(of: [.probe])
    #expect(backlog == WorkBacklog(ready: 3, leased: 2, nextDue: nil))
  }

  @Test("work given back is ready again, and was no attempt")
  func release() async throws {
    let (_, queue, claim) = try await oneClaim()
    #expect(try await queue.release([claim], at: at(1)) == 1)
    let again = try await queue.claim(1, of: [.probe], at: at(1), lease: minute)
    #expect(again.map(\.attempt) == [1])
  }

  @Test("of a block, exactly the results that still stand are written")
  func block() async throws {
    let (fixture, queue) = try await library()
    let files = try await videos(3, in: fixture)
    for file in files { try await fixture.work(on: file, .parse) }
    let claims = try await queue.claim(9, of: [.parse], at: now, lease: minute)
    #expect(Set(claims.map(\.token)).count == 1)
    try await fixture.run(
      "UPDATE media_file SET input_revision = 2 WHERE id = ?1",
      .integer(files[1].rawValue)
    )
    let outcome = try await queue.complete(block: claims, at: at(1)) { connection, accepted in
      for claim in accepted { try Self.writeResult(of: claim, connection) }
      return accepted.count
    }
    #expect(outcome.value == 2)
    #expect(outcome.refused == [claims[1]: .outdated])
    #expect(try await results(fixture) == 2)
  }

  @Test("one claim makes a bounded number of rows ready")
  func bounded() async throws {
    let fixture = try await LibraryFixture()
    let queue = WorkQueueStore(
      database: fixture.library,
      random: SeededRandom(seed: 1),
      policy: WorkQueuePolicy(promotionLimit: 2)
    )
    for file in try await videos(5, in: fixture) {
      try await fixture.work(on: file, .probe, ["state": "waiting", "due_at_ms": 1])
    }
    #expect(try await queue.claim(9, of: [.probe], at: now, lease: minute).count == 2)
    #expect(try await queue.reclaim(at: now) == 2)
    #expect(try await queue.reclaim(at: now) == 1)
    #expect(try await queue.reclaim(at: now) == 0)
  }

  @Test("counts tell stages and states apart")
  func counts() async throws {
    let (fixture, queue, claim) = try await oneClaim()
    try await fixture.work(on: claim.file, .match)
    #expect(
      try await queue.counts() == [
        WorkCount(stage: "match", state: "ready", count: 1),
        WorkCount(stage: "probe", state: "leased", count: 1),
      ]
    )
  }

  private let now = LibraryFixture.epoch
  private let minute: Int64 = 60_000
  private let timedOut = WorkFailure(kind: "timedOut", message: "It took too long.")

  private func at(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: now.milliseconds + milliseconds)
  }

  private func library() async throws -> (LibraryFixture, WorkQueueStore) {
    let fixture = try await LibraryFixture()
    return (fixture, WorkQueueStore(database: fixture.library, random: SeededRandom(seed: 1)))
  }

  private func videos(_ count: Int, in fixture: LibraryFixture) async throws -> [FileID] {
    let source = try await fixture.source()
    var files: [FileID] = []
    for index in 0..<count { files.append(try await fixture.file("\(index).mkv", of: source)) }
    return files
  }

  private func oneClaim(
    _ columns: [String: SQLValue] = [:]
  ) async throws -> (LibraryFixture, WorkQueueStore, WorkClaim) {
    let (fixture, queue) = try await library()
    try await fixture.work(on: try await videos(1, in: fixture)[0], .probe, columns)
    let claims = try await queue.claim(1, of: [.probe], at: now, lease: minute)
    return (fixture, queue, try #require(claims.first))
  }

  private func complete(
    _ claim: WorkClaim,
    _ queue: WorkQueueStore,
    at time: Timestamp
  ) async throws -> WorkCompletion<Int> {
    try await queue.complete(claim, at: time) { connection in
      try Self.writeResult(of: claim, connection)
      return 7
    }
  }

  private static func writeResult(
    of claim: WorkClaim,
    _ connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(
      """
      INSERT INTO parse_result (media_file_id, parser_version, kind, confidence, parsed_at_ms)
      VALUES (?1, 1, 'movie', 1, 0)
      """
    ) { $0.bind(1, claim.file.rawValue) }
  }

  private func results(_ fixture: LibraryFixture) async throws -> Int64? {
    try await fixture.int("SELECT count(*) FROM parse_result")
  }

  private func state(of claim: WorkClaim, _ fixture: LibraryFixture) async throws -> String? {
    try await fixture.rows(
      "SELECT state, claim_token, lease_expires_at_ms FROM scan_queue WHERE id = ?1",
      .integer(claim.id)
    ).first
  }
}
