internal import KinoCore

/// Reads files of one source, a bounded number at a time.
struct FileLane<File: Sendable, Value: Sendable>: Sendable {
  typealias Reading = Result<Value, SourceError>

  let session: any SourceSession
  let policy: ScanPolicy
  /// Reads one file.
  let read: @Sendable (File) async throws(SourceError) -> Value

  /// Reads until all is read, the task is cancelled, or the source is given up.
  ///
  /// - Parameter files: Most urgent first.
  /// - Returns: What was read or failed, and why the source was given up, if it was.
  func run(_ files: [File]) async -> ([(File, Reading)], SourceError?) {
    let width = max(1, min(session.capabilities.maxConcurrentOperations, policy.concurrentFiles))
    var waiting = files[...]
    var readings: [(File, Reading)] = []
    var streak = FailureStreak()
    var end: SourceError?
    await withTaskGroup(of: (File, Reading).self) { group in
      for file in waiting.prefix(width) { group.addTask { await attempt(file) } }
      waiting = waiting.dropFirst(width)
      for await (file, reading) in group {
        if case .failure(let error) = reading {
          guard error.kind != .cancelled else { continue }
          end = end ?? reasonToEnd(after: error, &streak)
        } else {
          streak.noteAnswer()
        }
        readings.append((file, reading))
        guard end == nil, !Task.isCancelled else {
          group.cancelAll()
          continue
        }
        if let next = waiting.popFirst() { group.addTask { await attempt(next) } }
      }
    }
    return (readings, end)
  }

  private func attempt(_ file: File) async -> (File, Reading) {
    do throws(SourceError) {
      return (file, .success(try await read(file)))
    } catch {
      return (file, .failure(error))
    }
  }

  /// Whether a failure is the source's and not the file's.
  private func reasonToEnd(
    after error: SourceError,
    _ streak: inout FailureStreak
  ) -> SourceError? {
    let reachesSource =
      error.scope == .root || (error.scope == .connection && error.retry == .permanent)
    if reachesSource { return error }
    guard error.retry == .temporary else {
      streak.noteAnswer()
      return nil
    }
    streak.noteFailure()
    return streak.count >= policy.consecutiveFailures ? error : nil
  }
}
