import Dispatch
import KinoBlocking
import Synchronization
import Testing

@Suite("Abandonable call")
struct AbandonableCallTests {
  private let pool = BlockingPool(name: "test.calls", threadLimit: 1, abandonedLimit: 1)

  @Test("a call that returns in time gives its value")
  func value() async throws {
    let value = try await pool.run { () throws(Broken) -> Int in 7 }
    #expect(value == 7)
  }

  @Test("a call's own error comes through typed")
  func failure() async {
    await #expect(throws: AbandonableCallError<Broken>.failed(Broken())) {
      try await pool.run { () throws(Broken) -> Int in throw Broken() }
    }
  }

  @Test("cancelling frees the caller while the call is stuck, and the thread is replaced")
  func cancellation() async throws {
    let stuck = StuckCall()
    let task = Task { try await pool.run { () throws(Broken) -> Int in stuck.run() } }
    await stuck.hasStarted()
    task.cancel()
    await #expect(throws: AbandonableCallError<Broken>.cancelled) { try await task.value }
    #expect(pool.abandonedCount == 1)

    let next = try await pool.run { () throws(Broken) -> Int in 8 }
    #expect(next == 8)
    stuck.release()
    while pool.abandonedCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test("a deadline frees the caller while the call is stuck")
  func deadline() async {
    let stuck = StuckCall()
    await #expect(throws: AbandonableCallError<Broken>.timedOut) {
      try await pool.run(until: ContinuousClock.now, clock: ContinuousClock()) {
        () throws(Broken) -> Int in stuck.run()
      }
    }
    stuck.release()
  }

  @Test("a call cancelled before it began never runs")
  func neverBegun() async {
    let stuck = StuckCall()
    let first = Task { try await pool.run { () throws(Broken) -> Int in stuck.run() } }
    await stuck.hasStarted()
    let didRun = Mutex(false)
    let second = Task { [pool] in
      try await pool.run { () throws(Broken) -> Int in
        didRun.withLock { $0 = true }
        return 0
      }
    }
    second.cancel()
    await #expect(throws: AbandonableCallError<Broken>.cancelled) { try await second.value }
    stuck.release()
    await #expect(throws: Never.self) { try await first.value }
    _ = try? await pool.run { () throws(Broken) -> Int in 0 }
    #expect(!didRun.withLock { $0 })
  }

  @Test("calls fail at once when every thread is stuck beyond the allowance, and work again later")
  func exhaustion() async throws {
    let stuck = [StuckCall(), StuckCall()]
    for call in stuck {
      let task = Task { [pool] in try await pool.run { () throws(Broken) -> Int in call.run() } }
      await call.hasStarted()
      task.cancel()
      _ = await task.result
    }
    await #expect(throws: AbandonableCallError<Broken>.exhausted) {
      try await pool.run { () throws(Broken) -> Int in 1 }
    }
    for call in stuck { call.release() }
    while pool.abandonedCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(try await pool.run { () throws(Broken) -> Int in 2 } == 2)
  }

  @Test("a late result is dropped, not delivered twice")
  func lateResult() async {
    let stuck = StuckCall()
    let owner = Owner()
    weak let late = owner
    let task = Task { [pool, owner] in
      try await pool.run { () throws(Broken) -> Owner in
        _ = stuck.run()
        return owner
      }
    }
    await stuck.hasStarted()
    task.cancel()
    await #expect(throws: AbandonableCallError<Broken>.cancelled) { try await task.value }
    stuck.release()
    while pool.abandonedCount > 0 { await Task.yield() }
    #expect(late === owner)
  }
}

private struct Broken: Error, Equatable {}
private final class Owner: Sendable {}

/// A call that blocks its thread until the test lets it go.
private final class StuckCall: Sendable {
  private let gate = DispatchSemaphore(value: 0)
  private let started = AsyncStream<Void>.makeStream()

  func run() -> Int {
    started.continuation.finish()
    gate.wait()
    return 0
  }

  func hasStarted() async { for await _ in started.stream {} }
  func release() { gate.signal() }
}
