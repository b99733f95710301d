package import KinoSQL

/// What people made by hand, which no scan, crash or outage may touch (DL-6).
package enum UserState {
  /// The tables that hold it.
  package static let tables = [
    "playback_profile", "playback_state", "playback_marker", "media_collection",
    "collection_item", "change_log", "sync_cursor",
  ]

  /// Adds a profile, progress, a marker, a collection and an event for a few published files, and
  /// binds each of these files by hand.
  ///
  /// - Parameter connection: A library that has been scanned.
  /// - Throws: What SQLite reports.
  package static func add(to connection: borrowing Connection) throws(SQLiteError) {
    try connection.execute(
      """
      BEGIN IMMEDIATE;
      CREATE TEMP TABLE chosen AS SELECT id FROM media_file WHERE id % 7 = 1;
      INSERT INTO playback_profile (id, uid, name, created_at_ms, updated_at_ms)
        VALUES (77, CAST('profile-of-tests' AS BLOB), 'Ada', 1, 2);
      INSERT INTO media_entity (id, uid, kind, title, sort_key, sort_locale, sort_version,
        shuffle_key, added_at_ms, latest_added_at_ms, created_at_ms, updated_at_ms)
        SELECT 1000000000 + id, CAST(printf('entity-%09d', id) AS BLOB), 'movie', 'Film ' || id, x'41',
          'en', '1', id, 1, 1, 1, 1 FROM chosen;
      INSERT INTO playback_state (profile_id, entity_id, position_ms, clock_json, updated_at_ms)
        SELECT 77, 1000000000 + id, id * 60000, '{}', 3 FROM chosen;
      INSERT INTO playback_marker (uid, entity_id, profile_id, kind, start_ms, origin, locked,
        created_at_ms, updated_at_ms)
        SELECT CAST(printf('marker-%09d', id) AS BLOB), 1000000000 + id, 77, 'bookmark', id * 1000,
          'manual', 1, 1, 1 FROM chosen;
      INSERT INTO media_collection (id, uid, kind, name, created_at_ms, updated_at_ms)
        VALUES (55, CAST('list-of-the-test' AS BLOB), 'manual', 'Best of', 1, 1);
      INSERT INTO collection_item (collection_id, entity_id, rank, added_at_ms, updated_at_ms)
        SELECT 55, 1000000000 + id, printf('%06d', id), 1, 1 FROM chosen;
      INSERT INTO change_log (event_uid, device_uid, clock_ms, clock_counter, domain, subject_uid,
        action, payload_json, state, created_at_ms)
        SELECT CAST(printf('event--%09d', id) AS BLOB), CAST('device-of-a-test' AS BLOB), 5, id,
          'playback', CAST(printf('entity-%09d', id) AS BLOB), 'set', '{"position":1}', 'pending',
          5 FROM chosen;
      INSERT INTO file_binding (uid, entity_id, media_file_id, source_uid, path, size_bytes, role,
        method, confidence, locked, created_at_ms, updated_at_ms)
        SELECT CAST(printf('binding%09d', id) AS BLOB), 1000000000 + id, id,
          (SELECT uid FROM library_source LIMIT 1), CAST('as/it/was/' || id AS BLOB), 1, 'primary',
          'manual', 1.0, 1, 1, 1 FROM chosen;
      DROP TABLE chosen;
      COMMIT;
      """
    )
  }

  /// Every row of the user's own, each value as SQL writes it; empty before there are tables.
  package static func rows(of connection: borrowing Connection) throws(SQLiteError) -> [String] {
    var rows: [String] = []
    for table in tables {
      // Events of the library's own come and go; those that are to be uploaded stay.
      let condition = table == "change_log" ? "state <> 'local'" : "1"
      rows += try self.rows(of: table, where: condition, connection)
    }
    // Where a bound file lies is a fact of the scan; what it is bound to, and by whom, is not.
    return try rows
      + self.rows(of: "file_binding", where: "locked = 1", without: ["path"], connection)
  }

  /// The rows of one table, in the order of their values, whatever the order of its columns.
  package static func rows(
    of table: String,
    where condition: String = "1",
    without hidden: Set<String> = [],
    columns wanted: Set<String>? = nil,
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> [String] {
    let columns = try connection.all("SELECT name FROM pragma_table_info('\(table)') ORDER BY name")
    {
      $0.text(0)
    }
    let shown = columns.filter { !hidden.contains($0) && wanted?.contains($0) ?? true }
    guard !shown.isEmpty else { return [] }
    let values = shown.map { "quote(\"\($0)\")" }.joined(separator: " || ', ' || ")
    return try connection.all(
      "SELECT '\(table): ' || \(values) AS line FROM \"\(table)\" WHERE \(condition) ORDER BY line"
    ) { $0.text(0) }
  }
}
