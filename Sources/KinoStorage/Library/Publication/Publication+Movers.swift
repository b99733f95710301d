import KinoCore
import KinoSQL

extension Publication {
  /// Makes added items of moves whose row has moved on since; a renamed directory cannot be given
  /// up so late, which makes the plan void.
  mutating func releaseMovedOn(in connection: borrowing Connection) throws(SQLiteError) {
    for table in ItemTable.allCases where movers(table) > 0 {
      outcome.conflicts += try connection.run(Self.releaseSQL(table)) {
        $0.bind(1, run.id.rawValue)
      }
    }
  }

  /// Takes everything that gets a new place out of the way of everything else that does.
  mutating func parkMovers(in connection: borrowing Connection) throws(SQLiteError) {
    for table in ItemTable.allCases where movers(table) > 0 {
      vacated += try connection.all(Self.vacatedSQL(table)) {
        $0.bind(1, run.id.rawValue)
      } _: {
        $0.int64(0)
      }
      try connection.run(Self.parkSQL(table)) { $0.bind(1, run.id.rawValue) }
    }
    if tally.hasRenames {
      try connection.run(Self.parkDirectoriesSQL) { $0.bind(1, run.id.rawValue) }
    }
  }

  /// Puts renamed directories in their places, and names them in the staging instead of the ids
  /// that were reserved for them.
  func translateRenames(in connection: borrowing Connection) throws(SQLiteError) {
    for sql in [Self.translateSQL, Self.translateFailuresSQL, Self.placeDirectoriesSQL] {
      try connection.run(sql) { $0.bind(1, run.id.rawValue) }
    }
  }

  /// Puts moved and restored items in their places, with the facts that were listed there.
  mutating func placeMovers(in connection: borrowing Connection) throws(SQLiteError) {
    for table in ItemTable.allCases {
      let moved = tally.count(table.itemKind) { $0.isMove }
      let restored = tally.count(table.itemKind) { $0.isRestoration }
      outcome.moved += tally.count(table.itemKind) { $0 == .dropped }
      guard moved + restored > 0 else { continue }
      outcome.moved += try run(Self.placeSQL(table, "'moved', 'moved_changed'"), in: connection)
      outcome.restored += try run(
        Self.placeSQL(table, "'restored', 'restored_changed'"),
        in: connection
      )
    }
  }

  private func movers(_ table: ItemTable) -> Int {
    tally.count(table.itemKind) { $0 != .dropped }
  }

  private static func releaseSQL(_ table: ItemTable) -> String {
    """
    UPDATE scan_discovery
    SET resolution = NULL, resolved_item_id = NULL, expected_revision = NULL
    WHERE run_id = ?1 AND item_kind = '\(table.kind)' AND change = 'added'
      AND resolution IN ('moved', 'moved_changed', 'restored', 'restored_changed')
      AND NOT EXISTS (
        SELECT 1 FROM \(table.name)
        WHERE id = resolved_item_id AND row_revision = expected_revision
      )
    """
  }

  private static func vacatedSQL(_ table: ItemTable) -> String {
    """
    SELECT DISTINCT item.directory_id
    FROM scan_discovery AS found CROSS JOIN \(table.name) AS item
      ON item.id = found.resolved_item_id
    WHERE found.run_id = ?1 AND found.item_kind = '\(table.kind)'
      AND found.resolution IN ('moved', 'moved_changed')
    """
  }

  /// Ids of directories are positive, so that no two parked rows and no parked and placed row meet.
  private static func parkSQL(_ table: ItemTable) -> String {
    """
    UPDATE \(table.name) SET directory_id = -id
    WHERE id IN (
      SELECT resolved_item_id FROM scan_discovery
      WHERE run_id = ?1 AND item_kind = '\(table.kind)'
        AND resolution IN ('moved', 'moved_changed')
    )
    """
  }
  private static let parkDirectoriesSQL = """
    UPDATE source_directory SET parent_id = -id
    WHERE id IN (
      SELECT resolved_item_id FROM scan_discovery
      WHERE run_id = ?1 AND item_kind = 'directory' AND resolution = 'moved'
    )
    """

  private static let translateSQL = """
    UPDATE scan_discovery SET directory_id = renamed.published
    FROM temp.kino_rename AS renamed
    WHERE run_id = ?1 AND directory_id = renamed.added
    """
  private static let translateFailuresSQL = """
    UPDATE OR REPLACE scan_frontier SET directory_id = renamed.published
    FROM temp.kino_rename AS renamed
    WHERE run_id = ?1 AND directory_id = renamed.added
    """
  private static let placeDirectoriesSQL = """
    UPDATE source_directory
    SET parent_id = found.directory_id, name = found.name, compare_key = found.compare_key,
      stable_id = found.stable_id, locator = found.locator, entry_flags = found.entry_flags,
      device_boundary = (found.entry_flags & \(DirectoryColumns.mountBoundary)) <> 0,
      availability = 'present', row_revision = row_revision + 1
    FROM scan_discovery AS found
    WHERE found.run_id = ?1 AND found.item_kind = 'directory'
      AND found.resolution = 'moved' AND source_directory.id = found.resolved_item_id
    """

  static func placeSQL(_ table: ItemTable, _ resolutions: String) -> String {
    let isChanged = "found.resolution IN ('moved_changed', 'restored_changed')"
    return """
      UPDATE \(table.name)
      SET directory_id = found.directory_id, name = found.name,
        \(ItemColumns.facts(table)), \(ItemColumns.present),
        \(ItemColumns.revisions(table, contentChanged: isChanged)),
        updated_at_ms = ?2, last_seen_run_id = ?1
      FROM scan_discovery AS found
      WHERE found.run_id = ?1 AND found.item_kind = '\(table.kind)'
        AND found.resolution IN (\(resolutions)) AND \(table.name).id = found.resolved_item_id
      """
  }
}

/// Assignments that several statements share; `found` is the staged row.
enum ItemColumns {
  /// What was listed.
  ///
  /// A fact that the listing does not give keeps its value only where it cannot go
  /// stale with the content.
  static func facts(_ table: ItemTable) -> String {
    """
    compare_key = found.compare_key,
    \(table.detailColumn) = coalesce(found.detail, \(table.name).\(table.detailColumn)),
    size_bytes = found.size_bytes, modified_at_ms = found.modified_at_ms,
    created_at_ms = coalesce(found.created_at_ms, \(table.name).created_at_ms), etag = found.etag,
    stable_id = found.stable_id, locator = found.locator, entry_flags = found.entry_flags
    """
  }

  /// There, and nothing held against it.
  static let present = """
    availability = 'present', missing_since_ms = NULL, missing_clock_ms = NULL,
    missing_scans = NULL, missing_publication = NULL, hold_reason = NULL, hold_since_ms = NULL,
    hold_publication = NULL
    """

  /// Videos have two revisions more: of their content, and of all that their metadata depends on.
  static func revisions(_ table: ItemTable, contentChanged: String) -> String {
    switch table {
    case .sidecar: "row_revision = row_revision + 1"
    case .video:
      """
      row_revision = row_revision + 1,
      material_revision = material_revision + (\(contentChanged)),
      fingerprint = CASE WHEN \(contentChanged) THEN NULL ELSE fingerprint END,
      input_revision = input_revision + 1
      """
    }
  }
}

/// How directory rows hold what a listing says of them.
enum DirectoryColumns {
  /// The bit of `entry_flags` that says that another file system begins here.
  static let mountBoundary = SourceEntry.Flags.mountBoundary.rawValue
}
