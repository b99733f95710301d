import KinoCore
import KinoTestSupport
import Synchronization
import Testing

@testable import KinoScan

@Suite("A pass over the queue")
struct WorkPassTests {
  @Test("each handler gets the files of its own stage, in order")
  func stages() async {
    let queue = RecordingQueue([
      RecordingQueue.subject(1), RecordingQueue.subject(2, .parse), RecordingQueue.subject(3),
      RecordingQueue.subject(4, .probe),
    ])
    let handlers = [TestHandler(.fingerprint), TestHandler(.parse)]
    let report = await pass(over: queue, handlers).run { _ in }
    #expect(handlers.map(\.files) == [[1, 3], [2]])
    #expect(report.completed == 3)
    #expect(report.remaining == 1)
  }

  @Test("work is claimed in blocks until nothing is left")
  func blocks() async {
    let queue = RecordingQueue((1...10).map { RecordingQueue.subject($0) })
    let handler = TestHandler(.fingerprint)
    var policy = ScanPolicy()
    policy.workBlock = 4
    let events = Mutex<[Int]>([])
    _ = await pass(over: queue, [handler], policy).run { event in
      if case .progress(let progress) = event { events.withLock { $0.append(progress.handled) } }
    }
    #expect(handler.files == Array(1...10))
    #expect(events.withLock { $0 } == [4, 8, 10])
  }

  @Test("all that is left is counted once, at the end", arguments: [0, 3])
  func backlog(_ count: Int64) async {
    let queue = RecordingQueue((0..<count).map { RecordingQueue.subject($0) })
    _ = await pass(over: queue, [TestHandler(.fingerprint)]).run { _ in }
    #expect(queue.seen.backlogs == 1)
  }

  @Test("what became of work is written: put off, failed, given back")
  func outcomes() async {
    let queue = RecordingQueue((1...4).map { RecordingQueue.subject($0) })
    let failure = WorkFailure(kind: "test", message: "")
    let handler = TestHandler(.fingerprint) { file in
      switch file {
      case 1: .early(.seconds(5))
      case 2: .failed(failure, again: .seconds(60))
      case 3: .failed(failure, again: nil)
      default: .written
      }
    }
    let report = await pass(over: queue, [handler]).run { _ in }
    #expect(queue.seen.released == [FileID(1): 5_001])
    #expect(queue.seen.retried == [FileID(2): 60_000])
    #expect(queue.seen.failed == [FileID(3)])
    #expect((report.completed, report.waiting, report.failed) == (1, 2, 1))
  }

  @Test("a source that is left out is not asked for again, and the others' work goes on")
  func leftOut() async {
    let away = SourceID(2)
    var subjects: [WorkSubject] = []
    for number in 1...12 as ClosedRange<Int64> {
      let source = number % 2 == 0 ? away : RecordingStore.source
      subjects.append(RecordingQueue.subject(number, source: source))
    }
    let queue = RecordingQueue(subjects)
    let handler = TestHandler(.fingerprint, without: away)
    var policy = ScanPolicy()
    policy.workBlock = 4
    let report = await pass(over: queue, [handler], policy).run { _ in }
    #expect(report.completed == 6)
    #expect(report.remaining == 6)
    // The first block alone had files of the source in it.
    #expect(queue.seen.claimed.count { $0.rawValue % 2 == 0 } == 2)
  }

  @Test("claims are kept alive for as long as a block takes (TX-6)")
  func heartbeats() async {
    let queue = RecordingQueue([RecordingQueue.subject(1)])
    let clock = ManualClock(.held)
    let handler = TestHandler(.fingerprint, pausing: (clock, .seconds(50)))
    let pass = pass(over: queue, [handler], clock: clock)
    let running = Task { await pass.run { _ in } }
    for beats in 1...2 {
      await clock.waitForSleepers(2)
      clock.advance(by: ScanPolicy().workHeartbeat)
      await clock.waitForSleeps(total: 2 + beats)
    }
    #expect(queue.seen.heartbeats == 2)
    clock.advance(by: .seconds(10))
    #expect(await running.value.completed == 1)
  }

  @Test("when results cannot be written the block is given back, and the pass ends")
  func storageFailure() async {
    let queue = RecordingQueue((1...3).map { RecordingQueue.subject($0) })
    let full = StorageError(.diskFull, message: "No space is left.")
    let handler = TestHandler(.fingerprint, throwing: full)
    let report = await pass(over: queue, [handler]).run { _ in }
    #expect(report.failure?.kind == "diskFull")
    #expect(report.remaining == 3)
    #expect(queue.seen.released.count == 3)
  }

  @Test("when a failure cannot be noted the block is given back, and the pass ends")
  func unsettled() async {
    let full = StorageError(.diskFull, message: "No space is left.")
    let queue = RecordingQueue((1...3).map { RecordingQueue.subject($0) }, refusing: full)
    let failure = WorkFailure(kind: "test", message: "")
    let handler = TestHandler(.fingerprint) { file in
      file == 2 ? .failed(failure, again: .seconds(60)) : .written
    }
    let report = await pass(over: queue, [handler]).run { _ in }
    #expect(report.failure?.kind == "diskFull")
    #expect(queue.seen.released[FileID(2)] == 0)
  }

  @Test("what a process has claimed that is gone is done at once", arguments: [false, true, nil])
  func ended(_ isAlive: Bool?) async {
    let queue = RecordingQueue([RecordingQueue.subject(1)], abandoned: [RecordingQueue.subject(2)])
    let handler = TestHandler(.fingerprint)
    let report = await pass(over: queue, [handler], isAlive: { _ in isAlive }).run { _ in }
    #expect(handler.files == (isAlive == false ? [1, 2] : [1]))
    #expect(report.failure == nil)
  }

  private func pass(
    over queue: RecordingQueue,
    _ handlers: [TestHandler],
    _ policy: ScanPolicy = ScanPolicy(),
    clock: ManualClock = ManualClock(.held),
    isAlive: @escaping @Sendable (WorkHolder) -> Bool? = { _ in nil }
  ) -> WorkPass {
    let memory = MemorySource()
    return WorkPass(
      queue: queue,
      handlers: handlers,
      sessions: SourceSessions(
        store: RecordingStore(),
        connect: { _ async throws(SourceError) in try await memory.connect() },
        policy: policy
      ),
      policy: policy,
      clock: clock,
      isAlive: isAlive
    )
  }
}

/// Says of each file what a test wants.
private final class TestHandler: WorkHandler {
  let stage: WorkStage
  private let seen = Mutex<[Int64]>([])
  private let outcome: @Sendable (Int64) -> WorkOutcome
  private let leftOut: SourceID?
  private let pause: (clock: ManualClock, duration: Duration)?
  private let failure: StorageError?

  init(
    _ stage: WorkStage,
    without leftOut: SourceID? = nil,
    pausing pause: (ManualClock, Duration)? = nil,
    throwing failure: StorageError? = nil,
    outcome: @escaping @Sendable (Int64) -> WorkOutcome = { _ in .written }
  ) {
    self.stage = stage
    self.leftOut = leftOut
    self.pause = pause
    self.failure = failure
    self.outcome = outcome
  }

  /// The files that were handed over, in order.
  var files: [Int64] { seen.withLock { $0 } }

  func handle(
    _ subjects: [WorkSubject],
    with sessions: SourceSessions
  ) async throws(StorageError) -> [WorkClaim: WorkOutcome] {
    if let failure { throw failure }
    if let pause { try? await pause.clock.sleep(for: pause.duration) }
    var outcomes: [WorkClaim: WorkOutcome] = [:]
    for subject in subjects {
      if subject.source == leftOut {
        let failure = ScanFailure(kind: "away", message: "", isSourceFailure: true)
        await sessions.leaveOut(subject.source, because: failure)
        continue
      }
      seen.withLock { $0.append(subject.claim.file.rawValue) }
      outcomes[subject.claim] = outcome(subject.claim.file.rawValue)
    }
    return outcomes
  }
}
