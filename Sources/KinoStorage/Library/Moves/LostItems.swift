import KinoCore
import KinoSQL

/// The published rows that an added item may be: gone in this run, missing for longer, held, or
/// published where this run did not look.
struct LostItems {
  let run: RunHandle

  /// Which rows are meant.
  enum Extent {
    /// Rows that are in no place.
    case lost
    /// Those, rows under whose name another file is listed, and what else only a stable id can tell.
    case identities
  }

  /// Makes the list, unless it stands already.
  ///
  /// Returns false when nothing is lost.
  func prepare(
    _ extent: Extent = .lost,
    afresh: Bool,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Bool {
    let stands = try stands(extent, in: connection)
    if afresh || !stands { try fill(extent, in: connection) }
    return try connection.int64("SELECT 1 FROM temp.kino_lost LIMIT 1") != nil
  }

  /// Whether the list stands; one that has more than is asked for does, too.
  func stands(
    _ extent: Extent,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Bool {
    try ScratchTables.make(in: connection)
    let sql = "SELECT run_id FROM temp.kino_lost_of WHERE includes_replaced >= ?1"
    return try connection.int64(sql) { $0.bind(1, extent == .identities) } == run.id.rawValue
  }

  private func fill(
    _ extent: Extent,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    for table in ["kino_lost", "kino_lost_of", "kino_rival", "kino_replaced"] {
      try connection.run("DELETE FROM temp.\(table)")
    }
    try Losses.fill(of: run.id, in: connection)
    for table in ItemTable.allCases {
      try connection.run(Self.goneSQL(table))
      for sql in [Self.missingSQL(table), Self.heldSQL(table)] {
        try connection.run(sql) { statement in
          statement.bind(1, run.id.rawValue)
          statement.bind(2, run.source.rawValue)
        }
      }
    }
    if extent == .identities { try ReplacedItems(run).add(in: connection) }
    try UncoveredItems(run).add(in: connection)
    if extent == .identities { try TwinItems(run).stage(in: connection) }
    if try connection.int64("SELECT 1 FROM temp.kino_lost LIMIT 1") != nil {
      try ScratchTables.fillAdded(of: run.id, in: connection)
      try countRivals(in: connection)
    }
    try connection.run("INSERT INTO temp.kino_lost_of VALUES (?1, ?2)") { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, extent == .identities)
    }
  }

  private func countRivals(in connection: borrowing Connection) throws(SQLiteError) {
    try connection.run(Self.lostRivalsSQL)
    try connection.run(Self.addedRivalsSQL) { $0.bind(1, run.id.rawValue) }
  }

  /// Whether anything could be lost at all: asked before temporary tables are made.
  func mayHaveAny(
    _ extent: Extent,
    _ staged: StagedCounts,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Bool {
    if staged.missing > 0 { return true }
    let found = try connection.int64(Self.anySQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, run.source.rawValue)
    }
    if found == 1 { return true }
    guard extent == .identities else { return false }
    return try ReplacedItems(run).hasAny(staged, in: connection)
  }

  static func insertion(_ table: ItemTable) -> String {
    """
    INSERT OR IGNORE INTO temp.kino_lost (item_kind, item_id, state, directory_id, name, revision,
      size_bytes, modified_at_ms, stable_id, fingerprint, created_at_ms)
    """
  }

  static func columns(_ table: ItemTable, state: String) -> String {
    """
    '\(table.kind)', item.id, \(state), item.directory_id, item.name, item.row_revision,
    item.size_bytes, item.modified_at_ms, item.stable_id,
    \(table == .video ? "item.fingerprint" : "NULL"), item.created_at_ms
    """
  }

  private static func goneSQL(_ table: ItemTable) -> String {
    let state = "CASE WHEN item.hold_reason IS NULL THEN 'absent' ELSE 'held' END"
    return """
      \(insertion(table))
      SELECT \(columns(table, state: state))
      FROM temp.kino_loss AS loss CROSS JOIN \(table.name) AS item ON item.id = loss.item_id
      WHERE loss.item_kind = '\(table.kind)' AND loss.change = 'absent'
      """
  }

  static func missingSQL(_ table: ItemTable) -> String {
    """
    \(insertion(table))
    SELECT \(columns(table, state: "'missing'"))
    FROM \(table.name) AS item
    WHERE item.source_id = ?2 AND item.availability = 'missing'
      AND item.id NOT IN (
        SELECT resolved_item_id FROM scan_discovery
        WHERE run_id = ?1 AND item_kind = '\(table.kind)' AND resolved_item_id IS NOT NULL
      )
    """
  }

  /// Held rows that this run has not seen again.
  private static func heldSQL(_ table: ItemTable) -> String {
    """
    \(insertion(table))
    SELECT \(columns(table, state: "'held'"))
    FROM \(table.name) AS item
    WHERE item.source_id = ?2 AND item.hold_reason IS NOT NULL
      AND item.id NOT IN (
        SELECT coalesce(resolved_item_id, item_id) FROM scan_discovery
        WHERE run_id = ?1 AND item_kind = '\(table.kind)'
          AND coalesce(resolved_item_id, item_id) IS NOT NULL
      )
    """
  }

  private static let lostRivalsSQL = """
    INSERT INTO temp.kino_rival
    SELECT item_kind, size_bytes, modified_at_ms, 0, count(*) FROM temp.kino_lost
    WHERE size_bytes IS NOT NULL AND modified_at_ms IS NOT NULL
    GROUP BY item_kind, size_bytes, modified_at_ms
    """
  private static let addedRivalsSQL = """
    UPDATE temp.kino_rival SET added = found.n
    FROM (
      SELECT rival.item_kind AS k, rival.size_bytes AS s, rival.modified_at_ms AS m, count(*) AS n
      FROM scan_discovery AS staged CROSS JOIN temp.kino_rival AS rival
        ON rival.item_kind = staged.item_kind AND rival.size_bytes = staged.size_bytes
        AND rival.modified_at_ms = staged.modified_at_ms
      WHERE staged.run_id = ?1 AND staged.change = 'added' AND staged.resolution IS NULL
      GROUP BY 1, 2, 3
    ) AS found
    WHERE item_kind = found.k AND size_bytes = found.s AND modified_at_ms = found.m
    """
  private static let anySQL = """
    SELECT
      EXISTS (SELECT 1 FROM media_file WHERE source_id = ?2 AND availability = 'missing')
      OR EXISTS (SELECT 1 FROM sidecar WHERE source_id = ?2 AND availability = 'missing')
      OR EXISTS (SELECT 1 FROM media_file WHERE source_id = ?2 AND hold_reason IS NOT NULL)
      OR EXISTS (SELECT 1 FROM sidecar WHERE source_id = ?2 AND hold_reason IS NOT NULL)
      OR EXISTS (SELECT 1 FROM scan_frontier WHERE run_id = ?1)
      OR EXISTS (SELECT 1 FROM scan_run WHERE id = ?1 AND scope_json IS NOT NULL)
    """
}
