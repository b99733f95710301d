/// The right to do one piece of work and to write its result, until the lease ends.
package struct WorkClaim: Hashable, Sendable {
  /// The row of `scan_queue`.
  package var id: Int64
  /// What the row must still carry when the result is written.
  package var token: UID
  package var file: FileID
  package var stage: WorkStage
  /// Lower is more urgent.
  package var priority: Int64
  /// The file's content that the work is about.
  package var materialRevision: Int64
  /// The file's content, place and sidecars that the work is about.
  package var inputRevision: Int64
  /// How often the work has been tried, this time included.
  package var attempt: Int
  /// From this moment on another worker may take the work over.
  package var expiresAt: Timestamp

  package init(
    id: Int64,
    token: UID,
    file: FileID,
    stage: WorkStage,
    priority: Int64,
    materialRevision: Int64,
    inputRevision: Int64,
    attempt: Int,
    expiresAt: Timestamp
  ) {
    self.id = id
    self.token = token
    self.file = file
    self.stage = stage
    self.priority = priority
    self.materialRevision = materialRevision
    self.inputRevision = inputRevision
    self.attempt = attempt
    self.expiresAt = expiresAt
  }
}

extension WorkClaim {
  /// The row and its token are told apart by the row.
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Why a worker may not write.
package enum WorkRefusal: Hashable, Sendable {
  /// The row is gone: its file was purged.
  case gone
  /// Another worker holds the work, or it was queued anew.
  case lost
  /// The lease has ended; the work can be claimed again.
  case expired
  /// The file's content or a sidecar of it has changed since; the work was queued again.
  case outdated
}

/// What became of work that did not succeed.
package enum WorkSetback: Hashable, Sendable {
  /// It is tried again at this moment or later.
  case waits(until: Timestamp)
  /// It was tried as often as allowed, or can never succeed; only a new revision queues it again.
  case failed
  /// Nothing was written.
  case refused(WorkRefusal)
}

/// Why work did not succeed, as it is stored: no secret, no path.
package struct WorkFailure: Error, Hashable, Sendable {
  /// A word for programs, such as `timedOut`.
  package var kind: String
  /// A sentence for people.
  package var message: String

  package init(kind: String, message: String) {
    self.kind = kind
    self.message = message
  }
}
