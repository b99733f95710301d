internal import KinoBlocking
import KinoCore

/// How the blocking calls of a session are run.
enum BlockingCalls: Sendable {
  /// On a thread of the pool, for file systems whose calls end by themselves. A caller that runs on
  /// the pool already continues on its own thread.
  case inline(BlockingPool)
  /// On a thread of the pool that is written off when the call takes too long.
  case abandonable(BlockingPool)

  /// Runs one call.
  ///
  /// - Parameters:
  ///   - deadline: How long an abandonable call may take.
  ///   - path: What the call is about.
  ///   - call: The call; it owns everything that it touches.
  /// - Returns: What the call returned.
  /// - Throws: What the call threw, `cancelled`, `timedOut`, or `unavailable` when every thread
  ///   is stuck.
  func run<Value: Sendable>(
    within deadline: Duration,
    at path: SourcePath,
    _ call: @escaping @Sendable () throws(SourceError) -> Value
  ) async throws(SourceError) -> Value {
    guard !Task.isCancelled else { throw SourceError(.cancelled, path: path) }
    switch self {
    case .inline(let pool):
      return try await Self.run(on: pool, call)
    case .abandonable(let pool):
      do {
        let clock = ContinuousClock()
        return try await pool.run(until: clock.now + deadline, clock: clock, call)
      } catch {
        switch error {
        case .failed(let error): throw error
        case .cancelled: throw SourceError(.cancelled, path: path)
        case .timedOut: throw SourceError(.timedOut, scope: .root, path: path)
        case .exhausted: throw SourceError(.unavailable, scope: .root, path: path)
        }
      }
    }
  }

  /// Where a caller best runs a loop of calls.
  var executor: (any TaskExecutor)? {
    switch self {
    case .inline(let pool): pool
    case .abandonable: nil
    }
  }

  /// Looking first is 15 times cheaper than setting a preference that is set already.
  private static func run<Value: Sendable>(
    on pool: BlockingPool,
    _ call: @Sendable () throws(SourceError) -> Value
  ) async throws(SourceError) -> Value {
    let isPreferred = unsafe withUnsafeCurrentTask { task in
      unsafe task?.unownedTaskExecutor == pool.asUnownedTaskExecutor()
    }
    if isPreferred { return try await here(call) }
    return try await withTaskExecutorPreference(pool) { () async throws(SourceError) in
      try await here(call)
    }
  }

  /// Leaves whatever actor the caller is on for the task's preferred executor.
  @concurrent
  private static func here<Value: Sendable>(
    _ call: @Sendable () throws(SourceError) -> Value
  ) async throws(SourceError) -> Value {
    try call()
  }
}
