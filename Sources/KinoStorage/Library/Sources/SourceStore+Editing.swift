package import KinoCore
import KinoSQL

extension SourceStore {
  /// Adds a source; it is on the disk before the call returns.
  ///
  /// A source that opens the same place is returned as it is instead, whichever process added it:
  /// one place has one source.
  package func add(
    _ draft: SourceDraft,
    uid: UID,
    at now: Timestamp
  ) async throws(StorageError) -> SourceID {
    try await database.write(.user, priority: .user) { connection throws(SQLiteError) in
      let existing = try connection.int64(Self.placeSQL) { statement in
        statement.bind(1, draft.configuration.kind)
        statement.bind(2, draft.configuration.location)
        statement.bind(3, draft.configuration.rootPath)
      }
      if let existing { return SourceID(existing) }
      try connection.run(Self.addSQL) { statement in
        SourceColumns.bind(draft, at: now, to: statement)
        statement.bind(SourceColumns.next, uid.bytes)
      }
      return SourceID(connection.lastInsertedRowID)
    }
  }

  /// Replaces what a host decides about a source.
  ///
  /// Nothing is rescanned or lost by it. Throws `notFound` for a removed source.
  package func edit(
    _ source: SourceID,
    _ draft: SourceDraft,
    at now: Timestamp
  ) async throws(StorageError) {
    try await database.write(.user, priority: .user) { connection in
      let changed = try connection.run(Self.editSQL) { statement in
        SourceColumns.bind(draft, at: now, to: statement)
        statement.bind(SourceColumns.next, source.rawValue)
      }
      guard changed > 0 else { throw Self.notFound }
    }
  }

  /// Lets a source be scanned or not; what is published stays.
  package func setEnabled(
    _ isEnabled: Bool,
    for source: SourceID,
    at now: Timestamp
  ) async throws(StorageError) {
    try await setState(isEnabled ? "active" : "disabled", of: source, at: now)
  }

  /// Removes a source softly (DL-3): its scan is asked to stop, nothing scans it any more, and its
  /// rows are cleaned up later.
  package func remove(
    _ source: SourceID,
    at now: Timestamp
  ) async throws(StorageError) {
    try await setState("removed", of: source, at: now)
  }

  private func setState(
    _ state: String,
    of source: SourceID,
    at now: Timestamp
  ) async throws(StorageError) {
    try await database.write(.user, priority: .user) { connection in
      let changed = try connection.run(Self.stateSQL) { statement in
        statement.bind(1, source.rawValue)
        statement.bind(2, state)
        statement.bind(3, now.milliseconds)
      }
      guard changed > 0 else { throw Self.notFound }
      guard state != "active" else { return }
      try connection.run(Self.stopSQL) { $0.bind(1, source.rawValue) }
    }
  }

  private static let placeSQL = """
    SELECT id FROM library_source
    WHERE adapter = ?1 AND location = ?2 AND root_path = ?3 AND state <> 'removed'
    ORDER BY id LIMIT 1
    """
  private static let addSQL = """
    INSERT INTO library_source (\(SourceColumns.names), created_at_ms, uid)
    VALUES (\(SourceColumns.placeholders), ?\(SourceColumns.now), ?\(SourceColumns.next))
    """
  private static let editSQL = """
    UPDATE library_source SET \(SourceColumns.assignments)
    WHERE id = ?\(SourceColumns.next) AND state <> 'removed'
    """
  private static let stateSQL = """
    UPDATE library_source
    SET state = ?2, updated_at_ms = ?3,
      removed_at_ms = CASE ?2 WHEN 'removed' THEN ?3 END,
      pending_scan_json = CASE ?2 WHEN 'active' THEN pending_scan_json END,
      changed_revision = (SELECT revision + 1 FROM library_revision)
    WHERE id = ?1 AND state <> 'removed'
    """
  private static let stopSQL = """
    UPDATE scan_run SET cancel_requested = 1
    WHERE source_id = ?1 AND state IN \(RunOwnership.activeStates)
    """
}
