import KinoCore
import KinoSQL

/// Writes the bindings that a hand makes, locked, with their events.
struct HandBinding {
  let changes: ChangeLogStore
  let now: Timestamp

  private struct Known {
    var id: Int64
    var entity: Int64
    var uid: UID?
  }

  /// Binds a file to these and to nothing else.
  func bind(
    _ file: BindingTable.File,
    to targets: [HandMatcher.Target],
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let known = try connection.all(Self.knownSQL) {
      $0.bind(1, file.id.rawValue)
    } _: { row in
      Known(id: row.int64(0), entity: row.int64(1), uid: UID(bytes: row.bytes(2)))
    }
    try connection.run(Self.freeSQL) { $0.bind(1, file.id.rawValue) }
    let wanted = targets.map(\.entity)
    for one in known where !wanted.contains(one.entity) {
      try connection.run("DELETE FROM file_binding WHERE id = ?1") { $0.bind(1, one.id) }
      try announceEnd(of: one.uid, of: file, in: connection)
    }
    for target in targets {
      let before = known.first { $0.entity == target.entity }
      let uid = before?.uid ?? changes.database.uids.nextUID()
      let time = try announce(uid, of: file, as: target, in: connection)
      try write(target, of: file, over: before?.id, as: uid, time, in: connection)
      try connection.run(Self.manualSQL) { statement in
        statement.bind(1, target.entity)
        statement.bind(2, now.milliseconds)
        statement.bind(3, file.firstSeenAt)
      }
      try connection.run(Self.keepSQL) { $0.bind(1, target.entity) }
    }
  }

  /// Tells other devices that a binding of a hand is no more; `nil` was none.
  func announceEnd(
    of uid: UID?,
    of file: BindingTable.File,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    guard let uid else { return }
    let event = LibraryEvent(
      uid: changes.database.uids.nextUID(),
      domain: .binding,
      action: .delete,
      subject: uid,
      identity: .object(file.identity)
    )
    try changes.append([event], at: now, in: connection)
  }

  private func announce(
    _ uid: UID,
    of file: BindingTable.File,
    as target: HandMatcher.Target,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> HybridTime {
    let key = try HandEntity.find(target.entity, in: connection)?.key
    var identity = file.identity
    identity["keys"] = .array(key.map { [.string($0.text)] } ?? [])
    let event = LibraryEvent(
      uid: changes.database.uids.nextUID(),
      domain: .binding,
      action: .set,
      subject: uid,
      identity: .object(identity),
      payload: .object([
        "role": .string(target.binding.role.rawValue),
        "position": .integer(Int64(target.binding.position)),
      ])
    )
    return try changes.append([event], at: now, in: connection)
  }

  private func write(
    _ target: HandMatcher.Target,
    of file: BindingTable.File,
    over id: Int64?,
    as uid: UID,
    _ time: HybridTime,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    var role = target.binding.role
    if role == .primary {
      let other = try connection.int64(Self.otherSQL) { statement in
        statement.bind(1, target.entity)
        statement.bind(2, file.id.rawValue)
      }
      if other != nil { role = .version }
    }
    try connection.run(id == nil ? Self.insertionSQL : Self.changeSQL) { statement in
      statement.bind(1, target.entity)
      statement.bind(2, file.id.rawValue)
      statement.bind(3, uid.bytes)
      statement.bind(4, role.rawValue)
      statement.bind(5, target.binding.position)
      statement.bind(6, JSONValue.object(["entity": time.json]).text)
      statement.bind(7, now.milliseconds)
      if id == nil {
        statement.bind(8, file.sourceUID)
        statement.bind(9, file.path.bytes)
        statement.bind(10, file.size)
        statement.bind(11, file.fingerprint)
      }
    }
  }
}

extension HandBinding {
  private static let knownSQL =
    "SELECT id, entity_id, coalesce(uid, X'') FROM file_binding WHERE media_file_id = ?1"
  private static let freeSQL =
    "UPDATE file_binding SET locked = 0 WHERE media_file_id = ?1 AND locked <> 0"
  private static let otherSQL = """
    SELECT 1 FROM file_binding
    WHERE entity_id = ?1 AND role = 'primary' AND media_file_id IS NOT NULL
      AND media_file_id <> ?2
    LIMIT 1
    """
  /// Edition and resolution, as the file's name gives them.
  private static let labelSQL = """
    (SELECT nullif(trim(coalesce(edition, '') || ' '
      || coalesce(json_extract(attributes_json, '$.resolution'), '')), '')
    FROM parse_result WHERE media_file_id = ?2)
    """
  private static let insertionSQL = """
    INSERT INTO file_binding (entity_id, media_file_id, uid, role, position, version_label, method,
      confidence, locked, clock_json, created_at_ms, updated_at_ms, source_uid, path, size_bytes,
      fingerprint)
    VALUES (?1, ?2, ?3, ?4, ?5, \(labelSQL), 'manual', 1, 1, ?6, ?7, ?7, ?8, ?9, ?10, ?11)
    """
  private static let changeSQL = """
    UPDATE file_binding
    SET uid = ?3, role = ?4, position = ?5, version_label = \(labelSQL), method = 'manual',
      confidence = 1, locked = 1, clock_json = ?6, updated_at_ms = ?7
    WHERE entity_id = ?1 AND media_file_id = ?2
    """
  private static let manualSQL = """
    UPDATE media_entity
    SET match_state = iif(locked_fields & 128, match_state, 'manual'), match_confidence = 1,
      matched_at_ms = ?2, latest_added_at_ms = max(latest_added_at_ms, ?3), updated_at_ms = ?2,
      changed_revision = (SELECT revision + 1 FROM library_revision)
    WHERE id = ?1
    """
  private static let keepSQL = """
    DELETE FROM entity_gc_candidate WHERE entity_id IN (
      SELECT id FROM media_entity WHERE id = ?1
      UNION ALL SELECT parent_id FROM media_entity WHERE id = ?1
      UNION ALL SELECT series_id FROM media_entity WHERE id = ?1
    )
    """
}

extension BindingTable.File {
  /// How other devices know the file.
  var identity: [String: JSONValue] {
    var members: [String: JSONValue] = ["path": .hex(path.bytes)]
    members["source"] = UID(bytes: sourceUID).map { .string($0.description) }
    members["size"] = size.map { .integer($0) }
    members["fingerprint"] = fingerprint.map { .hex($0) }
    return members
  }
}

extension HybridTime {
  /// As columns that hold clocks have it: milliseconds, counter, device.
  var json: JSONValue {
    .array([.integer(milliseconds), .integer(counter), .string(device.description)])
  }
}
