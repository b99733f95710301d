import KinoCore
import KinoTestSupport
import Testing

@testable import KinoStorage

/// TX-6: a lease is for processes of which nothing is known; of one that has ended nothing is waited for.
@Suite("Work of processes that have ended")
struct EndedHolderTests {
  @Test("what an ended process holds can be claimed at once, and its late result is not written")
  func ended() async throws {
    let (fixture, first, second) = try await library()
    let claim = try #require(try await first.claim(1, of: [.probe], at: now, lease: 60_000).first)
    #expect(try await second.claim(9, of: [.probe], at: now, lease: 60_000).isEmpty)
    #expect(try await second.reclaim(fromEnded: { $0 != other }, at: now) == 1)
    let again = try await second.claim(9, of: [.probe], at: now, lease: 60_000)
    #expect(again.map(\.file) == [claim.file])
    #expect(again.first?.attempt == 2)
    let late = try await first.complete(claim, at: now) { _ in 1 }
    #expect(late == .refused(.lost))
    try await expectSound(fixture)
  }

  @Test(
    "what may be alive keeps its work: this process, one that cannot be asked about, another machine"
  )
  func alive() async throws {
    let (fixture, first, second) = try await library()
    _ = try await first.claim(1, of: [.probe], at: now, lease: 60_000)
    #expect(try await second.reclaim(fromEnded: { _ in true }, at: now) == 0)
    #expect(try await second.reclaim(fromEnded: { _ in nil }, at: now) == 0)
    let elsewhere = WorkQueueStore(
      database: second.database,
      random: SeededRandom(seed: 3),
      holder: WorkHolder(bootID: "another", processID: 8, processStartedAt: 1)
    )
    #expect(try await elsewhere.reclaim(fromEnded: { _ in false }, at: now) == 0)
    let unknown = WorkQueueStore(database: second.database, random: SeededRandom(seed: 4))
    #expect(try await unknown.reclaim(fromEnded: { _ in false }, at: now) == 0)
    try await expectSound(fixture)
  }

  @Test("a file that ends its process every time fails for good")
  func poisoned() async throws {
    let (fixture, first, second) = try await library()
    for _ in 0..<WorkQueuePolicy().maximumAttempts {
      #expect(try await first.claim(1, of: [.probe], at: now, lease: 60_000).count == 1)
      #expect(try await second.reclaim(fromEnded: { _ in false }, at: now) == 1)
    }
    #expect(try await first.claim(1, of: [.probe], at: now, lease: 60_000).isEmpty)
    #expect(
      try await fixture.rows("SELECT state, error_kind FROM scan_queue") == ["failed|leaseExpired"]
    )
  }

  private let now = Timestamp(milliseconds: 1_700_000_000_000)
  private let other = WorkHolder(bootID: "boot/1", processID: .max, processStartedAt: .max - 5)

  /// One piece of work, and two processes.
  private func library() async throws -> (LibraryFixture, WorkQueueStore, WorkQueueStore) {
    let fixture = try await LibraryFixture()
    let file = try await fixture.file("0.mkv", of: try await fixture.source())
    try await fixture.work(on: file, .probe)
    let here = WorkHolder(bootID: "boot/1", processID: 8, processStartedAt: 1)
    let queues = [(other, 1 as UInt64), (here, 2)].map { holder, seed in
      WorkQueueStore(
        database: fixture.library,
        random: SeededRandom(seed: seed),
        holder: holder
      )
    }
    return (fixture, queues[0], queues[1])
  }
}
