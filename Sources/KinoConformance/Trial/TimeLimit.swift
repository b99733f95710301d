internal import Synchronization

/// Runs what may never end.
enum TimeLimit {
  /// Runs something for at most a time; then cancels it and goes on without it.
  ///
  /// - Parameters:
  ///   - duration: The time.
  ///   - body: What to run.
  /// - Returns: What became of it, or `nil` when time was up.
  static func run<Value: Sendable>(
    for duration: Duration,
    _ body: @escaping @Sendable () async throws -> Value
  ) async -> Result<Value, any Error>? {
    let (results, continuation) = AsyncStream.makeStream(
      of: Result<Value, any Error>?.self,
      bufferingPolicy: .bufferingOldest(1)
    )
    let work = Task {
      do {
        continuation.yield(.success(try await body()))
      } catch {
        continuation.yield(.failure(error))
      }
    }
    let timer = Task {
      guard (try? await Task.sleep(for: duration)) != nil else { return }
      continuation.yield(nil)
    }
    var iterator = results.makeAsyncIterator()
    let first = await iterator.next() ?? nil
    timer.cancel()
    work.cancel()
    return first
  }
}
