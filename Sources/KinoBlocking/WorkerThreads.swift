/// Threads that serve one queue, started when there is work and no idle thread.
///
/// The threads hold this object, never the executor that owns it: when the executor goes away it
/// calls ``shutdown()``, the threads finish what is queued and end. Nobody joins them, so the last
/// reference may be dropped on one of them.
final class WorkerThreads: Sendable {
  struct State {
    var queue = WorkQueue()
    /// Threads that serve the queue; those written off are not among them.
    var serving = 0
    var idle = 0
    /// Threads stuck in an abandoned call, each replaced by another.
    var writtenOff = 0
    /// Serving threads stuck in an abandoned call after the allowance for replacements was used up.
    var stuck = 0
    var isShutDown = false
    /// The newest thread: the only one if `limit` is 1.
    var threadID: UInt?
  }

  let name: String
  let limit: Int
  private let writeOffLimit: Int
  private let monitor: Monitor<State>

  init(name: String, limit: Int, writeOffLimit: Int = 0) {
    precondition(limit > 0, "a worker queue needs a thread")
    self.name = name
    self.limit = limit
    self.writeOffLimit = writeOffLimit
    monitor = Monitor(State())
  }

  /// The thread of a queue that is limited to one, once it has started.
  var threadID: UInt? { monitor.withLock { $0.threadID } }

  /// How many threads are stuck in abandoned calls.
  var abandonedCount: Int { monitor.withLock { $0.writtenOff + $0.stuck } }

  /// Queues work for the next free thread; never blocks for longer than the queue's mutex.
  func submit(_ work: Work) {
    monitor.withLock { state in
      state.queue.append(work)
      startThreadIfNeeded(&state)
    }
    monitor.signal()
  }

  /// Queues a call unless every thread is stuck for good.
  ///
  /// - Returns: Whether it was queued.
  func submitUnlessExhausted(_ call: @escaping @Sendable () -> Bool) -> Bool {
    let accepted = monitor.withLock { state in
      guard state.stuck < limit else { return false }
      state.queue.append(.call(call))
      startThreadIfNeeded(&state)
      return true
    }
    if accepted { monitor.signal() }
    return accepted
  }

  /// Gives up the thread of an abandoned call that is running.
  ///
  /// - Returns: Whether the thread is replaced and has to end when the call returns. If the allowance
  ///   is used up it is not: then it serves again, after ``recover()``.
  func writeOff() -> Bool {
    let replaced = monitor.withLock { state in
      guard state.writtenOff < writeOffLimit else {
        state.stuck += 1
        return false
      }
      state.writtenOff += 1
      state.serving -= 1
      if !state.queue.isEmpty { startThreadIfNeeded(&state) }
      return true
    }
    return replaced
  }

  /// Takes back a thread that was stuck without being replaced.
  func recover() {
    monitor.withLock { $0.stuck -= 1 }
  }

  /// Ends the threads when the queue is empty.
  func shutdown() {
    monitor.withLock { $0.isShutDown = true }
    monitor.broadcast()
  }

  private func startThreadIfNeeded(_ state: inout State) {
    // An idle thread may be spoken for already: it is idle until it has woken up.
    guard state.queue.count > state.idle, state.serving < limit else { return }
    guard NamedThread.start(named: name, { self.serve() }) else {
      // A queue without a thread would hang its actors for ever, which is worse than stopping here.
      precondition(state.serving > 0, "the system grants no thread")
      return
    }
    state.serving += 1
  }

  private func serve() {
    monitor.withLock { $0.threadID = NamedThread.currentID }
    while let work = next() {
      guard run(work) else {
        monitor.withLock { $0.writtenOff -= 1 }
        return
      }
    }
  }

  /// Waits for work; nil ends the thread.
  private func next() -> Work? {
    var isWaiting = false
    return monitor.wait { state -> Work?? in
      if isWaiting {
        state.idle -= 1
        isWaiting = false
      }
      if let work = state.queue.popFirst() { return .some(work) }
      if state.isShutDown {
        state.serving -= 1
        return .some(nil)
      }
      state.idle += 1
      isWaiting = true
      return nil
    }
  }

  /// Runs one piece of work; false means that the thread was replaced.
  private func run(_ work: Work) -> Bool {
    switch work {
    case .actor(let job, let executor):
      unsafe job.runSynchronously(on: executor.asUnownedSerialExecutor())
    case .task(let job, let pool):
      unsafe job.runSynchronously(on: pool.asUnownedTaskExecutor())
    case .call(let call):
      return !call()
    }
    return true
  }
}
