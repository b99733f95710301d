import KinoCore
import KinoSQL

/// Items that have two rows, because they were moved while a scan listed: from a directory that it had
/// listed to one that it listed later, where they were added.
///
/// When the first row is found absent, the second, which is present and as it was added, is staged as
/// if it had just been added: so that it is asked about, and the first row gets its place.
struct TwinItems {
  private let run: RunHandle

  init(_ run: RunHandle) { self.run = run }

  /// Whether there may be any: something was added by the newest run that covered the whole source, or
  /// since, or there are directories that it could not list.
  func mayHaveAny(in connection: borrowing Connection) throws(SQLiteError) -> Bool {
    try connection.int64(Self.anySQL) { $0.bind(1, run.source.rawValue) } == 1
  }

  /// Stages them.
  ///
  /// Costs nothing where there cannot be any. Else it is one index look-up per lost video, and, if
  /// sidecars are lost, one reading of all sidecars, which have no index of stable ids.
  func stage(in connection: borrowing Connection) throws(SQLiteError) {
    guard try mayHaveAny(in: connection) else { return }
    for table in ItemTable.allCases {
      let twins = try find(table, in: connection)
      guard let sequence = try reserve(twins.count, in: connection) else { continue }
      let statement = try connection.prepare(Self.stageSQL(table))
      for (index, twin) in twins.enumerated() {
        statement.bind(1, run.id.rawValue)
        statement.bind(2, sequence + Int64(index))
        statement.bind(3, twin)
        try statement.run()
      }
      // So that an interrupted processing knows that there is something to clear.
      try ProcessingStore.noteResolved(twins.count, in: run, on: connection)
    }
  }

  /// Stages the row of each that was found to be another as absent, and forgets the rest; returns how
  /// many were found.
  func settle(in connection: borrowing Connection) throws(SQLiteError) -> Int {
    try dropUnresolved(in: connection)
    var settled = 0
    for table in ItemTable.allCases {
      let count = try connection.int64(Self.countSQL(table)) { $0.bind(1, run.id.rawValue) } ?? 0
      guard let sequence = try reserve(Int(count), in: connection) else { continue }
      settled += try connection.run(Self.absentSQL(table)) { statement in
        statement.bind(1, run.id.rawValue)
        statement.bind(2, sequence - 1)
      }
    }
    return settled
  }

  /// Forgets those that were found to be no other row.
  func dropUnresolved(in connection: borrowing Connection) throws(SQLiteError) {
    try connection.run(Self.dropSQL) { $0.bind(1, run.id.rawValue) }
  }

  /// Rows that were added by the run that saw the lost one last, or later, in directories that this run
  /// has listed and found them in as they are.
  ///
  /// Rows of which the other was added by the same run are two links of one file as well as not, and
  /// stay two.
  private func find(
    _ table: ItemTable,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [Int64] {
    guard let oldest = try connection.int64(Self.oldestSQL(table)) else { return [] }
    let pairs = try connection.all(Self.candidatesSQL(table)) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, run.source.rawValue)
      statement.bind(3, oldest)
    } _: { row in
      (twin: row.int64(0), addedBy: row.int64(1), lost: row.int64(2))
    }
    guard !pairs.isEmpty else { return [] }
    let staged = Set(
      try connection.all(Self.stagedSQL(table)) {
        $0.bind(1, run.id.rawValue)
      } _: {
        $0.int64(0)
      }
    )
    let lastSeen = try connection.prepare(Self.lastSeenSQL(table))
    var found: Set<Int64> = []
    for pair in pairs where !staged.contains(pair.twin) {
      lastSeen.bind(1, pair.lost)
      let run = try lastSeen.first { $0.optionalInt64(0) } ?? nil
      if pair.addedBy >= run ?? 0 { found.insert(pair.twin) }
    }
    return found.sorted()
  }

  private func reserve(
    _ count: Int,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int64? {
    guard count > 0 else { return nil }
    return try connection.int64(Self.advanceSQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, count)
    }
  }

  private static let anySQL = """
    SELECT EXISTS (
      SELECT 1 FROM scan_run
      WHERE source_id = ?1 AND state = 'completed' AND added_count > 0 AND id >= coalesce((
        SELECT max(id) FROM scan_run
        WHERE source_id = ?1 AND state = 'completed' AND mode = 'full' AND scope_json IS NULL
      ), 0)
    ) OR EXISTS (
      SELECT 1 FROM source_directory
      WHERE source_id = ?1 AND incomplete_since_run_id IS NOT NULL
    )
    """

  /// The run that the first of the lost items was seen by last, at least; no row where none is lost.
  private static func oldestSQL(_ table: ItemTable) -> String {
    """
    SELECT coalesce(own.last_seen_run_id, 0) AS seen
    FROM temp.kino_lost AS lost CROSS JOIN \(table.name) AS own ON own.id = lost.item_id
    WHERE lost.item_kind = '\(table.kind)' AND lost.state IN ('absent', 'held', 'replaced')
      AND lost.stable_id IS NOT NULL
    ORDER BY seen LIMIT 1
    """
  }

  /// A row whose revision is still the first has not changed since it was added.
  ///
  /// Lost videos are looked up by their stable ids, sidecars are read once and looked for among the
  /// lost.
  static func candidatesSQL(_ table: ItemTable) -> String {
    """
    SELECT twin.id, twin.last_seen_run_id, lost.item_id
    \(table == .video ? videoPairs : sidecarPairs)
    CROSS JOIN \(table.name) AS own ON own.id = lost.item_id
    WHERE lost.item_kind = '\(table.kind)' AND lost.state IN ('absent', 'held', 'replaced')
      AND lost.stable_id IS NOT NULL AND twin.id <> lost.item_id
      AND twin.size_bytes = lost.size_bytes AND twin.availability = 'present'
      AND twin.hold_reason IS NULL AND twin.row_revision = 1
      AND twin.last_seen_run_id > coalesce(own.last_seen_run_id, 0)
      AND NOT EXISTS (
        SELECT 1 FROM temp.kino_lost AS other
        WHERE other.item_kind = '\(table.kind)' AND other.item_id = twin.id
      )
      AND NOT EXISTS (\(unlistedSQL))
      AND EXISTS (SELECT 1 FROM scan_run WHERE id = ?1 AND mode = 'full' AND scope_json IS NULL)
    """
  }
  private static let videoPairs = """
    FROM temp.kino_lost AS lost CROSS JOIN media_file AS twin
      ON twin.source_id = ?2 AND twin.stable_id = lost.stable_id AND twin.last_seen_run_id > ?3
    """
  private static let sidecarPairs = """
    FROM sidecar AS twin NOT INDEXED
    CROSS JOIN temp.kino_lost AS lost INDEXED BY kino_lost_stable_id
      ON twin.last_seen_run_id > ?3 AND twin.row_revision = 1 AND twin.source_id = ?2
        AND lost.item_kind = 'sidecar' AND lost.stable_id = twin.stable_id
    """
  /// Where the twin lies or above it: what could not be listed, is gone, or has another name now.
  private static let unlistedSQL = """
    WITH RECURSIVE upward (id) AS (
      SELECT twin.directory_id
      UNION ALL
      SELECT directory.parent_id
      FROM upward CROSS JOIN source_directory AS directory ON directory.id = upward.id
      WHERE directory.parent_id IS NOT NULL
    )
    SELECT 1 FROM upward WHERE id IN (SELECT id FROM temp.kino_gone_directory)
      OR id IN (SELECT published FROM temp.kino_rename)
      OR EXISTS (
        SELECT 1 FROM scan_frontier
        WHERE run_id = ?1 AND directory_id = upward.id AND state = 'failed'
      )
    """
  private static func stagedSQL(_ table: ItemTable) -> String {
    """
    SELECT coalesce(resolved_item_id, item_id) FROM scan_discovery
    WHERE run_id = ?1 AND item_kind = '\(table.kind)'
      AND coalesce(resolved_item_id, item_id) IS NOT NULL
    UNION ALL
    SELECT item_id FROM scan_discovery
    WHERE run_id = ?1 AND item_kind = '\(table.kind)' AND item_id IS NOT NULL
      AND resolved_item_id IS NOT NULL
    """
  }
  /// For sidecars there is no view that tells: none is believed to have been seen by an older run than
  /// the newest, so that a link is rather kept than taken for a second row.
  private static func lastSeenSQL(_ table: ItemTable) -> String {
    switch table {
    case .video: "SELECT run_id FROM media_file_last_seen WHERE media_file_id = ?1"
    case .sidecar:
      """
      SELECT max(coalesce(item.last_seen_run_id, 0), coalesce((
        SELECT max(run.id) FROM scan_run AS run
        WHERE run.source_id = item.source_id AND run.state = 'completed'
          AND run.mode IN ('full', 'incremental')
      ), 0))
      FROM sidecar AS item WHERE item.id = ?1
      """
    }
  }
  private static let advanceSQL = """
    UPDATE scan_run SET next_seq = next_seq + ?2 WHERE id = ?1 RETURNING next_seq - ?2
    """

  /// Of added items only these name a row.
  private static let isTwin = """
    run_id = ?1 AND item_kind <> 'directory' AND change = 'added' AND item_id IS NOT NULL
    """
  private static func stageSQL(_ table: ItemTable) -> String {
    """
    INSERT INTO scan_discovery (run_id, seq, directory_id, item_kind, change, item_id, name,
      compare_key, detail, size_bytes, modified_at_ms, created_at_ms, etag, stable_id, locator,
      entry_flags)
    SELECT ?1, ?2, directory_id, '\(table.kind)', 'added', id, name, compare_key,
      \(table.detailColumn), size_bytes, modified_at_ms, created_at_ms, etag, stable_id, locator,
      entry_flags
    FROM \(table.name) WHERE id = ?3
    """
  }
  /// Forgets them, resolved or not: an interrupted processing left them.
  static let clearSQL = "DELETE FROM scan_discovery WHERE \(isTwin)"
  private static let dropSQL = "\(clearSQL) AND resolution IS NULL"
  private static func countSQL(_ table: ItemTable) -> String {
    "SELECT count(*) FROM scan_discovery WHERE \(isTwin) AND item_kind = '\(table.kind)'"
  }
  private static func absentSQL(_ table: ItemTable) -> String {
    """
    INSERT INTO scan_discovery (run_id, seq, directory_id, item_kind, change, item_id,
      expected_revision, name, detail)
    SELECT ?1, ?2 + row_number() OVER (), item.directory_id, '\(table.kind)', 'absent', item.id,
      item.row_revision, item.name, '\(Displacement.twin.label)'
    FROM (
      SELECT item_id FROM scan_discovery WHERE \(isTwin) AND item_kind = '\(table.kind)'
    ) AS found
    CROSS JOIN \(table.name) AS item ON item.id = found.item_id
    """
  }
}
