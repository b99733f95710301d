import KinoCore
import KinoSQL

/// Locks fields of entities, and unlocks them.
struct EntityLocks {
  let changes: ChangeLogStore
  let now: Timestamp

  /// Sets the locks of some fields; others stay as they are.
  func set(
    _ fields: Set<LockableField>,
    of entity: HandEntity,
    isLocked: Bool,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    guard !fields.isEmpty else { return }
    let event = LibraryEvent(
      uid: changes.database.uids.nextUID(),
      domain: .lock,
      action: .set,
      subject: entity.uid,
      identity: entity.identity,
      payload: .object(
        Dictionary(uniqueKeysWithValues: fields.map { ($0.rawValue, .bool(isLocked)) })
      )
    )
    let time = try changes.append([event], at: now, in: connection)
    let clocks = { (fields: [LockableField]) in
      JSONValue.object(Dictionary(uniqueKeysWithValues: fields.map { ($0.rawValue, time.json) }))
        .text
    }
    let own = fields.filter { $0.entityBit != nil }
    try connection.run(Self.entitySQL) { statement in
      statement.bind(1, entity.id)
      statement.bind(2, isLocked)
      statement.bind(3, own.compactMap(\.entityBit).reduce(0, |))
      statement.bind(4, clocks(Array(own)))
      statement.bind(5, now.milliseconds)
    }
    let texts = fields.filter { $0.textBit != nil }
    guard !texts.isEmpty else { return }
    try connection.run(Self.textSQL) { statement in
      statement.bind(1, entity.id)
      statement.bind(2, isLocked)
      statement.bind(3, texts.compactMap(\.textBit).reduce(0, |))
      statement.bind(4, clocks(Array(texts)))
      statement.bind(5, now.milliseconds)
    }
  }

  /// Whether a hand has locked a text of an entity, which then keeps its name.
  static func hasLockedText(
    _ entity: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Bool {
    try connection.int64(hasLockedTextSQL) { $0.bind(1, entity) } != nil
  }

  /// The fields that bits of an entity and of its texts stand for.
  static func fields(entity: Int64, texts: Int64) -> Set<LockableField> {
    Set(
      LockableField.allCases.filter { field in
        (field.entityBit ?? 0) & entity != 0 || (field.textBit ?? 0) & texts != 0
      }
    )
  }

  private static let entitySQL = """
    UPDATE media_entity
    SET locked_fields = iif(?2, locked_fields | ?3, locked_fields & ~?3),
      clock_json = json_patch(coalesce(clock_json, '{}'), ?4), updated_at_ms = ?5,
      changed_revision = (SELECT revision + 1 FROM library_revision)
    WHERE id = ?1
    """
  private static let textSQL = """
    UPDATE localized_metadata
    SET locked_fields = iif(?2, locked_fields | ?3, locked_fields & ~?3),
      clock_json = json_patch(coalesce(clock_json, '{}'), ?4), updated_at_ms = ?5
    WHERE entity_id = ?1
    """
  private static let hasLockedTextSQL =
    "SELECT 1 FROM localized_metadata WHERE entity_id = ?1 AND locked_fields <> 0 LIMIT 1"
}
