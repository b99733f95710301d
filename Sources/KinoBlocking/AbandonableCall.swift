internal import Synchronization

/// Why an abandonable call gave no value.
package enum AbandonableCallError<Failure: Error>: Error {
  /// The call itself failed.
  case failed(Failure)
  /// The awaiting task was cancelled; the call may still be running on a thread written off.
  case cancelled
  /// The deadline passed; the call may still be running on a thread written off.
  case timedOut
  /// Every thread of the pool is stuck in an abandoned call.
  case exhausted
}

extension AbandonableCallError: Equatable where Failure: Equatable {}

extension BlockingPool {
  /// Runs a blocking call on a thread of the pool, and gives up on it when time is over.
  ///
  /// When the task is cancelled or the deadline passes, the caller continues at once. A call that has
  /// not begun never runs. One that is running cannot be stopped: its thread is written off and
  /// replaced, and its late result is dropped on that thread. So everything that `call` touches must
  /// stay valid for as long as it may run: capture owners, never borrowed memory.
  ///
  /// - Parameters:
  ///   - deadline: When to give up; nil waits for ever. One passed already still cancels the call.
  ///   - clock: What measures the deadline.
  ///   - call: What to run.
  /// - Returns: What `call` returned.
  /// - Throws: ``AbandonableCallError``.
  package func run<Value: Sendable, Failure: Error, C: Clock>(
    until deadline: C.Instant?,
    clock: C,
    _ call: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(AbandonableCallError<Failure>) -> Value {
    let state = AbandonableCall<Value, Failure>(threads: threads)
    let timer = deadline.map { deadline in
      Task {
        do {
          try await clock.sleep(until: deadline, tolerance: nil)
          state.abandon(.timedOut)
        } catch {
          // Cancelled because the call is over: nothing to abandon.
        }
      }
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.start(call, resuming: continuation)
      }
    } onCancel: {
      state.abandon(.cancelled)
    }
    timer?.cancel()
    return try result.get()
  }

  /// Runs a blocking call on a thread of the pool; cancelling the task abandons it.
  ///
  /// - Parameter call: What to run; see ``run(until:clock:_:)`` for what it may touch.
  /// - Returns: What `call` returned.
  /// - Throws: ``AbandonableCallError``.
  package func run<Value: Sendable, Failure: Error>(
    _ call: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(AbandonableCallError<Failure>) -> Value {
    try await run(until: nil, clock: ContinuousClock(), call)
  }
}

/// One call: who still waits for it, and whether its thread is still wanted.
private final class AbandonableCall<Value: Sendable, Failure: Error>: Sendable {
  typealias Outcome = Result<Value, AbandonableCallError<Failure>>
  typealias Waiter = CheckedContinuation<Outcome, Never>

  private enum Phase {
    case created
    case queued(Waiter)
    case running(Waiter)
    /// The caller has gone on. `threadReplaced` is nil if the call was not running.
    case abandoned(threadReplaced: Bool?)
    case finished
  }

  private let threads: WorkerThreads
  private let phase = Mutex(Phase.created)
  /// Why the call was abandoned before ``start(_:resuming:)``, for the waiter that comes later.
  private let earlyReason = Mutex<AbandonableCallError<Failure>?>(nil)

  init(threads: WorkerThreads) {
    self.threads = threads
  }

  func start(_ call: @escaping @Sendable () throws(Failure) -> Value, resuming waiter: Waiter) {
    let isAbandoned = phase.withLock { phase in
      guard case .created = phase else { return true }
      phase = .queued(waiter)
      return false
    }
    if isAbandoned {
      waiter.resume(returning: .failure(earlyReason.withLock { $0 } ?? .cancelled))
    } else if !threads.submitUnlessExhausted({ self.run(call) }) {
      abandon(.exhausted)
    }
  }

  /// Lets the caller continue with `reason`; the first of several wins.
  func abandon(_ reason: AbandonableCallError<Failure>) {
    let waiter: Waiter? = phase.withLock { phase in
      switch phase {
      case .created:
        earlyReason.withLock { $0 = reason }
        phase = .abandoned(threadReplaced: nil)
        return nil
      case .queued(let waiter):
        phase = .abandoned(threadReplaced: nil)
        return waiter
      case .running(let waiter):
        phase = .abandoned(threadReplaced: threads.writeOff())
        return waiter
      case .abandoned, .finished:
        return nil
      }
    }
    waiter?.resume(returning: .failure(reason))
  }

  /// Runs on the pool's thread; returns whether the thread was replaced and must end.
  private func run(_ call: @Sendable () throws(Failure) -> Value) -> Bool {
    let isWanted = phase.withLock { phase in
      guard case .queued(let waiter) = phase else { return false }
      phase = .running(waiter)
      return true
    }
    guard isWanted else { return false }
    let outcome: Outcome
    do throws(Failure) {
      outcome = .success(try call())
    } catch {
      outcome = .failure(.failed(error))
    }
    return finish(outcome)
  }

  private func finish(_ outcome: Outcome) -> Bool {
    let (waiter, threadReplaced): (Waiter?, Bool?) = phase.withLock { phase in
      switch phase {
      case .running(let waiter):
        phase = .finished
        return (waiter, nil)
      case .abandoned(let threadReplaced):
        return (nil, threadReplaced)
      case .created, .queued, .finished:
        return (nil, nil)
      }
    }
    waiter?.resume(returning: outcome)
    if threadReplaced == false { threads.recover() }
    return threadReplaced ?? false
  }
}
