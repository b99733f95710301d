package import KinoCore
package import KinoSQL

/// Work to be queued for a file.
package struct WorkOrder: Hashable, Sendable {
  package var file: FileID
  package var stage: WorkStage
  /// Lower is more urgent.
  package var priority: Int64
  /// Whether the work is queued again although it was done, or failed, for this very revision: the
  /// parser or the prober has changed.
  package var isRepeated: Bool

  package init(
    _ stage: WorkStage,
    of file: FileID,
    priority: Int64 = 100,
    isRepeated: Bool = false
  ) {
    self.file = file
    self.stage = stage
    self.priority = priority
    self.isRepeated = isRepeated
  }
}

extension WorkQueueStore {
  /// Queues work, each order once per revision of its file.
  ///
  /// Work that is queued, claimed, done or failed for the file's present revision stays as it is.
  /// When the revision has moved the work is ready again, with all its attempts, and whoever holds
  /// it finds it lost.
  package func enqueue(_ orders: [WorkOrder], at now: Timestamp) async throws(StorageError) {
    let attempts = policy.maximumAttempts
    try await database.write(.metadata) { connection in
      try Self.enqueue(orders, maximumAttempts: attempts, at: now, in: connection)
    }
  }

  /// Queues work within a transaction of the caller's, such as the one that writes the result of the
  /// stage before.
  package static func enqueue(
    _ orders: [WorkOrder],
    maximumAttempts: Int = WorkQueuePolicy().maximumAttempts,
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let statement = try connection.prepare(insertion)
    for order in orders {
      statement.bind(1, order.file.rawValue)
      statement.bind(2, order.stage.rawValue)
      statement.bind(3, order.priority)
      statement.bind(4, maximumAttempts)
      statement.bind(5, now.milliseconds)
      statement.bind(6, order.isRepeated)
      try statement.run()
    }
  }

  /// Queues the fingerprint again for a batch of a source's present files that have none of the
  /// present make: a repair.
  ///
  /// What failed is tried again; empty files, which have none, are left alone. Reads the source's
  /// files once over all batches. A batch follows the last file of the one before, `nil` begins.
  ///
  /// - Parameters:
  ///   - source: Whose files.
  ///   - version: What fingerprints of the present make begin with.
  ///   - file: The last file of the batch before.
  ///   - limit: The most files of this batch.
  ///   - now: When.
  /// - Returns: How many were queued, and the last of them; `nil` when none was left.
  /// - Throws: ``StorageError``
  package func requeueFingerprints(
    of source: SourceID,
    version: UInt8,
    after file: FileID?,
    limit: Int,
    at now: Timestamp
  ) async throws(StorageError) -> RequeuedBatch {
    let attempts = policy.maximumAttempts
    return try await database.write(.metadata) { connection in
      let files = try connection.all(Self.outdatedFiles) { statement in
        statement.bind(1, source.rawValue)
        statement.bind(2, file?.rawValue ?? .min)
        statement.bind(3, limit)
        statement.bind(4, [version])
      } _: { row in
        FileID(row.int64(0))
      }
      let orders = files.map { WorkOrder(.fingerprint, of: $0, isRepeated: true) }
      try Self.enqueue(orders, maximumAttempts: attempts, at: now, in: connection)
      return RequeuedBatch(count: files.count, last: files.last)
    }
  }

  private static let insertion = """
    INSERT INTO scan_queue (media_file_id, stage, state, priority, attempts, max_attempts,
      input_revision, material_revision, created_at_ms, updated_at_ms)
    SELECT id, ?2, 'ready', ?3, 0, ?4, input_revision, material_revision, ?5, ?5
    FROM media_file WHERE id = ?1
    ON CONFLICT (media_file_id, stage) DO UPDATE
    SET state = 'ready', priority = excluded.priority, attempts = 0,
      max_attempts = excluded.max_attempts, claim_token = NULL, lease_expires_at_ms = NULL,
      due_at_ms = NULL, error_kind = NULL, error_json = NULL,
      input_revision = excluded.input_revision, material_revision = excluded.material_revision,
      updated_at_ms = excluded.updated_at_ms
    WHERE ?6 OR scan_queue.input_revision IS NOT excluded.input_revision
      OR scan_queue.material_revision IS NOT excluded.material_revision
    """
  private static let outdatedFiles = """
    SELECT id FROM media_file
    WHERE +source_id = ?1 AND +availability = 'present' AND id > ?2 AND size_bytes > 0
      AND substr(fingerprint, 1, 1) IS NOT ?4
    ORDER BY id LIMIT ?3
    """
}
