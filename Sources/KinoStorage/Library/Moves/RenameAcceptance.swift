import KinoCore
import KinoSQL

/// Marks staging so that a directory keeps its row, and everything in it its own, under a new name.
enum RenameAcceptance {
  /// Marks rows in `scan_discovery.detail` that were derived here: a listing lacks them under the
  /// directory's new name.
  static let label = "rename"

  /// Accepts pairs, within a transaction, with ``ScratchTables/fillAdded(of:in:)`` done.
  static func accept(
    _ pairs: [DirectoryPair],
    suspectMinimum: Int,
    in run: RunHandle,
    on connection: borrowing Connection
  ) throws(SQLiteError) {
    try ScratchTables.fillRenames(of: run.id, in: connection)
    let added = try connection.prepare(addSQL)
    let mark = try connection.prepare(markSQL)
    for pair in pairs {
      added.bind(1, pair.added.rawValue)
      added.bind(2, pair.published.rawValue)
      try added.run()
      guard connection.changes > 0 else { continue }
      mark.bind(1, run.id.rawValue)
      mark.bind(2, pair.sequence)
      mark.bind(3, pair.published.rawValue)
      mark.bind(4, pair.revision)
      try mark.run()
    }
    // One level of sub-directories at a time, until none has a counterpart.
    while try connection.run(descendSQL) > 0 {}
    try connection.run(markBelowSQL) { $0.bind(1, run.id.rawValue) }
    try connection.run(unloseSQL) { $0.bind(1, run.id.rawValue) }
    for table in ItemTable.allCases { try match(table, in: run, on: connection) }
    try deriveAbsences(in: run, suspectMinimum: suspectMinimum, on: connection)
  }

  /// Marks items that lie under the same name in the same directory.
  ///
  /// The pairs are read in the order of the renamed directories and each row is marked by its key:
  /// as one statement it would read all renamed directories for every staged row.
  private static func match(
    _ table: ItemTable,
    in run: RunHandle,
    on connection: borrowing Connection
  ) throws(SQLiteError) {
    let precision = try connection.int64(precisionSQL) { $0.bind(1, run.source.rawValue) }
    let mark = try connection.prepare(markItemSQL)
    mark.bind(1, run.id.rawValue)
    try connection.query(matchSQL(table)) {
      $0.bind(1, precision ?? 1)
    } _: {
      row throws(SQLiteError) in
      mark.bind(2, row.int64(0))
      mark.bind(3, row.int64(1))
      mark.bind(4, row.int64(2))
      mark.bind(5, row.text(3))
      try mark.run()
    }
  }

  /// Stages what the published directories have and their listings under the new name lack.
  private static func deriveAbsences(
    in run: RunHandle,
    suspectMinimum: Int,
    on connection: borrowing Connection
  ) throws(SQLiteError) {
    let next = try connection.int64(nextSQL) { $0.bind(1, run.id.rawValue) } ?? 1
    var sequence = next
    func derive(_ sql: String, _ minimum: Int?) throws(SQLiteError) {
      sequence += Int64(
        try connection.run(sql) { statement in
          statement.bind(1, run.id.rawValue)
          statement.bind(2, sequence - 1)
          if let minimum { statement.bind(3, minimum) }
        }
      )
    }
    for sql in [absentDirectoriesSQL] + ItemTable.allCases.map(absentItemsSQL) {
      try derive(sql, suspectMinimum)
    }
    for sql in ItemTable.allCases.map(replacedItemsSQL) { try derive(sql, nil) }
    guard sequence > next else { return }
    try connection.run(advanceSQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, sequence)
    }
  }

  private static let addSQL = "INSERT OR IGNORE INTO temp.kino_rename VALUES (?1, ?2)"
  private static let markSQL = """
    UPDATE scan_discovery
    SET resolution = 'moved', resolved_item_id = ?3, expected_revision = ?4
    WHERE run_id = ?1 AND seq = ?2
    """
  private static let descendSQL = """
    INSERT OR IGNORE INTO temp.kino_rename
    SELECT found.item_id, child.id
    FROM temp.kino_rename AS renamed
    CROSS JOIN temp.kino_added AS found
      ON found.directory_id = renamed.added AND found.item_kind = 'directory'
    CROSS JOIN source_directory AS child
      ON child.parent_id = renamed.published AND child.name = found.name
    WHERE child.availability <> 'missing'
    """
  private static let markBelowSQL = """
    UPDATE scan_discovery
    SET resolution = 'dropped', resolved_item_id = renamed.published
    FROM temp.kino_rename AS renamed
    WHERE run_id = ?1 AND item_kind = 'directory' AND change = 'added' AND resolution IS NULL
      AND renamed.added = item_id
    """
  private static let unloseSQL = """
    UPDATE scan_discovery SET resolution = 'dropped'
    WHERE run_id = ?1 AND item_kind = 'directory' AND change = 'absent'
      AND item_id IN (SELECT published FROM temp.kino_rename)
    """
  private static let precisionSQL =
    "SELECT modified_precision_ms FROM library_source WHERE id = ?1"

  /// Ids do not contradict that an item is the row of its name.
  private static let isAlike = """
    (item.stable_id IS NULL OR found.stable_id IS NULL OR item.stable_id = found.stable_id)
    """
  /// An item of the same name is the same row, unless its id is another.
  ///
  /// Unchanged it needs nothing, otherwise it is treated as moved. What is unknown on one side is no
  /// change.
  private static func matchSQL(_ table: ItemTable) -> String {
    """
    SELECT found.seq, item.id, item.row_revision, CASE
      WHEN item.size_bytes <> found.size_bytes
        OR abs(item.modified_at_ms - found.modified_at_ms) >= ?1 THEN 'moved_changed'
      WHEN item.size_bytes IS NULL AND found.size_bytes IS NOT NULL
        OR item.modified_at_ms IS NULL AND found.modified_at_ms IS NOT NULL THEN 'moved'
      WHEN item.hold_reason IS NOT NULL OR item.availability <> 'present' THEN 'moved'
      ELSE 'dropped' END
    FROM temp.kino_rename AS renamed
    CROSS JOIN temp.kino_added AS found
      ON found.directory_id = renamed.added AND found.item_kind = '\(table.kind)'
    CROSS JOIN \(table.name) AS item
      ON item.directory_id = renamed.published AND item.name = found.name
    WHERE item.availability <> 'missing' AND \(isAlike)
    """
  }
  private static let markItemSQL = """
    UPDATE scan_discovery
    SET resolved_item_id = ?3, expected_revision = ?4, resolution = ?5
    WHERE run_id = ?1 AND seq = ?2
    """

  private static let nextSQL = "SELECT next_seq FROM scan_run WHERE id = ?1"
  private static let advanceSQL = "UPDATE scan_run SET next_seq = ?2 WHERE id = ?1"

  /// A listing that failed, or did not come, makes nothing absent.
  private static let wasListed = """
    NOT EXISTS (
      SELECT 1 FROM scan_frontier
      WHERE run_id = ?1 AND directory_id = renamed.added AND state = 'failed'
    ) AND (
      SELECT last_directory_id >= renamed.added FROM scan_seen
      WHERE run_id = ?1 AND first_directory_id <= renamed.added
      ORDER BY first_directory_id DESC LIMIT 1
    )
    """
  /// Renamed directories in which something else may lie now: those that list empty, and held ?3 items
  /// or more, here or one level down; and those below that are another directory than the one that
  /// had their name, for something was mounted or unmounted there.
  private static let doubtful = """
    WITH doubtful (added) AS MATERIALIZED (
      SELECT renamed.added
      FROM temp.kino_rename AS renamed
      CROSS JOIN source_directory AS directory ON directory.id = renamed.published
      WHERE NOT EXISTS (SELECT 1 FROM temp.kino_added WHERE directory_id = renamed.added)
        AND directory.item_count + (
          SELECT coalesce(sum(child.item_count), 0) FROM source_directory AS child
          WHERE child.parent_id = directory.id AND child.availability <> 'missing'
        ) >= ?3
      UNION
      SELECT renamed.added
      FROM temp.kino_rename AS renamed
      CROSS JOIN source_directory AS directory ON directory.id = renamed.published
      CROSS JOIN temp.kino_added AS own
        ON own.item_id = renamed.added AND own.item_kind = 'directory'
      CROSS JOIN scan_discovery AS found ON found.run_id = ?1 AND found.seq = own.seq
      WHERE directory.stable_id <> found.stable_id
        OR directory.device_boundary <> (found.entry_flags & \(DirectoryColumns.mountBoundary) <> 0)
    )
    """
  private static let hold = """
    CASE WHEN renamed.added IN doubtful THEN '\(HoldReason.suspect.rawValue)' END
    """
  private static let absentDirectoriesSQL = """
    \(doubtful)
    INSERT INTO scan_discovery (run_id, seq, directory_id, item_kind, change, item_id,
      expected_revision, name, detail, hold_reason)
    SELECT ?1, ?2 + row_number() OVER (), renamed.published, 'directory', 'absent', child.id,
      child.row_revision, child.name, '\(label)', \(hold)
    FROM temp.kino_rename AS renamed
    CROSS JOIN source_directory AS child ON child.parent_id = renamed.published
    WHERE child.availability <> 'missing' AND \(wasListed)
      AND child.id NOT IN (SELECT published FROM temp.kino_rename)
      AND NOT EXISTS (
        SELECT 1 FROM temp.kino_added
        WHERE directory_id = renamed.added AND item_kind = 'directory' AND name = child.name
      )
    """
  private static func absentItemsSQL(_ table: ItemTable) -> String {
    """
    \(doubtful)
    INSERT INTO scan_discovery (run_id, seq, directory_id, item_kind, change, item_id,
      expected_revision, name, detail, hold_reason)
    SELECT ?1, ?2 + row_number() OVER (), renamed.published, '\(table.kind)', 'absent', item.id,
      item.row_revision, item.name, '\(label)', \(hold)
    FROM temp.kino_rename AS renamed
    CROSS JOIN \(table.name) AS item ON item.directory_id = renamed.published
    WHERE item.availability <> 'missing' AND \(wasListed)
      AND NOT EXISTS (
        SELECT 1 FROM temp.kino_added
        WHERE directory_id = renamed.added AND item_kind = '\(table.kind)' AND name = item.name
      )
    """
  }
  /// What has the name of an item and another id may be the item, written anew, or another file: that
  /// is asked about as if it lay in another place.
  private static func replacedItemsSQL(_ table: ItemTable) -> String {
    """
    INSERT INTO scan_discovery (run_id, seq, directory_id, item_kind, change, item_id,
      expected_revision, name, detail)
    SELECT ?1, ?2 + row_number() OVER (), renamed.published, '\(table.kind)', 'absent', item.id,
      item.row_revision, item.name, '\(Displacement.replacedInRename.label)'
    FROM temp.kino_rename AS renamed
    CROSS JOIN temp.kino_added AS found
      ON found.directory_id = renamed.added AND found.item_kind = '\(table.kind)'
    CROSS JOIN \(table.name) AS item
      ON item.directory_id = renamed.published AND item.name = found.name
    WHERE item.availability <> 'missing' AND NOT \(isAlike)
    """
  }
}
