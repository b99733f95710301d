import KinoCore
import KinoSQL

extension Publication {
  /// Drops the rows on the way to a scope of the run that could not be listed.
  func dropUnreachedScope(in connection: borrowing Connection) throws(SQLiteError) {
    guard case .subtrees = scope, tally.count(of: [.added, .returned]) > 0 else { return }
    // From the end upwards: what has nothing below it and was not listed itself goes.
    while try connection.run(Self.unreachedSQL, { $0.bind(1, run.id.rawValue) }) > 0 {}
  }

  /// Inserts added directories under the ids that were reserved for them, and updates those that
  /// were published.
  func insertDirectories(in connection: borrowing Connection) throws(SQLiteError) {
    for change in [StagedDifference.Change.changed, .touched, .returned, .included]
    where tally.count(.directory, change) > 0 {
      try connection.run(Self.updateDirectoriesSQL) { statement in
        statement.bind(1, run.id.rawValue)
        statement.bind(2, change.rawValue)
      }
    }
    guard tally.count(.directory, .added) > 0 else { return }
    try connection.run(Self.insertDirectoriesSQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, run.source.rawValue)
    }
  }

  /// Publishes the changes of items that stayed where they are.
  mutating func updateItems(in connection: borrowing Connection) throws(SQLiteError) {
    for table in ItemTable.allCases {
      for change in [StagedDifference.Change.changed, .touched, .returned, .included] {
        let staged = tally.count(table.itemKind, change)
        guard staged > 0 else { continue }
        let done = try run(Self.updateSQL(table), in: connection) { $0.bind(3, change.rawValue) }
        outcome.conflicts += staged - done
        if change == .changed { outcome.changed += done }
        if change == .returned || change == .included { outcome.restored += done }
      }
    }
  }

  /// Publishes what is new: items with a row of their own, then those that are packed.
  mutating func insertItems(in connection: borrowing Connection) throws(SQLiteError) {
    for table in ItemTable.allCases {
      let staged = tally.count(table.itemKind, .added) - packedCount(of: table)
      guard staged + outcome.conflicts > 0 else { continue }
      let inserted = try run(Self.insertSQL(table), in: connection) { statement in
        statement.bind(3, run.source.rawValue)
      }
      outcome.added += inserted
      if inserted < staged { outcome.conflicts += 1 }
    }
    guard tally.packed.total > 0 else { return }
    let inserted = try PackedPublication(run, at: now, uids).insert(in: connection)
    outcome.added += inserted
    if inserted < tally.packed.total { outcome.conflicts += 1 }
  }

  private func packedCount(of table: ItemTable) -> Int {
    table == .video ? tally.packed.videos : tally.packed.sidecars
  }

  private static let unreachedSQL = """
    DELETE FROM scan_discovery
    WHERE run_id = ?1 AND detail = '\(ScopeChain.label)' AND item_kind = 'directory'
      AND coalesce((
        SELECT last_directory_id < item_id FROM scan_seen
        WHERE run_id = ?1 AND first_directory_id <= item_id
        ORDER BY first_directory_id DESC LIMIT 1
      ), 1)
      AND item_id NOT IN (
        SELECT directory_id FROM scan_discovery
        WHERE run_id = ?1 AND detail = '\(ScopeChain.label)'
      )
    """
  static let insertDirectoriesSQL = """
    INSERT OR IGNORE INTO source_directory (id, source_id, parent_id, name, compare_key,
      entry_flags, device_boundary, stable_id, locator)
    SELECT item_id, ?2, directory_id, name, compare_key, entry_flags,
      (entry_flags & \(DirectoryColumns.mountBoundary)) <> 0, stable_id, locator
    FROM scan_discovery
    WHERE run_id = ?1 AND item_kind = 'directory' AND change = 'added' AND resolution IS NULL
    """
  private static let updateDirectoriesSQL = """
    UPDATE source_directory
    SET compare_key = found.compare_key, stable_id = found.stable_id, locator = found.locator,
      entry_flags = found.entry_flags,
      device_boundary = (found.entry_flags & \(DirectoryColumns.mountBoundary)) <> 0,
      availability = CASE found.change WHEN 'returned' THEN 'present' WHEN 'included' THEN 'present'
        ELSE availability END,
      missing_since_ms = CASE found.change WHEN 'returned' THEN NULL ELSE missing_since_ms END,
      missing_publication = CASE found.change WHEN 'returned' THEN NULL
        ELSE missing_publication END,
      row_revision = row_revision + 1
    FROM scan_discovery AS found
    WHERE found.run_id = ?1 AND found.item_kind = 'directory'
      AND found.change = ?2 AND source_directory.id = found.item_id
      AND source_directory.row_revision = found.expected_revision
    """

  static func updateSQL(_ table: ItemTable) -> String {
    let isChanged = """
      found.change = 'changed' OR found.change <> 'touched' AND (
        \(table.name).size_bytes IS NOT found.size_bytes
        OR \(table.name).modified_at_ms IS NOT found.modified_at_ms)
      """
    let inputChanged = table == .video ? ItemColumns.contentRevisions(isChanged) : ""
    return """
      UPDATE \(table.name)
      SET \(ItemColumns.facts(table)), \(ItemColumns.present),
        row_revision = row_revision + 1 \(inputChanged), updated_at_ms = ?2,
        last_seen_run_id = CASE found.change WHEN 'touched' THEN last_seen_run_id ELSE ?1 END
      FROM scan_discovery AS found
      WHERE found.run_id = ?1 AND found.item_kind = '\(table.kind)' AND found.change = ?3
        AND \(table.name).id = found.item_id
        AND \(table.name).row_revision = found.expected_revision
      """
  }

  static func insertSQL(_ table: ItemTable) -> String {
    let isVideo = table == .video
    return """
      INSERT OR IGNORE INTO \(table.name) (\(isVideo ? "uid, " : "")source_id, directory_id, name,
        compare_key, \(table.detailColumn), size_bytes, modified_at_ms, created_at_ms, entry_flags,
        first_seen_at_ms, updated_at_ms, last_seen_run_id, etag, stable_id, locator)
      SELECT \(isVideo ? "uid7(), " : "")?3, directory_id, name, compare_key,
        coalesce(detail, '\(isVideo ? "video" : "other")'), size_bytes, modified_at_ms,
        created_at_ms, entry_flags, ?2, ?2, ?1, etag, stable_id, locator
      FROM scan_discovery
      WHERE run_id = ?1 AND item_kind = '\(table.kind)' AND change = 'added'
        AND resolution IS NULL
      """
  }
}

extension ItemColumns {
  /// Moves the revisions of a video's content and input when a condition holds; what was read of
  /// the content before is no witness of it any more.
  static func contentRevisions(_ condition: String) -> String {
    """
    , material_revision = material_revision + (\(condition)),
    fingerprint = CASE WHEN \(condition) THEN NULL ELSE media_file.fingerprint END,
    input_revision = input_revision + (\(condition))
    """
  }
}
