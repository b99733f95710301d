/// What every call to a source goes through: a deadline inside retries inside the concurrency limit.
///
/// The deadline is innermost so that each attempt has its own; the limit is outermost so that a
/// source in trouble is not asked for more while calls wait for their next attempt.
final class OperationGate: Sendable {
  let policy: SourcePolicy
  let pacer: SourcePacer
  private let limiter: OperationLimiter
  private let deadline: Deadline?
  private let clock: any KinoClock
  private let random: any RandomSource
  private let executor: (any TaskExecutor)?

  init(
    _ capabilities: SourceCapabilities,
    executor: (any TaskExecutor)?,
    policy: SourcePolicy,
    clock: any KinoClock,
    random: any RandomSource,
    pacer: SourcePacer
  ) {
    self.policy = policy
    self.pacer = pacer
    self.clock = clock
    self.random = random
    self.executor = executor
    deadline = capabilities.enforcesDeadlines ? nil : Deadline(clock: clock)
    let declared = capabilities.maxConcurrentOperations
    limiter = OperationLimiter(min(declared, policy.concurrency ?? declared))
  }

  /// Runs one operation.
  ///
  /// - Parameters:
  ///   - duration: How long one attempt may take, unless the adapter bounds it.
  ///   - path: What the operation is about.
  ///   - mayRetry: Asked after a failure, because what was delivered before can rule a retry out.
  ///   - operation: One attempt.
  /// - Returns: What the first successful attempt returned.
  /// - Throws: What the last attempt threw, or `cancelled`.
  func run<Value: Sendable>(
    within duration: Duration,
    at path: SourcePath,
    mayRetry: @Sendable () -> Bool = { true },
    _ operation: @escaping @Sendable () async throws(SourceError) -> Value
  ) async throws(SourceError) -> Value {
    // An attempt in a task of its own would begin before it hears of the cancellation.
    guard !Task.isCancelled, await limiter.enter() else {
      throw SourceError(.cancelled, path: path)
    }
    defer { limiter.leave() }
    var retries = 0
    while true {
      try await pacer.waitForTurn(at: path)
      do throws(SourceError) {
        let value = try await attempt(within: duration, at: path, operation)
        pacer.succeeded()
        return value
      } catch {
        pacer.failed(error)
        guard error.retry == .temporary, retries < policy.retries, mayRetry() else { throw error }
        if let wait = error.retryAfter, wait > policy.longestRetryAfter { throw error }
      }
      try await pause(beforeRetry: retries, at: path)
      retries += 1
    }
  }

  private func attempt<Value: Sendable>(
    within duration: Duration,
    at path: SourcePath,
    _ operation: @escaping @Sendable () async throws(SourceError) -> Value
  ) async throws(SourceError) -> Value {
    guard let deadline else { return try await operation() }
    return try await deadline.run(within: duration, at: path, on: executor, operation)
  }

  private func pause(beforeRetry retries: Int, at path: SourcePath) async throws(SourceError) {
    let delay = policy.delay(beforeRetry: retries, random: random.next())
    do throws(CancellationError) {
      try await clock.sleep(for: delay)
    } catch {
      throw SourceError(.cancelled, path: path)
    }
  }
}
