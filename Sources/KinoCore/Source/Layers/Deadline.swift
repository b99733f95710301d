internal import Synchronization

/// Ends calls of adapters that do not bound them themselves.
struct Deadline: Sendable {
  let clock: any KinoClock

  /// Runs a call, and goes on without it when time is up or the task is cancelled.
  ///
  /// The call is cancelled as well, but nothing waits for it to notice: what it returns later is
  /// dropped, and its `deinit` gives back what it holds.
  func run<Value: Sendable>(
    within duration: Duration,
    at path: SourcePath,
    on executor: (any TaskExecutor)?,
    _ call: @escaping @Sendable () async throws(SourceError) -> Value
  ) async throws(SourceError) -> Value {
    let race = Race<Value>()
    let work = Task(executorPreference: executor) {
      do throws(SourceError) {
        race.finish(.success(try await call()))
      } catch {
        race.finish(.failure(error))
      }
    }
    let timer = Task { [clock] in
      guard (try? await clock.sleep(for: duration)) != nil else { return }
      race.finish(.failure(SourceError(.timedOut, path: path)))
    }
    let result = await withTaskCancellationHandler {
      await race.result()
    } onCancel: {
      race.finish(.failure(SourceError(.cancelled, path: path)))
    }
    timer.cancel()
    work.cancel()
    return try result.get()
  }
}

/// Takes the first of several results to one waiter.
private final class Race<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, SourceError>

  private enum State {
    case open
    case awaited(CheckedContinuation<Outcome, Never>)
    case finished(Outcome)
    case delivered
  }

  private let state = Mutex(State.open)

  func finish(_ outcome: Outcome) {
    let waiter = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      switch state {
      case .open:
        state = .finished(outcome)
        return nil
      case .awaited(let waiter):
        state = .delivered
        return waiter
      case .finished, .delivered:
        return nil
      }
    }
    waiter?.resume(returning: outcome)
  }

  func result() async -> Outcome {
    await withCheckedContinuation { continuation in
      let early = state.withLock { state -> Outcome? in
        if case .finished(let outcome) = state {
          state = .delivered
          return outcome
        }
        state = .awaited(continuation)
        return nil
      }
      if let early { continuation.resume(returning: early) }
    }
  }
}
