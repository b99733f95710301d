/// What is known of a run, whoever made it.
package struct RunReport: Hashable, Sendable {
  package var id: RunID
  package var uid: UID
  package var source: SourceID
  package var mode: ScanMode
  package var state: RunState
  package var counters: ScanCounters
  /// What finalize did; all zero for a run that published nothing.
  package var outcome: FinalizeOutcome
  package var failure: ScanFailure?
  /// Why removals are held, as text for people.
  package var anomaly: String?
  package var requestedAt: Timestamp
  package var startedAt: Timestamp?
  package var endedAt: Timestamp?
  package var enumerateMilliseconds: Int64
  package var processMilliseconds: Int64
  package var finalizeMilliseconds: Int64

  package init(
    id: RunID,
    uid: UID,
    source: SourceID,
    mode: ScanMode,
    state: RunState,
    counters: ScanCounters,
    outcome: FinalizeOutcome,
    failure: ScanFailure?,
    anomaly: String?,
    requestedAt: Timestamp,
    startedAt: Timestamp?,
    endedAt: Timestamp?,
    enumerateMilliseconds: Int64,
    processMilliseconds: Int64,
    finalizeMilliseconds: Int64
  ) {
    self.id = id
    self.uid = uid
    self.source = source
    self.mode = mode
    self.state = state
    self.counters = counters
    self.outcome = outcome
    self.failure = failure
    self.anomaly = anomaly
    self.requestedAt = requestedAt
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.enumerateMilliseconds = enumerateMilliseconds
    self.processMilliseconds = processMilliseconds
    self.finalizeMilliseconds = finalizeMilliseconds
  }
}

/// Where a run stands.
public enum RunState: String, Hashable, Sendable, Codable {
  /// Waiting to begin.
  case queued
  /// Listing directories into staging.
  case enumerating
  /// Pairing moves and judging removals.
  case processing
  /// Publishing.
  case finalizing
  /// Published.
  case completed
  /// Ended without publishing, because something failed.
  case failed
  /// Ended without publishing, because somebody asked for it.
  case cancelled

  /// Whether the run may still publish without being taken up again.
  public var isActive: Bool {
    switch self {
    case .queued, .enumerating, .processing, .finalizing: true
    case .completed, .failed, .cancelled: false
    }
  }
}
