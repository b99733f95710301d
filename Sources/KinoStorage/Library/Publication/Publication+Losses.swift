import KinoCore
import KinoSQL

extension Publication {
  /// Marks what is gone as missing or held, and what the filter leaves out as excluded.
  ///
  /// A directory goes missing with the last item in it or below it; while a removal is held its
  /// directories stay.
  mutating func publishLosses(in connection: borrowing Connection) throws(SQLiteError) {
    try Losses.fill(of: run.id, in: connection)
    let marks = clock.marks(at: order.at)
    for table in ItemTable.allCases {
      outcome.missing += try connection.run(Self.missingSQL(table)) { statement in
        statement.bind(1, now)
        statement.bind(2, number)
        statement.bind(3, marks.milliseconds)
        statement.bind(4, marks.scans)
        statement.bind(5, order.removals.holdsNewRemovals)
        statement.bind(6, order.removals.appliesHoldsSince?.milliseconds)
      }
      try connection.run(Self.holdSQL(table), bindMoment)
      try connection.run(Self.datedAheadSQL(table)) { $0.bind(1, now) }
      outcome.excluded += try connection.run(Self.excludeSQL(table)) { $0.bind(1, now) }
    }
    // The file is there, in the place of its other row.
    outcome.missing -= Int(try connection.int64(Self.twinsSQL) ?? 0)
    try countConflictingLosses(in: connection)
    try connection.run(Self.suspectSQL)
    try connection.run(Self.missingDirectoriesSQL, bindMoment)
    try connection.run(Self.excludedDirectoriesSQL)
  }

  /// Binds the time to ?1 and the publication's number to ?2.
  private func bindMoment(_ statement: borrowing Statement) {
    statement.bind(1, now)
    statement.bind(2, number)
  }

  /// Staged losses that are none because their rows have moved on.
  private mutating func countConflictingLosses(
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    for table in ItemTable.allCases {
      let staged = tally.count(table.itemKind, .absent) + tally.count(table.itemKind, .excluded)
      guard staged > 0 else { continue }
      let conflicts = try connection.int64(Self.conflictsSQL(table)) { $0.bind(1, run.id.rawValue) }
      outcome.conflicts += Int(conflicts ?? 0)
    }
  }

  /// Ends a hold; ?1 is the time.
  private static let clearHold = """
    hold_reason = NULL, hold_since_ms = NULL, hold_publication = NULL,
    row_revision = row_revision + 1, updated_at_ms = ?1
    """

  /// What a row was known by that was found to be another is that one's: else the two could not be
  /// told apart when the file moves again.
  private static func forgetTwin(_ table: ItemTable) -> String {
    let columns = table == .video ? ["stable_id", "fingerprint"] : ["stable_id"]
    let isTwin = "loss.displacement = \(Displacement.twin.rawValue)"
    return columns.map { ", \($0) = iif(\(isTwin), NULL, \($0))" }.joined()
  }

  static func missingSQL(_ table: ItemTable) -> String {
    """
    UPDATE \(table.name)
    SET availability = 'missing', missing_since_ms = ?1, missing_publication = ?2,
      missing_clock_ms = ?3, missing_scans = ?4, \(clearHold)\(forgetTwin(table))
    FROM temp.kino_loss AS loss
    WHERE loss.item_kind = '\(table.kind)' AND loss.change = 'absent'
      AND \(table.name).id = loss.item_id AND CASE
        WHEN loss.displacement > 0 THEN 1
        WHEN loss.hold_reason IS NULL THEN NOT loss.is_suspect AND NOT ?5
        ELSE loss.hold_reason <> 'undone' AND coalesce(loss.hold_since_ms <= ?6, 0) END
    """
  }

  /// What is left over of the losses and was not held before.
  static func holdSQL(_ table: ItemTable) -> String {
    """
    UPDATE \(table.name)
    SET hold_reason = CASE WHEN loss.is_suspect THEN 'suspect' ELSE 'brake' END,
      hold_since_ms = ?1, hold_publication = ?2, row_revision = row_revision + 1,
      updated_at_ms = ?1
    FROM temp.kino_loss AS loss
    WHERE loss.item_kind = '\(table.kind)' AND loss.change = 'absent'
      AND loss.hold_reason IS NULL AND \(table.name).id = loss.item_id
      AND \(table.name).availability <> 'missing'
    """
  }

  /// A hold that was made while the clock was wrong counts from now, or it would stay until then.
  static func datedAheadSQL(_ table: ItemTable) -> String {
    """
    UPDATE \(table.name)
    SET hold_since_ms = ?1, row_revision = row_revision + 1, updated_at_ms = ?1
    FROM temp.kino_loss AS loss
    WHERE loss.item_kind = '\(table.kind)' AND loss.change = 'absent'
      AND loss.hold_since_ms > ?1 AND \(table.name).id = loss.item_id
      AND \(table.name).hold_reason <> 'undone' AND \(table.name).hold_since_ms > ?1
    """
  }

  static func excludeSQL(_ table: ItemTable) -> String {
    """
    UPDATE \(table.name)
    SET availability = 'excluded', \(clearHold)
    FROM temp.kino_loss AS loss
    WHERE loss.item_kind = '\(table.kind)' AND loss.change = 'excluded'
      AND \(table.name).id = loss.item_id AND \(table.name).availability <> 'excluded'
    """
  }

  private static func conflictsSQL(_ table: ItemTable) -> String {
    """
    SELECT count(*) FROM scan_discovery AS found
    WHERE found.run_id = ?1 AND found.item_kind = '\(table.kind)'
      AND found.change IN ('absent', 'excluded') AND found.resolution IS NULL
      AND NOT EXISTS (
        SELECT 1 FROM temp.kino_loss
        WHERE item_kind = '\(table.kind)' AND item_id = found.item_id
      )
      AND found.item_id NOT IN (
        SELECT resolved_item_id FROM scan_discovery
        WHERE run_id = ?1 AND item_kind = '\(table.kind)' AND resolved_item_id IS NOT NULL
      )
    """
  }

  private static let twinsSQL = """
    SELECT count(*) FROM temp.kino_loss WHERE displacement = \(Displacement.twin.rawValue)
    """
  private static let suspectSQL = """
    UPDATE source_directory SET suspect_reason = 'suspect'
    WHERE suspect_reason IS NULL AND id IN (
      SELECT directory_id FROM temp.kino_loss
      WHERE change = 'absent' AND is_suspect AND hold_reason IS NULL
    )
    """

  static let missingDirectoriesSQL = """
    WITH RECURSIVE kept (id) AS (
      SELECT gone.id FROM temp.kino_gone_directory AS gone
      WHERE gone.change = 'absent' AND (
        EXISTS (SELECT 1 FROM media_file
          WHERE directory_id = gone.id AND availability <> 'missing')
        OR EXISTS (SELECT 1 FROM sidecar
          WHERE directory_id = gone.id AND availability <> 'missing')
      )
      UNION
      SELECT upper.id
      FROM kept CROSS JOIN source_directory AS own ON own.id = kept.id
      CROSS JOIN temp.kino_gone_directory AS upper ON upper.id = own.parent_id
    )
    UPDATE source_directory
    SET availability = 'missing', missing_since_ms = ?1, missing_publication = ?2,
      incomplete_since_run_id = NULL, suspect_reason = NULL, directory_count = 0, item_count = 0,
      row_revision = row_revision + 1
    WHERE id IN (SELECT id FROM temp.kino_gone_directory WHERE change = 'absent')
      AND id NOT IN (SELECT id FROM kept)
    """
  private static let excludedDirectoriesSQL = """
    UPDATE source_directory
    SET availability = 'excluded', incomplete_since_run_id = NULL, suspect_reason = NULL,
      row_revision = row_revision + 1
    WHERE availability = 'present'
      AND id IN (SELECT id FROM temp.kino_gone_directory WHERE change = 'excluded')
    """
}
