import KinoCore
import KinoSQL

extension Publication {
  /// Moves the input of videos whose sidecars changed: what was read from them must be read again.
  func advanceInputs(in connection: borrowing Connection) throws(SQLiteError) {
    let changes: Set<StagedDifference.Change> = [
      .changed, .returned, .absent, .excluded, .included,
    ]
    let changed = changes.reduce(0) { $0 + tally.count(.sidecar, $1) }
    let moved = tally.count(.sidecar) { $0 != .dropped }
    if changed + moved > 0 { try run(Self.stagedInputsSQL, in: connection) }
    if tally.hasLosses { try connection.run(Self.lostInputsSQL) { $0.bind(1, now) } }
  }

  /// Adds what is going to be inserted to the counts of its directories.
  ///
  /// A listing's digest goes with its items, if they and those that were there are as many as it held;
  /// where items come without one, what it said before no longer holds.
  ///
  /// Right behind the directories' own rows: at the end their pages might have been written already,
  /// and SQLite would go through the whole log of the transaction again.
  func countAdditions(in connection: borrowing Connection) throws(SQLiteError) {
    let growth = try connection.prepare(Self.growthSQL)
    for directory in tally.directories where !directory.hasOthers {
      growth.bind(1, directory.id)
      growth.bind(2, Int64(directory.addedDirectories))
      growth.bind(3, Int64(directory.addedItems))
      growth.bind(4, directory.listing?.digest.bytes)
      growth.bind(5, directory.listing?.itemCount)
      try growth.run()
    }
  }

  /// Counts anew what directories hold in which something else happened than additions; what digests
  /// said of them no longer holds.
  func recount(in connection: borrowing Connection) throws(SQLiteError) {
    let statement = try connection.prepare(Self.recountSQL)
    // Where an addition was left out the rows themselves are counted, too.
    let recounted = tally.directories.filter { $0.hasOthers || outcome.conflicts > 0 }
    for directory in recounted.map(\.id) + vacated {
      statement.bind(1, directory)
      try statement.run()
    }
    guard tally.hasLosses || tally.hasRenames else { return }
    for sql in [Self.recountLossesSQL, Self.recountRenamesSQL] {
      for directory in try connection.all(sql, { $0.int64(0) }) {
        statement.bind(1, directory)
        try statement.run()
      }
    }
  }

  /// Notes which directories could not be listed, and forgets it of those that were.
  ///
  /// Reads the exceptional directories only, of which there are few.
  func noteExceptions(in connection: borrowing Connection) throws(SQLiteError) {
    let exceptional = try connection.all(Self.incompleteSQL) {
      $0.bind(1, run.source.rawValue)
    } _: {
      $0.int64(0)
    }
    if !exceptional.isEmpty, let coverage = try RunCoverage(run, in: connection) {
      var parents = DirectoryParents()
      let clear = try connection.prepare(Self.clearIncompleteSQL)
      for directory in exceptional
      where try coverage.includes(directory, &parents, in: connection) {
        clear.bind(1, directory)
        try clear.run()
      }
    }
    try connection.run(Self.markIncompleteSQL) { $0.bind(1, run.id.rawValue) }
    try connection.run(Self.calmSQL) { $0.bind(1, run.source.rawValue) }
  }

  private static let stagedInputsSQL = """
    UPDATE media_file SET input_revision = input_revision + 1, updated_at_ms = ?2
    WHERE id IN (
      SELECT item.media_file_id
      FROM scan_discovery AS found
      CROSS JOIN sidecar AS item ON item.id = coalesce(found.resolved_item_id, found.item_id)
      WHERE found.run_id = ?1 AND found.item_kind = 'sidecar' AND found.change <> 'touched'
        AND found.change NOT IN ('absent', 'excluded') AND found.resolution IS NOT 'dropped'
        AND item.media_file_id IS NOT NULL
    )
    """
  private static let lostInputsSQL = """
    UPDATE media_file SET input_revision = input_revision + 1, updated_at_ms = ?1
    WHERE id IN (
      SELECT item.media_file_id
      FROM temp.kino_loss AS loss CROSS JOIN sidecar AS item ON item.id = loss.item_id
      WHERE loss.item_kind = 'sidecar' AND item.media_file_id IS NOT NULL
        AND item.availability <> 'present'
    )
    """
  private static let growthSQL = """
    UPDATE source_directory
    SET directory_count = directory_count + ?2, item_count = item_count + ?3,
      listing_digest = CASE WHEN ?3 = 0 THEN listing_digest WHEN item_count + ?3 = ?5 THEN ?4 END
    WHERE id = ?1
    """
  static let recountSQL = """
    UPDATE source_directory
    SET directory_count = (
        SELECT count(*) FROM source_directory AS child
        WHERE child.parent_id = source_directory.id AND child.availability <> 'missing'
      ),
      item_count = (
        SELECT count(*) FROM media_file
        WHERE directory_id = source_directory.id AND availability <> 'missing'
      ) + (
        SELECT count(*) FROM sidecar
        WHERE directory_id = source_directory.id AND availability <> 'missing'
      ),
      listing_digest = NULL
    WHERE id = ?1
    """
  private static let recountLossesSQL = """
    SELECT DISTINCT directory_id FROM temp.kino_loss WHERE change = 'absent'
    """
  private static let recountRenamesSQL = "SELECT published FROM temp.kino_rename"

  static let incompleteSQL = """
    SELECT id FROM source_directory
    WHERE source_id = ?1 AND incomplete_since_run_id IS NOT NULL
    """
  private static let clearIncompleteSQL =
    "UPDATE source_directory SET incomplete_since_run_id = NULL WHERE id = ?1"
  private static let markIncompleteSQL = """
    UPDATE source_directory SET incomplete_since_run_id = ?1
    WHERE incomplete_since_run_id IS NULL AND availability = 'present' AND id IN (
      SELECT directory_id FROM scan_frontier WHERE run_id = ?1 AND state = 'failed'
    )
    """
  /// A directory is suspect for as long as it holds removals back.
  static let calmSQL = """
    UPDATE source_directory SET suspect_reason = NULL
    WHERE source_id = ?1 AND suspect_reason IS NOT NULL
      AND NOT EXISTS (
        SELECT 1 FROM media_file
        WHERE directory_id = source_directory.id AND hold_reason = 'suspect'
      )
      AND NOT EXISTS (
        SELECT 1 FROM sidecar
        WHERE directory_id = source_directory.id AND hold_reason = 'suspect'
      )
    """
}
