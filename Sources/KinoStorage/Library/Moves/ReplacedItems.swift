import KinoCore
import KinoSQL

/// Published rows under whose name a file with another stable id was listed.
///
/// As a rule it is the row's own file, written anew. But where the id is another row's, or the row's
/// own was listed elsewhere, files have exchanged their names.
struct ReplacedItems {
  /// Rows that one transaction settles.
  static let portion = 5_000

  private let run: RunHandle

  init(_ run: RunHandle) { self.run = run }

  /// Whether there are any: reads what the run has staged as changed, if it has, and looks up the rows of
  /// what has a stable id.
  func hasAny(
    _ staged: StagedCounts,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Bool {
    guard staged.changed + staged.restored > 0 else { return false }
    for table in ItemTable.allCases {
      let sql = "SELECT 1 \(Self.contradictions(table)) LIMIT 1"
      if try connection.int64(sql, bind: { $0.bind(1, run.id.rawValue) }) != nil { return true }
    }
    return false
  }

  /// Adds them to the lost items.
  func add(in connection: borrowing Connection) throws(SQLiteError) {
    for table in ItemTable.allCases {
      try connection.run(Self.noteSQL(table)) { $0.bind(1, run.id.rawValue) }
      try connection.run(Self.insertSQL(table))
      try connection.run(Self.takenSQL(table)) { $0.bind(1, run.id.rawValue) }
    }
    guard try connection.int64("SELECT 1 FROM temp.kino_replaced LIMIT 1") != nil else { return }
    try connection.run(Self.claimedSQL) { $0.bind(1, run.id.rawValue) }
  }

  /// Forgets those that stay in their places as files that were written anew: their file was not found
  /// elsewhere, and what is listed under their name is no other row.
  func dropUnmoved(in connection: borrowing Connection) throws(SQLiteError) {
    try connection.run(Self.dropSQL) { $0.bind(1, run.id.rawValue) }
  }

  /// Makes each of the next rows two in the staging, one that is absent and an added item; returns how
  /// many there were.
  ///
  /// It outlasts an interrupted processing: as two they are compared as well.
  func splitPortion(in connection: borrowing Connection) throws(SQLiteError) -> Int {
    let count = try connection.int64(Self.countSQL) { $0.bind(1, Self.portion) } ?? 0
    guard count > 0 else { return 0 }
    let next = try connection.int64(Self.advanceSQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, count)
    }
    guard let next else { return 0 }
    try connection.run(Self.absentSQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, Self.portion)
      statement.bind(3, next - 1)
    }
    try connection.run(Self.addedSQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, Self.portion)
    }
    try connection.run(Self.settledSQL) { $0.bind(1, Self.portion) }
    return Int(count)
  }

  /// Staged items, each with the row of its name, of which the id differs.
  private static func contradictions(_ table: ItemTable) -> String {
    """
    FROM scan_discovery AS found CROSS JOIN \(table.name) AS item ON item.id = found.item_id
    WHERE found.run_id = ?1 AND found.item_kind = '\(table.kind)'
      AND found.change IN ('changed', 'touched', 'returned', 'included')
      AND found.stable_id IS NOT NULL AND item.stable_id <> found.stable_id
      AND item.row_revision = found.expected_revision
    """
  }

  static func noteSQL(_ table: ItemTable) -> String {
    """
    INSERT OR REPLACE INTO temp.kino_replaced
    SELECT found.seq, found.item_kind, found.item_id \(contradictions(table))
    """
  }

  private static func insertSQL(_ table: ItemTable) -> String {
    """
    \(LostItems.insertion(table))
    SELECT \(LostItems.columns(table, state: "'replaced'"))
    FROM temp.kino_replaced AS replaced CROSS JOIN \(table.name) AS item
      ON item.id = replaced.item_id
    WHERE replaced.item_kind = '\(table.kind)'
    """
  }

  /// Those that were found elsewhere are no candidates any more; what is split still needs them.
  private static func takenSQL(_ table: ItemTable) -> String {
    """
    UPDATE temp.kino_lost SET taken = 1
    WHERE item_kind = '\(table.kind)' AND state = 'replaced' AND item_id IN (
      SELECT resolved_item_id FROM scan_discovery
      WHERE run_id = ?1 AND item_kind = '\(table.kind)' AND resolved_item_id IS NOT NULL
    )
    """
  }

  /// What was listed is read once: as a join, it would be for every replaced row.
  static let claimedSQL = """
    UPDATE temp.kino_lost SET claimed = 1
    WHERE state = 'replaced' AND (item_kind, item_id) IN (
      SELECT lost.item_kind, lost.item_id
      FROM scan_discovery AS found
      CROSS JOIN temp.kino_lost AS lost INDEXED BY kino_lost_stable_id
        ON lost.item_kind = found.item_kind AND lost.stable_id = found.stable_id
      WHERE found.run_id = ?1 AND \(isListed) AND lost.stable_id IS NOT NULL
        AND lost.size_bytes = found.size_bytes AND lost.modified_at_ms = found.modified_at_ms
        AND lost.state = 'replaced'
    )
    """

  /// Whether a staged row in `found` is an item that may be another row than that of its name.
  static let isListed = """
    found.item_kind <> 'directory' AND found.resolution IS NULL
    AND (found.change = 'added' OR found.seq IN (SELECT seq FROM temp.kino_replaced))
    """

  private static let dropSQL = """
    DELETE FROM temp.kino_replaced
    WHERE seq NOT IN (
      SELECT replaced.seq
      FROM scan_discovery AS found CROSS JOIN temp.kino_replaced AS replaced
        ON replaced.item_kind = found.item_kind AND replaced.item_id = found.resolved_item_id
      WHERE found.run_id = ?1 AND found.resolved_item_id IS NOT NULL
    ) AND seq NOT IN (
      SELECT found.seq
      FROM temp.kino_replaced AS replaced CROSS JOIN scan_discovery AS found
        ON found.run_id = ?1 AND found.seq = replaced.seq
      WHERE found.resolution IS NOT NULL
    )
    """
  private static let portionSQL = "SELECT seq FROM temp.kino_replaced ORDER BY seq LIMIT"
  private static let countSQL = "SELECT count(*) FROM (\(portionSQL) ?1)"
  private static let advanceSQL = """
    UPDATE scan_run SET next_seq = next_seq + ?2 WHERE id = ?1 RETURNING next_seq - ?2
    """
  private static let absentSQL = """
    INSERT INTO scan_discovery (run_id, seq, directory_id, item_kind, change, item_id,
      expected_revision, name, detail)
    SELECT ?1, ?3 + row_number() OVER (), found.directory_id, found.item_kind, 'absent',
      found.item_id, lost.revision, found.name, '\(Displacement.replaced.label)'
    FROM (\(portionSQL) ?2) AS replaced
    CROSS JOIN scan_discovery AS found ON found.run_id = ?1 AND found.seq = replaced.seq
    CROSS JOIN temp.kino_lost AS lost
      ON lost.item_kind = found.item_kind AND lost.item_id = found.item_id
    """
  private static let addedSQL = """
    UPDATE scan_discovery
    SET change = 'added', item_id = NULL, expected_revision = (
        SELECT revision FROM temp.kino_lost AS lost
        WHERE lost.item_kind = scan_discovery.item_kind
          AND lost.item_id = scan_discovery.resolved_item_id
      )
    WHERE run_id = ?1 AND seq IN (\(portionSQL) ?2)
    """
  private static let settledSQL =
    "DELETE FROM temp.kino_replaced WHERE seq IN (\(portionSQL) ?1)"
}
