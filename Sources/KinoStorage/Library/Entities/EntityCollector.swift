package import KinoCore
import KinoSQL

/// Deletes entities that are of no more use, in two phases (DL-5).
///
/// First an entity that nothing keeps becomes a candidate, with the reason; no sooner than a delay
/// later it is judged again, and deleted only if still nothing keeps it. What keeps an entity:
/// ``EntityKeepers``.
package struct EntityCollector: Sendable {
  let database: LibraryDatabase
  let changes: ChangeLogStore
  /// Milliseconds between the two phases.
  let delay: Int64

  /// Creates a collector that announces its deletions to a change log.
  ///
  /// A candidate may come back to use for `delay` milliseconds.
  package init(
    database: LibraryDatabase,
    changes: ChangeLogStore,
    delay: Int64 = Self.week
  ) {
    self.database = database
    self.changes = changes
    self.delay = delay
  }

  /// Looks at a range of entities: marks candidates, and unmarks those that something keeps again.
  ///
  /// - Parameters:
  ///   - cursor: What the call before returned; 0 to begin.
  ///   - limit: How many entities are looked at.
  ///   - now: When the delay of new candidates begins.
  /// - Returns: Where to go on; `nil` at the end.
  /// - Throws: ``StorageError``; nothing has changed then.
  package func mark(
    after cursor: Int64,
    limit: Int = 2000,
    at now: Timestamp
  ) async throws(StorageError) -> Int64? {
    let eligible = now.milliseconds + delay
    return try await database.write(.metadata, priority: .background) { connection in
      let last = try connection.int64(Self.range) { statement in
        statement.bind(1, cursor)
        statement.bind(2, limit)
      }
      guard let last else { return nil }
      try connection.run(Self.unmarking) { statement in
        statement.bind(1, cursor)
        statement.bind(2, last)
      }
      try connection.run(Self.marking) { statement in
        statement.bind(1, cursor)
        statement.bind(2, last)
        statement.bind(3, now.milliseconds)
        statement.bind(4, eligible)
      }
      return last
    }
  }

  /// Judges a batch of candidates whose delay is over: deletes them, or drops them as candidates.
  ///
  /// Every deletion is announced as a local tombstone in the same transaction. Episodes go before
  /// their seasons, seasons before their series.
  ///
  /// - Returns: What became of the batch; nothing at all when no candidate is due.
  package func collect(
    limit: Int = 200,
    at now: Timestamp
  ) async throws(StorageError) -> CollectedBatch {
    try await database.write(.metadata, priority: .background) { connection in
      let due = try connection.all(Self.due) { statement in
        statement.bind(1, now.milliseconds)
        statement.bind(2, limit)
      } _: { row in
        Candidate(id: row.int64(0), uid: UID(bytes: row.bytes(1)))
      }
      var batch = CollectedBatch()
      var events: [LibraryEvent] = []
      for candidate in due {
        let isKept = try connection.int64(Self.verdict) { $0.bind(1, candidate.id) } == 1
        if isKept {
          try connection.run(Self.dismissal) { $0.bind(1, candidate.id) }
          batch.kept += 1
        } else {
          for sql in Self.deletions { try connection.run(sql) { $0.bind(1, candidate.id) } }
          if let uid = candidate.uid { events.append(tombstone(of: uid)) }
          batch.deleted += 1
        }
      }
      if !events.isEmpty { try changes.append(events, at: now, in: connection) }
      return batch
    }
  }

  /// Judges all candidates whose delay is over, batch after batch; returns how many were deleted.
  package func collectAll(at now: Timestamp) async throws(StorageError) -> Int {
    var count = 0
    while true {
      let batch = try await collect(at: now)
      guard batch != CollectedBatch() else { return count }
      count += batch.deleted
    }
  }

  private struct Candidate {
    var id: Int64
    var uid: UID?
  }

  private func tombstone(of uid: UID) -> LibraryEvent {
    LibraryEvent(
      uid: database.uids.nextUID(),
      domain: .entity,
      action: .delete,
      subject: uid,
      state: .local
    )
  }

  /// A week, in milliseconds.
  package static let week: Int64 = 7 * 24 * 3_600_000
}

/// What became of a batch of candidates.
package struct CollectedBatch: Hashable, Sendable {
  /// Entities deleted.
  package var deleted = 0
  /// Candidates that something keeps again.
  package var kept = 0
}
