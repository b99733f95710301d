import KinoCore
import KinoTestSupport
import Synchronization
import Testing

@testable import KinoScan

@Suite("Keeping a source current", .timeLimit(.minutes(1)))
struct SourceKeeperTests {
  /// What a test sees and decides of a keeper's world.
  private final class World: Sendable {
    let clock = ManualClock(.held)
    let queue = Mutex<HintQueue?>(nil)
    let refusals = Mutex<[SourceError]>([])
    let reports = Mutex<[ScanReport]>([])
    let scopes = Mutex<[ScanScope]>([])
    let works = Mutex(0)
    let events = AsyncStream.makeStream(of: WatchEvent.self)

    func keeper(_ policy: WatchPolicy = WatchPolicy()) -> SourceKeeper {
      SourceKeeper(
        watch: { [self] () throws(SourceError) in
          if let refusal = refusals.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            throw refusal
          }
          let queue = HintQueue()
          self.queue.withLock { $0 = queue }
          return ChangeWatch(queue) {}
        },
        scan: { [self] scope in
          scopes.withLock { $0.append(scope) }
          let report = reports.withLock { $0.isEmpty ? nil : $0.removeFirst() }
          return (scope, report ?? ScanReport(run: nil, state: .completed))
        },
        work: { [self] in
          works.withLock { $0 += 1 }
          return WorkReport()
        },
        policy: policy,
        clock: clock
      )
    }

    func start(_ policy: WatchPolicy = WatchPolicy()) -> Task<ScanFailure?, Never> {
      let keeper = keeper(policy)
      return Task { await keeper.run { [events] in events.continuation.yield($0) } }
    }

    func post(_ hint: ChangeHint) { queue.withLock { $0 }?.post([hint]) }
  }

  /// The next event that is no progress.
  private func next(
    _ events: inout AsyncStream<WatchEvent>.Iterator,
    where isWanted: (WatchEvent) -> Bool
  ) async {
    while let event = await events.next(isolation: #isolation) {
      if isWanted(event) { return }
    }
  }

  private func isScanned(_ event: WatchEvent) -> Bool {
    if case .scanned = event { true } else { false }
  }

  @Test("the first scan follows the watch, and a hint leads to a scan and to work")
  func hint() async {
    let world = World()
    var events = world.events.stream.makeAsyncIterator()
    let task = world.start()
    await next(&events) { if case .watching = $0 { true } else { false } }
    await next(&events, where: isScanned)
    world.post(.changed(.path("a")))
    // The hourly full scan, and the quiet second after the hint.
    await world.clock.waitForSleeps(total: 2)
    world.clock.advance(by: .seconds(1))
    await next(&events, where: isScanned)
    await next(&events) { if case .worked = $0 { true } else { false } }
    #expect(world.scopes.withLock { $0 } == [.root, .subtrees([.path("a")])])
    #expect(world.works.withLock { $0 } > 0)
    task.cancel()
    #expect(await task.value == nil)
  }

  @Test("a source that cannot be watched is said to be so, and scanned at its interval")
  func unwatched() async {
    let world = World()
    world.refusals.withLock { $0 = [SourceError(.unsupported, scope: .root)] }
    var events = world.events.stream.makeAsyncIterator()
    let task = world.start()
    await next(&events) { if case .notWatching = $0 { true } else { false } }
    await next(&events, where: isScanned)
    await world.clock.waitForSleepers()
    world.clock.advance(by: .seconds(600))
    await next(&events, where: isScanned)
    #expect(world.scopes.withLock { $0 } == [.root, .root])
    task.cancel()
    _ = await task.value
  }

  @Test("with no interval, a source that cannot be watched is scanned once")
  func once() async {
    let world = World()
    world.refusals.withLock { $0 = [SourceError(.tooLarge, scope: .root)] }
    var policy = WatchPolicy()
    policy.unwatchedInterval = nil
    #expect(await world.start(policy).value == nil)
    #expect(world.scopes.withLock { $0 } == [.root])
  }

  @Test("a watch that ends is begun again, and then everything is scanned")
  func again() async {
    let world = World()
    var events = world.events.stream.makeAsyncIterator()
    let task = world.start()
    await next(&events, where: isScanned)
    world.queue.withLock { $0 }?.fail(SourceError(.unavailable, scope: .connection))
    await next(&events) { if case .notWatching = $0 { true } else { false } }
    // Beside the sleep until the next regular scan.
    await world.clock.waitForSleepers(2)
    world.clock.advance(by: .seconds(5))
    await next(&events) { if case .watching = $0 { true } else { false } }
    await world.clock.waitForSleepers(1)
    world.clock.advance(by: .seconds(1))
    await next(&events, where: isScanned)
    #expect(world.scopes.withLock { $0 } == [.root, .root])
    task.cancel()
    _ = await task.value
  }

  @Test("what somebody has to mend ends it, with the reason")
  func hopeless() async {
    let world = World()
    var report = ScanReport(run: nil, state: .failed)
    let failure = ScanFailure(
      kind: "authenticationFailed",
      message: "Refused.",
      isSourceFailure: true
    )
    report.failure = failure
    world.reports.withLock { $0 = [report] }
    #expect(await world.start().value == failure)
    #expect(world.scopes.withLock { $0.count } == 1)
  }

  @Test("a scan that fails is made again")
  func failing() async {
    let world = World()
    world.reports.withLock { $0 = [ScanReport(run: nil, state: .failed)] }
    var events = world.events.stream.makeAsyncIterator()
    let task = world.start()
    await next(&events, where: isScanned)
    await world.clock.waitForSleepers()
    world.clock.advance(by: .seconds(5))
    await next(&events, where: isScanned)
    #expect(world.scopes.withLock { $0 } == [.root, .root])
    task.cancel()
    _ = await task.value
  }
}
