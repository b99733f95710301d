import Foundation
import KinoCore
import KinoSQL
import KinoTestSupport
import KinoTestTools
import Synchronization
import Testing

@testable import KinoStorage

/// TX-6 under fire: workers of several libraries over one file, that vanish, are late, and find
/// contents changed under them.
@Suite("Workers under fire")
struct WorkersFireTests {
  @Test("every item is done exactly once for the content that it has, and none is lost (TX-6)")
  func fire() async throws {
    let seed = Tier.seed
    let fixture = try await LibraryFixture()
    let source = try await fixture.source()
    let count = Tier.isLong ? 5_000 : 150
    for index in 0..<count {
      let file = try await fixture.file("\(index).mkv", of: source)
      try await fixture.work(on: file, .probe, ["max_attempts": 1_000])
    }
    let fire = Fire(clock: ManualClock(now: LibraryFixture.epoch))
    var libraries: [LibraryDatabase] = []
    for number in 0..<(Tier.isLong ? 4 : 2) {
      libraries.append(
        try await LibraryDatabase.open(
          at: fixture.directory.file("library.sqlite"),
          clock: fire.clock,
          random: SeededRandom(seed: seed &+ UInt64(number))
        )
      )
    }
    await withTaskGroup { group in
      for (number, library) in libraries.enumerated() {
        for worker in 0..<(Tier.isLong ? 8 : 4) {
          let own = seed &+ UInt64(number * 100 + worker)
          group.addTask { await Worker(library: library, fire: fire, seed: own).work() }
        }
      }
    }
    for library in libraries { await library.database.close() }
    #expect(fire.failures.withLock { $0 } == [], "seed \(seed)")
    #expect(
      try await fixture.int("SELECT count(*) FROM scan_queue WHERE state <> 'done'") == 0,
      "seed \(seed)"
    )
    // One result for each content that was there when it was claimed and when it was written.
    let wrong = try await fixture.rows(
      """
      SELECT file.id, file.material_revision, summary.probed_revision, summary.bytes_read
      FROM media_file AS file LEFT JOIN technical_summary AS summary
        ON summary.media_file_id = file.id
      WHERE summary.probed_revision IS NOT file.material_revision
      """
    )
    #expect(wrong == [], "seed \(seed)")
    let written = try await fixture.int("SELECT sum(bytes_read) FROM technical_summary")
    #expect(written == Int64(fire.written.withLock { $0.count }), "seed \(seed)")
  }
}

/// What the workers share.
private final class Fire: Sendable {
  /// A result that was written: for which content of which file.
  struct Result: Hashable { var file: FileID, revision: Int64 }

  let clock: ManualClock
  let written = Mutex<Set<Result>>([])
  let failures = Mutex<[String]>([])

  init(clock: ManualClock) { self.clock = clock }

  func note(_ claim: WorkClaim) {
    let result = Result(file: claim.file, revision: claim.materialRevision)
    let isNew = written.withLock { $0.insert(result).inserted }
    if !isNew { failures.withLock { $0.append("\(result) was written twice") } }
  }
}

/// Claims, and then does one of the things that happen to workers.
private struct Worker {
  let library: LibraryDatabase
  let fire: Fire
  let seed: UInt64

  private static let lease: Int64 = 60_000

  func work() async {
    var generator = SeededGenerator(seed: seed)
    let queue = WorkQueueStore(database: library, random: SeededRandom(seed: seed))
    while true {
      do {
        guard try await unfinished() else { return }
        let claims = try await queue.claim(
          Int.random(in: 1...8, using: &generator),
          of: [.probe],
          at: fire.clock.now(),
          lease: Self.lease
        )
        // Whoever finds nothing waits for leases of those that vanished.
        if claims.isEmpty { fire.clock.advance(by: .seconds(20)) }
        for claim in claims { try await perform(claim, in: queue, &generator) }
      } catch let error as StorageError where error.kind == .busy {
        continue
      } catch {
        fire.failures.withLock { $0.append("\(error)") }
        return
      }
    }
  }

  private func unfinished() async throws -> Bool {
    try await library.read { connection in
      try connection.int64("SELECT 1 FROM scan_queue WHERE state <> 'done' LIMIT 1")
    } != nil
  }

  private func perform(
    _ claim: WorkClaim,
    in queue: WorkQueueStore,
    _ generator: inout SeededGenerator
  ) async throws {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: return  // Killed.
    case 1: fire.clock.advance(by: .milliseconds(Self.lease + 1))
    case 2 where claim.materialRevision < 4: try await change(claim.file)
    case 3: _ = try await queue.heartbeat([claim], at: fire.clock.now(), lease: Self.lease)
    case 4:
      _ = try await queue.release([claim], at: fire.clock.now())
    case 5:
      let failure = WorkFailure(kind: "timedOut", message: "It took too long.")
      _ = try await queue.retry(claim, after: 1_000, because: failure, at: fire.clock.now())
    default: break
    }
    let outcome = try await queue.complete(claim, at: fire.clock.now()) { connection in
      try connection.run(Self.resultSQL) { statement in
        statement.bind(1, claim.file.rawValue)
        statement.bind(2, claim.materialRevision)
      }
      return true
    }
    if case .written = outcome { fire.note(claim) }
  }

  /// A scan finds another content, and queues the work again.
  private func change(_ file: FileID) async throws {
    let now = fire.clock.now()
    try await library.write(.fixture) { connection in
      _ = try connection.run(
        """
        UPDATE media_file SET material_revision = material_revision + 1,
          input_revision = input_revision + 1
        WHERE id = ?1
        """
      ) { $0.bind(1, file.rawValue) }
      try WorkQueueStore.enqueue(
        [WorkOrder(.probe, of: file)],
        maximumAttempts: 1_000,
        at: now,
        in: connection
      )
    }
  }

  /// Counts how often a result was written.
  private static let resultSQL = """
    INSERT INTO technical_summary (media_file_id, state, probe_version, probed_revision, bytes_read)
    VALUES (?1, 'complete', 1, ?2, 1)
    ON CONFLICT (media_file_id) DO UPDATE
    SET probed_revision = excluded.probed_revision, bytes_read = bytes_read + 1
    """
}
