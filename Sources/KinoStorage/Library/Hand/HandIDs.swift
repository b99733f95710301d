import KinoCore
import KinoSQL

/// Notes the identifiers that a hand gives.
struct HandIDs {
  let now: Timestamp

  /// Notes them, locked, and lets the best be what the entity is known by; one that is another's
  /// stays there.
  func note(
    _ draft: TitleDraft,
    of entity: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    guard !draft.ids.isEmpty else { return }
    for id in draft.ids {
      try connection.run(Self.noteSQL) { statement in
        statement.bind(1, entity)
        statement.bind(2, id.provider)
        statement.bind(3, id.namespace(of: draft.kind))
        statement.bind(4, id.value)
        statement.bind(5, now.milliseconds)
      }
    }
    let row = try HandEntity.find(entity, in: connection)
    guard let old = row?.key, !old.isByProvider else { return }
    try connection.run(Self.keySQL) { statement in
      statement.bind(1, entity)
      statement.bind(2, draft.key.text)
    }
    guard connection.changes == 1, draft.kind == .series else { return }
    try connection.run(Materializer.rekeySQL) { statement in
      statement.bind(1, entity)
      statement.bind(2, draft.key.text)
      statement.bind(3, old.text.utf8.count)
      statement.bind(4, old.text)
    }
  }

  /// Forgets what hands gave an entity.
  static func forget(
    of entity: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    for sql in [unlockSQL, forgetSQL] { try connection.run(sql) { $0.bind(1, entity) } }
  }

  private static let noteSQL = """
    INSERT INTO external_id (entity_id, provider, namespace, value, origin, locked, created_at_ms)
    VALUES (?1, ?2, ?3, ?4, 'manual', 1, ?5)
    ON CONFLICT (provider, namespace, value) DO UPDATE SET origin = 'manual', locked = 1
    WHERE entity_id = excluded.entity_id
    """
  private static let keySQL = """
    UPDATE OR IGNORE media_entity SET identity_key = ?2
    WHERE id = ?1 AND locked_fields & 128 = 0
    """
  private static let unlockSQL = """
    UPDATE external_id SET locked = 0 WHERE entity_id = ?1 AND origin = 'manual'
    """
  private static let forgetSQL =
    "DELETE FROM external_id WHERE entity_id = ?1 AND origin = 'manual'"
}
