import KinoCore
import KinoSQL

/// An entity that a hand names.
struct HandEntity {
  var id: Int64
  var uid: UID
  var kind: EntityKind
  var key: IdentityKey?
  var parent: Int64?
  var series: Int64?

  /// The entity of an identifier; where that was merged, the one that it is now.
  ///
  /// - Throws: ``StorageError``: `notFound`.
  static func find(_ uid: UID, in connection: borrowing Connection) throws -> HandEntity {
    guard let found = try read(uidSQL, in: connection, { $0.bind(1, uid.bytes) }) else {
      throw StorageError(.notFound, message: "The library has nothing with that identifier.")
    }
    return found
  }

  /// The entity of a row; `nil` when it is gone.
  static func find(
    _ id: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> HandEntity? {
    try read(idSQL, in: connection) { $0.bind(1, id) }
  }

  private static func read(
    _ sql: String,
    in connection: borrowing Connection,
    _ bind: (borrowing Statement) throws(SQLiteError) -> Void
  ) throws(SQLiteError) -> HandEntity? {
    try connection.first(sql, bind: bind) { row in
      HandEntity(
        id: row.int64(0),
        uid: UID(bytes: row.bytes(1)) ?? UID(high: 0, low: 0),
        kind: EntityKind(rawValue: row.text(2)) ?? .extra,
        key: row.optionalText(3).map { IdentityKey(stored: $0) },
        parent: row.optionalInt64(4),
        series: row.optionalInt64(5)
      )
    }
  }

  /// How other devices know it.
  var identity: JSONValue {
    .object(["keys": .array([key.map { .string($0.text) } ?? .null])])
  }

  private static let columns = "SELECT id, uid, kind, identity_key, parent_id, series_id"
  private static let uidSQL = """
    \(columns) FROM media_entity
    WHERE id = (SELECT coalesce(merged_into_id, id) FROM media_entity WHERE uid = ?1)
    """
  private static let idSQL = "\(columns) FROM media_entity WHERE id = ?1"
}
