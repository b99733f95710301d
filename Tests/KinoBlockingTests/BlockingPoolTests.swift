import Dispatch
import KinoBlocking
import Synchronization
import Testing

@Suite("Blocking pool")
struct BlockingPoolTests {
  @Test("as many jobs block at once as there are threads")
  func concurrency() async {
    let pool = BlockingPool(name: "test.pool", threadLimit: 4)
    let barrier = Barrier(count: 4)
    // Each job waits for the other three: with fewer threads this would never end.
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask(executorPreference: pool) { barrier.arriveAndWait() }
      }
    }
    #expect(barrier.arrived == 4)
  }

  @Test("jobs that come while one thread is idle do not wait for each other")
  func idleThread() async {
    let pool = BlockingPool(name: "test.pool", threadLimit: 2)
    for _ in 0..<100 {
      await Task(executorPreference: pool) {}.value
      let barrier = Barrier(count: 2)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask(executorPreference: pool) { barrier.arriveAndWait() }
        }
      }
    }
  }

  @Test("no more jobs run at once than there are threads")
  func bound() async {
    let pool = BlockingPool(name: "test.pool", threadLimit: 2)
    let gauge = Gauge()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask(executorPreference: pool) { gauge.pass() }
      }
    }
    #expect(gauge.passed == 200)
    #expect(gauge.highest <= 2)
  }

  @Test("jobs queued when the last reference goes still run")
  func drain() async throws {
    let gate = DispatchSemaphore(value: 0)
    let finished = Gauge()
    var pool: BlockingPool? = BlockingPool(name: "test.pool", threadLimit: 1)
    let tasks = (0..<3).map { _ in
      Task(executorPreference: pool) {
        hold(gate)
        finished.pass()
      }
    }
    pool = nil
    for _ in tasks { gate.signal() }
    for task in tasks { await task.value }
    #expect(finished.passed == 3)
  }
}

private func hold(_ gate: DispatchSemaphore) { gate.wait() }

/// Blocks each thread until all have come.
private final class Barrier: Sendable {
  private let count: Int
  private let state = Mutex(0)
  private let gate = DispatchSemaphore(value: 0)

  init(count: Int) { self.count = count }

  var arrived: Int { state.withLock { $0 } }

  func arriveAndWait() {
    let isLast = state.withLock { arrived in
      arrived += 1
      return arrived == count
    }
    if isLast { for _ in 1..<count { gate.signal() } } else { gate.wait() }
  }
}

/// Counts how many are inside at once.
private final class Gauge: Sendable {
  private let state = Mutex((inside: 0, highest: 0, passed: 0))

  var highest: Int { state.withLock { $0.highest } }
  var passed: Int { state.withLock { $0.passed } }

  func pass() {
    state.withLock {
      $0.inside += 1
      $0.highest = max($0.highest, $0.inside)
    }
    for _ in 0..<100 { state.withLock { _ in } }
    state.withLock {
      $0.inside -= 1
      $0.passed += 1
    }
  }
}
