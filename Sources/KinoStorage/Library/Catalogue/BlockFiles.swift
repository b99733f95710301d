import KinoCore
import KinoSQL

/// Reads what is there of the files of a block, in a few statements for all of them.
struct BlockFiles: ~Copyable {
  private let ofFile: Statement
  private let reattachment: Statement
  private let now: Timestamp

  /// Prepares the statements; what is written is dated `now`.
  init(at now: Timestamp, in connection: borrowing Connection) throws(SQLiteError) {
    let ofFile = try connection.prepare(Self.ofFileSQL)
    let reattachment = try connection.prepare(Self.reattachmentSQL)
    self.ofFile = ofFile
    self.reattachment = reattachment
    self.now = now
  }

  /// Readings with their files and what these are bound to, in the order of the readings; a file
  /// without a row is left out.
  ///
  /// A file without bindings gets those back that outlived a row of its path; where some are made by
  /// hand, just these.
  func items(
    of readings: [NameReading],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [Materializer.Item] {
    let ids = JSONText(readings.map { Int($0.claim.file.rawValue) })
    var items = try unbound(readings, ids, in: connection)
    var places: [FileID: Int] = [:]
    places.reserveCapacity(items.count)
    for (place, item) in items.enumerated() { places[item.file.id] = place }
    try connection.query(Self.ofBlockSQL) { statement in
      statement.bind(1, ids)
    } _: { row in
      guard let place = places[FileID(row.int64(5))] else { return }
      items[place].bound.append(BindingTable.Bound(row))
    }
    guard try connection.int64(Self.detachedSQL) != nil else { return items }
    for place in items.indices where items[place].bound.isEmpty {
      items[place].bound = try reattach(items[place].file, in: connection)
    }
    return items
  }

  private func unbound(
    _ readings: [NameReading],
    _ ids: JSONText,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [Materializer.Item] {
    var sources: [Int64: [UInt8]] = [:]
    try connection.query("SELECT id, uid FROM library_source") { row in
      sources[row.int64(0)] = row.bytes(1)
    }
    var items: [Materializer.Item] = []
    items.reserveCapacity(readings.count)
    var rest = readings[...]
    try connection.query(Self.filesSQL) { statement in
      statement.bind(1, ids)
    } _: { row in
      // Rows come in the order of the array; some may be missing.
      let id = FileID(row.int64(0))
      while let reading = rest.popFirst() {
        guard reading.claim.file == id else { continue }
        guard let source = sources[row.int64(1)] else { return }
        let file = BindingTable.File(row, of: reading, in: source)
        items.append(Materializer.Item(reading: reading, file: file, bound: []))
        return
      }
    }
    return items
  }

  private func reattach(
    _ file: BindingTable.File,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [BindingTable.Bound] {
    reattachment.bind(1, file.id.rawValue)
    reattachment.bind(2, file.sourceUID)
    reattachment.bind(3, file.path.bytes)
    reattachment.bind(4, now.milliseconds)
    try reattachment.run()
    guard connection.changes > 0 else { return [] }
    ofFile.bind(1, file.id.rawValue)
    return try ofFile.all { BindingTable.Bound($0) }
  }
}

extension BlockFiles {
  private static let boundColumns = """
    bound.id, coalesce(entity.merged_into_id, entity.id), bound.locked, bound.role,
      bound.position, bound.media_file_id
    """
  static let filesSQL = """
    SELECT file.id, file.source_id, file.size_bytes, file.fingerprint, file.first_seen_at_ms,
      file.directory_id
    FROM json_each(?1) AS wanted CROSS JOIN media_file AS file ON file.id = wanted.value
    """
  static let ofBlockSQL = """
    SELECT \(boundColumns)
    FROM json_each(?1) AS wanted
    CROSS JOIN file_binding AS bound ON bound.media_file_id = wanted.value
    CROSS JOIN media_entity AS entity ON entity.id = bound.entity_id
    """
  static let ofFileSQL = """
    SELECT \(boundColumns)
    FROM file_binding AS bound CROSS JOIN media_entity AS entity ON entity.id = bound.entity_id
    WHERE bound.media_file_id = ?1
    """
  static let detachedSQL = "SELECT 1 FROM file_binding WHERE media_file_id IS NULL LIMIT 1"
  static let reattachmentSQL = """
    UPDATE file_binding SET media_file_id = ?1, updated_at_ms = ?4
    WHERE media_file_id IS NULL AND source_uid = ?2 AND path = ?3
      AND locked = (
        SELECT max(locked) FROM file_binding
        WHERE media_file_id IS NULL AND source_uid = ?2 AND path = ?3
      )
    """
}

extension BindingTable.Bound {
  fileprivate init(_ row: borrowing Row) {
    self.init(
      id: row.int64(0),
      entity: row.int64(1),
      isLocked: row.bool(2),
      role: BindingDraft.Role(rawValue: row.text(3)) ?? .primary,
      position: row.int(4)
    )
  }
}

extension BindingTable.File {
  fileprivate init(_ row: borrowing Row, of reading: NameReading, in source: [UInt8]) {
    self.init(
      id: reading.claim.file,
      directory: row.int64(5),
      path: reading.path,
      sourceUID: source,
      size: row.optionalInt64(2),
      fingerprint: row.optionalBytes(3),
      firstSeenAt: row.int64(4),
      confidence: reading.record.confidence
    )
  }
}
