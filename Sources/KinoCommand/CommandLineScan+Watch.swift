package import Kinothek

extension CommandLineScan {
  /// Scans the place, and keeps the library current with it until the task is cancelled.
  ///
  /// Says a line for each scan.
  ///
  /// - Parameter policy: How soon and how often to scan.
  /// - Returns: `completed` when it was cancelled after a scan had been made, `cancelled` before.
  package func watch(_ policy: WatchPolicy) async -> ExitCode {
    await withLibrary { library throws(StorageError) in
      do throws(StorageError) {
        return try await watch(in: library, policy)
      } catch {
        return fail(error, revision: await Self.revision(of: library))
      }
    }
  }

  private func watch(
    in library: MediaLibrary,
    _ policy: WatchPolicy
  ) async throws(StorageError) -> ExitCode {
    let known = try await library.sources.find(place)
    if known == nil, let refusal = await refusal(of: library) { return refusal }
    let source = try await source(known, in: library)
    let watch = library.keepCurrent(source.id, policy: policy)
    var log = WatchLog(settings, database: database, policy: policy) { explained($0) }
    // Cancelling this task ends the iteration, and with it the watch, whose last event is not seen then.
    for await event in watch {
      if case .ended = event { continue }
      guard log.show(event) else {
        watch.cancel()
        break
      }
    }
    let failure = await watch.failure
    _ = log.show(.ended(failure))
    if let failure { return failure.isSourceFailure ? .sourceUnavailable : .failed }
    guard log.isTaken else { return .failed }
    return log.hasScanned ? .completed : .cancelled
  }
}
