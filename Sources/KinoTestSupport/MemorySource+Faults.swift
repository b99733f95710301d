package import KinoCore
internal import Synchronization

extension MemorySource {
  /// Makes an operation fail at a path, after the faults already scripted for it.
  ///
  /// - Parameters:
  ///   - operation: What fails.
  ///   - path: Where it fails; `nil` for everywhere.
  ///   - error: What it throws.
  ///   - occurrence: How often it does before it works again.
  package func fail(
    _ operation: SourceCall.Operation,
    at path: SourcePath? = nil,
    with error: SourceError,
    _ occurrence: Occurrence = .once
  ) {
    state.withLock { $0.faults.add(error, for: operation, at: path, page: nil, occurrence) }
  }

  /// Makes one page of a directory's listings fail, counted from 0; earlier pages come.
  package func failPage(
    _ page: Int,
    of path: SourcePath,
    with error: SourceError,
    _ occurrence: Occurrence = .once
  ) {
    state.withLock { $0.faults.add(error, for: .page, at: path, page: page, occurrence) }
  }

  /// Makes a directory's listings end as incomplete.
  package func endIncomplete(
    _ path: SourcePath,
    _ reasons: [IncompleteReason] = [.entryUnreadable],
    _ occurrence: Occurrence = .once
  ) {
    state.withLock { $0.faults.setEnding(reasons, of: path, occurrence) }
  }

  /// Makes a directory list as complete and empty, while each name in it answers by itself.
  package func lookEmpty(_ path: SourcePath) {
    _ = state.withLock { $0.faults.emptyLooks.insert(path) }
  }

  /// Makes an operation at a path sleep on the source's clock before it answers; `nil` ends that.
  package func delay(
    _ operation: SourceCall.Operation,
    at path: SourcePath,
    by duration: Duration?
  ) {
    state.withLock { $0.faults.setDelay(duration, of: SourceCall(operation, path)) }
  }

  /// Makes every call fail, connecting included, until ``comeBack()``.
  package func goOffline(_ error: SourceError = SourceError(.unavailable)) {
    state.withLock { $0.faults.offline = error }
  }

  /// Ends ``goOffline(_:)``.
  package func comeBack() {
    state.withLock { $0.faults.offline = nil }
  }

  /// Withdraws every scripted fault, delay and ending.
  package func clearFaults() {
    state.withLock { $0.faults.clear() }
  }
}
