import KinoCore
import KinoSQL
import Testing

@testable import KinoStorage

/// SY-3: the outbox and the tombstones.
@Suite("Change log")
struct ChangeLogTests {
  @Test("an event is appended with the change it tells of, or not at all")
  func transaction() async throws {
    let (fixture, log) = try await library()
    await #expect(throws: StorageError.self) {
      try await fixture.library.write(.user) { connection in
        _ = try log.append([event(fixture)], at: now, in: connection)
        throw StorageError(.constraint, message: "no")
      }
    }
    #expect(try await log.pending(limit: 9).isEmpty)
  }

  @Test("events wait in the order in which they happened, also when the clock goes back")
  func order() async throws {
    let (fixture, log) = try await library()
    let events = [event(fixture), event(fixture), event(fixture)]
    try await append([events[0], events[1]], log, fixture, at: now)
    try await append([events[2]], log, fixture, at: Timestamp(milliseconds: 5))
    let pending = try await log.pending(limit: 9)
    #expect(pending.map(\.event) == events)
    #expect(pending.map(\.time) == pending.map(\.time).sorted())
    #expect(Set(pending.map(\.time)).count == 3)
  }

  @Test("an event is appended once")
  func idempotent() async throws {
    let (fixture, log) = try await library()
    let event = event(fixture)
    try await append([event], log, fixture, at: now)
    try await append([event], log, fixture, at: now)
    #expect(try await log.pending(limit: 9).count == 1)
  }

  @Test("an event is later than what was received from another device")
  func received() async throws {
    let (fixture, log) = try await library()
    try await fixture.insert(
      "sync_cursor",
      ["domain": "playback", "clock_ms": .integer(now.milliseconds + 5), "clock_counter": 3]
    )
    try await append([event(fixture)], log, fixture, at: now)
    let time = try #require(try await log.pending(limit: 1).first?.time)
    #expect((time.milliseconds, time.counter) == (now.milliseconds + 5, 4))
  }

  @Test("acknowledged events wait no longer; others still do")
  func acknowledges() async throws {
    let (fixture, log) = try await library()
    let events = [event(fixture), event(fixture)]
    try await append(events, log, fixture, at: now)
    let uids = [events[0].uid, events[0].uid, fixture.uid()]
    #expect(try await log.acknowledge(uids, at: now) == 1)
    #expect(try await log.pending(limit: 9).map(\.event) == [events[1]])
  }

  @Test("compaction takes what was acknowledged long enough ago, never what waits")
  func compaction() async throws {
    let (fixture, log) = try await library()
    let events = [event(fixture), event(fixture), event(fixture)]
    try await append(events, log, fixture, at: now)
    _ = try await log.acknowledge([events[0].uid], at: now)
    #expect(try await log.compact(before: now) == 0)
    #expect(try await log.compact(before: at(1)) == 1)
    #expect(try await log.pending(limit: 9).map(\.event) == [events[1], events[2]])
  }

  @Test("the clock goes on after everything was compacted")
  func clockSurvives() async throws {
    let (fixture, log) = try await library()
    let first = event(fixture)
    try await append([first], log, fixture, at: now)
    let time = try await log.pending(limit: 1).first?.time
    _ = try await log.acknowledge([first.uid], at: now)
    while try await log.compact(before: at(1)) > 0 {}
    try await append([event(fixture)], log, fixture, at: Timestamp(milliseconds: 5))
    let next = try await log.pending(limit: 1).first?.time
    #expect(try #require(next) > #require(time))
  }

  @Test("the revision advances once per write that changes something")
  func revision() async throws {
    let (fixture, log) = try await library()
    let revisions = RevisionStore(database: fixture.library)
    let before = try await revisions.current()
    try await append([event(fixture), event(fixture)], log, fixture, at: now)
    #expect(try await revisions.current() == before + 1)
    _ = try await log.acknowledge([], at: now)
    #expect(try await revisions.current() == before + 1)
  }

  @Test("tombstones are told by revision, whole revisions at a time")
  func tombstones() async throws {
    let (fixture, log) = try await library()
    let revisions = RevisionStore(database: fixture.library)
    let start = try await revisions.current()
    let gone = [deletion(fixture), deletion(fixture), deletion(fixture)]
    try await append([gone[0], gone[1]], log, fixture, at: now)
    try await append([gone[2], event(fixture)], log, fixture, at: now)
    let first = try await revisions.tombstones(since: start, limit: 1)
    #expect(first.subjects.map(\.uid) == [gone[0].subject, gone[1].subject])
    #expect(first.through == start + 1)
    let second = try await revisions.tombstones(since: first.through, limit: 1)
    #expect(second.subjects.map(\.uid) == [gone[2].subject])
    #expect(second.through == start + 2)
    #expect(second.isComplete)
  }

  @Test("who asks for tombstones that were compacted is told so")
  func compactedTombstones() async throws {
    let (fixture, log) = try await library()
    let revisions = RevisionStore(database: fixture.library)
    try await append([deletion(fixture)], log, fixture, at: now)
    let middle = try await revisions.current()
    try await append([deletion(fixture)], log, fixture, at: now)
    #expect(try await log.compact(before: at(1)) == 1)
    #expect(try await revisions.tombstones(since: 0, limit: 9).isComplete == false)
    let rest = try await revisions.tombstones(since: middle, limit: 9)
    #expect(rest.isComplete)
    #expect(rest.subjects.count == 1)
  }

  private let now = LibraryFixture.epoch

  private func at(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: now.milliseconds + milliseconds)
  }

  private func library() async throws -> (LibraryFixture, ChangeLogStore) {
    let fixture = try await LibraryFixture()
    return (fixture, ChangeLogStore(database: fixture.library, device: UID(high: 9, low: 9)))
  }

  private func append(
    _ events: [LibraryEvent],
    _ log: ChangeLogStore,
    _ fixture: LibraryFixture,
    at time: Timestamp
  ) async throws {
    try await fixture.library.write(.user) { connection in
      _ = try log.append(events, at: time, in: connection)
    }
  }

  private func event(_ fixture: LibraryFixture) -> LibraryEvent {
    LibraryEvent(
      uid: fixture.uid(),
      domain: .playback,
      action: .set,
      subject: fixture.uid(),
      payload: .object(["position": .integer(7)])
    )
  }

  private func deletion(_ fixture: LibraryFixture) -> LibraryEvent {
    LibraryEvent(
      uid: fixture.uid(),
      domain: .entity,
      action: .delete,
      subject: fixture.uid(),
      state: .local
    )
  }
}
