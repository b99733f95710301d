/// The process that owns a run.
///
/// A run whose owner no longer exists on this boot can be taken over at once, any other only after
/// its lease. The token is fresh for each ownership, so that a process that slept through a
/// take-over cannot write.
package struct RunOwner: Hashable, Sendable {
  package var token: UID
  /// Identifies the boot of this machine; process ids mean nothing across boots.
  package var bootID: String
  package var processID: Int32
  /// When the process started, in the platform's own ticks: tells a reused process id.
  package var processStartedAt: Int64

  package init(token: UID, bootID: String, processID: Int32, processStartedAt: Int64) {
    self.token = token
    self.bootID = bootID
    self.processID = processID
    self.processStartedAt = processStartedAt
  }
}

/// The right to write for one run, given by ``ScanStore/admit(_:owner:policy:isAlive:)``.
package struct RunHandle: Hashable, Sendable {
  package var id: RunID
  package var source: SourceID
  package var ownerToken: UID

  package init(id: RunID, source: SourceID, ownerToken: UID) {
    self.id = id
    self.source = source
    self.ownerToken = ownerToken
  }
}

/// How long an owner may be silent, and how old staging may be to be continued.
package struct AdmissionPolicy: Hashable, Sendable {
  package var now: Timestamp
  /// Milliseconds without a heartbeat after which an owner that may still live is replaced.
  package var lease: Int64
  /// Staging older than this many milliseconds is not continued.
  package var staleness: Int64
  /// Listings younger than this many milliseconds stand when a run is resumed; 0 on local sources.
  package var freshness: Int64

  package init(now: Timestamp, lease: Int64, staleness: Int64, freshness: Int64) {
    self.now = now
    self.lease = lease
    self.staleness = staleness
    self.freshness = freshness
  }
}

/// What became of a request.
package enum Admission: Hashable, Sendable {
  /// A new run was created.
  case started(RunHandle)
  /// A failed, cancelled or orphaned run of the same kind was taken back.
  case resumed(RunHandle)
  /// A run of a living owner covers the request; it reports the result.
  case joined(RunID)
  /// A run of a living owner does not cover the request, which is stored and promoted when it ends.
  case deferred(after: RunID)
}
