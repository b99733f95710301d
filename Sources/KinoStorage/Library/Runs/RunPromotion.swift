import KinoCore
import KinoSQL

/// Makes runs of requests.
enum RunPromotion {
  /// Makes a queued run of the request that has waited longest, in the transaction that ends the
  /// active run: a crash in between cannot lose it.
  @discardableResult
  static func promote(
    after source: SourceID,
    at now: Timestamp,
    uid: UID,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> RunID? {
    let found = try connection.first(sourceSQL) {
      $0.bind(1, source.rawValue)
    } _: { row in
      (
        publication: row.int64(0),
        pending: PendingScans(text: row.optionalText(1), source: source)
      )
    }
    guard var pending = found?.pending, let publication = found?.publication,
      let request = pending.popFirst()
    else { return nil }
    try insert(request, publication: publication, uid: uid, in: connection)
    let run = RunID(connection.lastInsertedRowID)
    try RunAdmission.store(pending, of: source, in: connection)
    return run
  }

  /// Inserts a queued run without an owner.
  static func insert(
    _ request: ScanRequest,
    publication: Int64,
    uid: UID,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(insertSQL) { statement in
      statement.bind(1, uid.bytes)
      statement.bind(2, request.source.rawValue)
      statement.bind(3, request.mode.rawValue)
      statement.bind(4, request.scope.json?.text)
      statement.bind(5, request.filterIdentity)
      statement.bind(6, request.requestedAt.milliseconds)
      statement.bind(7, publication)
    }
  }

  private static let sourceSQL = """
    SELECT publication, pending_scan_json FROM library_source
    WHERE id = ?1 AND pending_scan_json IS NOT NULL
    """
  private static let insertSQL = """
    INSERT INTO scan_run (uid, source_id, mode, state, scope_json, filter_identity, requested_at_ms,
      base_publication)
    VALUES (?1, ?2, ?3, 'queued', ?4, ?5, ?6, ?7)
    """
}
