import KinoCore
import KinoSQL

/// Reads what is there of the files of a block, in a few statements for all of them.
enum BlockFiles {
  /// Readings with their files and what these are bound to, in the order of the readings; a file
  /// without a row is left out.
  ///
  /// A file without bindings gets those back that outlived a row of its path; where some are made by
  /// hand, just these.
  static func items(
    of readings: [NameReading],
    with bindings: borrowing BindingTable,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [Materializer.Item] {
    let ids = JSONText(readings.map { Int($0.claim.file.rawValue) })
    var items = try unbound(readings, ids, in: connection)
    var places: [FileID: Int] = [:]
    places.reserveCapacity(items.count)
    for (place, item) in items.enumerated() { places[item.file.id] = place }
    try connection.query(ofBlockSQL) { statement in
      statement.bind(1, ids)
    } _: { row in
      guard let place = places[FileID(row.int64(5))] else { return }
      items[place].bound.append(BindingTable.Bound(row))
    }
    guard try connection.int64(detachedSQL) != nil else { return items }
    for place in items.indices where items[place].bound.isEmpty {
      items[place].bound = try bindings.bindings(of: items[place].file, in: connection)
    }
    return items
  }

  private static func unbound(
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
    try connection.query(filesSQL) { statement in
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
}

extension BlockFiles {
  static let filesSQL = """
    SELECT file.id, file.source_id, file.size_bytes, file.fingerprint, file.first_seen_at_ms,
      file.directory_id
    FROM json_each(?1) AS wanted CROSS JOIN media_file AS file ON file.id = wanted.value
    """
  static let ofBlockSQL = """
    SELECT \(BindingTable.boundColumns)
    FROM json_each(?1) AS wanted
    CROSS JOIN file_binding AS bound ON bound.media_file_id = wanted.value
    CROSS JOIN media_entity AS entity ON entity.id = bound.entity_id
    """
  static let detachedSQL = "SELECT 1 FROM file_binding WHERE media_file_id IS NULL LIMIT 1"
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
