import KinoCore
import KinoSQL

/// Gives a file back to its name.
struct HandRelease {
  let changes: ChangeLogStore
  let now: Timestamp

  /// Unlocks what a hand has bound, and has the name read again.
  ///
  /// - Throws: ``StorageError``: `notFound` when no hand has matched the file.
  func release(_ file: BindingTable.File, in connection: borrowing Connection) throws {
    let bound = try connection.all(Self.boundSQL) {
      $0.bind(1, file.id.rawValue)
    } _: { row in
      (entity: row.int64(0), uid: UID(bytes: row.bytes(1)))
    }
    guard !bound.isEmpty else {
      throw StorageError(.notFound, message: "No hand has matched that file; nothing is to undo.")
    }
    for one in bound {
      try HandBinding(changes: changes, now: now)
        .announceEnd(of: one.uid, of: file, in: connection)
    }
    try connection.run(Self.freeSQL) { statement in
      statement.bind(1, file.id.rawValue)
      statement.bind(2, now.milliseconds)
    }
    for one in bound { try letGo(of: one.entity, in: connection) }
    let order = WorkOrder(.parse, of: file.id, isRepeated: true)
    try WorkQueueStore.enqueue([order], at: now, in: connection)
  }

  /// Lets names say again what an entity is that no other hand has bound a file to.
  func letGo(
    of entity: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(Self.provisionalSQL) { statement in
      statement.bind(1, entity)
      statement.bind(2, now.milliseconds)
    }
    guard let row = try HandEntity.find(entity, in: connection) else { return }
    for title in [row.id, row.series].compactMap({ $0 }) {
      let held = try connection.int64(Self.heldSQL) { $0.bind(1, title) }
      if held == nil { try HandIDs.forget(of: title, in: connection) }
    }
  }

  private static let boundSQL = """
    SELECT entity_id, coalesce(uid, X'') FROM file_binding WHERE media_file_id = ?1 AND locked = 1
    """
  private static let freeSQL = """
    UPDATE file_binding
    SET locked = 0, uid = NULL, clock_json = NULL, method = 'name', updated_at_ms = ?2
    WHERE media_file_id = ?1 AND locked = 1
    """
  private static let provisionalSQL = """
    UPDATE media_entity
    SET match_state = 'provisional', match_confidence = NULL, matched_at_ms = NULL,
      updated_at_ms = ?2, changed_revision = (SELECT revision + 1 FROM library_revision)
    WHERE id = ?1 AND match_state = 'manual' AND locked_fields & 128 = 0
      AND NOT EXISTS (SELECT 1 FROM file_binding WHERE entity_id = ?1 AND locked = 1)
    """
  private static let heldSQL = """
    SELECT 1 FROM file_binding WHERE entity_id = ?1 AND locked = 1
    UNION ALL
    SELECT 1 FROM media_entity AS below CROSS JOIN file_binding AS bound
      ON bound.entity_id = below.id
    WHERE below.series_id = ?1 AND bound.locked = 1
    LIMIT 1
    """
}
