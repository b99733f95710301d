import KinoCore
import KinoTestSupport
import Synchronization
import Testing

@testable import KinoScan

@Suite("A pass whose handler reads ahead", .timeLimit(.minutes(1)))
struct ReadAheadTests {
  @Test("a block is read while the one before it is written, and all are written in order (TX-6)")
  func overlap() async {
    let queue = RecordingQueue((1...10).map { RecordingQueue.subject($0) })
    let handler = AheadHandler(waitingFor: 2)
    let report = await pass(over: queue, handler).run { _ in }
    #expect(report.completed == 10)
    #expect(handler.written == Array(1...10))
    #expect(queue.seen.released.isEmpty)
  }

  @Test("where a block cannot be written, the one that was read ahead is given back with it (TX-6)")
  func failure() async {
    let queue = RecordingQueue((1...10).map { RecordingQueue.subject($0) })
    let full = StorageError(.diskFull, message: "No space is left.")
    let handler = AheadHandler(waitingFor: 2, throwing: full)
    let report = await pass(over: queue, handler).run { _ in }
    #expect(report.failure?.kind == "diskFull")
    #expect(report.remaining == 10)
    #expect(queue.seen.released.keys.sorted() == (1...8).map { FileID($0) })
  }

  @Test("work that a block gives back when nothing else was left is claimed once more (TX-6)")
  func givenBack() async {
    let queue = RecordingQueue((1...3).map { RecordingQueue.subject($0) })
    let handler = AheadHandler(waitingFor: 1, skippingOnce: 2)
    let report = await pass(over: queue, handler).run { _ in }
    #expect(report.completed == 3)
    #expect(handler.written == [1, 3, 2])
    #expect(queue.seen.claimed == [1, 2, 3, 2].map { FileID($0) })
  }

  @Test("cancelling gives back what is written and what was read ahead (TX-6)")
  func cancelled() async {
    let queue = RecordingQueue((1...10).map { RecordingQueue.subject($0) })
    let handler = AheadHandler(waitingFor: .max)
    let pass = pass(over: queue, handler)
    let running = Task { await pass.run { _ in } }
    await handler.hasBegun(2)
    running.cancel()
    let report = await running.value
    #expect(report.isCancelled)
    #expect(report.remaining == 10)
    #expect(queue.seen.leased.isEmpty)
  }

  private func pass(over queue: RecordingQueue, _ handler: AheadHandler) -> WorkPass {
    let memory = MemorySource()
    var policy = ScanPolicy()
    policy.workBlock = 4
    return WorkPass(
      queue: queue,
      handlers: [handler],
      sessions: SourceSessions(
        store: RecordingStore(),
        connect: { _ async throws(SourceError) in try await memory.connect() },
        policy: policy
      ),
      policy: policy,
      clock: ManualClock(.held)
    )
  }
}

/// Writes its first block when so many blocks were begun.
private final class AheadHandler: WorkHandler {
  let stage = WorkStage.fingerprint
  let readsAhead = true
  private let count: Int
  private let failure: StorageError?
  private let skipped: Mutex<Int64?>
  private let begun = Mutex(0)
  private let done = Mutex<[Int64]>([])

  init(
    waitingFor count: Int,
    throwing failure: StorageError? = nil,
    skippingOnce file: Int64? = nil
  ) {
    self.count = count
    self.failure = failure
    skipped = Mutex(file)
  }

  /// The files that were written, in order.
  var written: [Int64] { done.withLock { $0 } }

  /// Waits until so many blocks were begun, or the task is cancelled.
  func hasBegun(_ count: Int) async {
    while begun.withLock({ $0 }) < count, !Task.isCancelled { await Task.yield() }
  }

  func handle(
    _ subjects: [WorkSubject],
    with sessions: SourceSessions
  ) async throws(StorageError) -> [WorkClaim: WorkOutcome] {
    try await begin(subjects, with: sessions)()
  }

  func begin(
    _ subjects: [WorkSubject],
    with sessions: SourceSessions
  ) async throws(StorageError) -> WorkStep {
    begun.withLock { $0 += 1 }
    return { [self] () async throws(StorageError) in try await write(subjects) }
  }

  private func write(
    _ subjects: [WorkSubject]
  ) async throws(StorageError) -> [WorkClaim: WorkOutcome] {
    if written.isEmpty { await hasBegun(count) }
    if let failure { throw failure }
    var outcomes: [WorkClaim: WorkOutcome] = [:]
    for subject in subjects where !Task.isCancelled {
      let file = subject.claim.file.rawValue
      let isSkipped = skipped.withLock { skipped in
        defer { if skipped == file { skipped = nil } }
        return skipped == file
      }
      guard !isSkipped else { continue }
      done.withLock { $0.append(file) }
      outcomes[subject.claim] = .written
    }
    return outcomes
  }
}
