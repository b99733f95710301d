package import KinoCore
import KinoSQL

/// Counts what finalize would do: the numbers of the deletion plan.
package struct SummaryStore: Sendable {
  let database: LibraryDatabase

  /// Counts the staging as it stands, moves resolved.
  ///
  /// The videos that the run covered are counted only when something is to be removed, since
  /// nothing else is judged by their number; they are 0 otherwise. Holds made at or before
  /// `holdsBefore` are confirmable.
  package func summary(
    of run: RunHandle,
    holdsBefore: Timestamp
  ) async throws(StorageError) -> StagingSummary {
    try await database.write(.scan) { connection in
      try RunOwnership.require(run, in: connection)
      let tally = try StagingTally(of: run.id, in: connection)
      var summary = StagingSummary(tally)
      guard tally.hasLosses else { return summary }
      try Losses.fill(of: run.id, in: connection)
      for table in ItemTable.allCases {
        try Self.count(table, holdsBefore, into: &summary, in: connection)
      }
      let removed = summary.absent.total + summary.suspect.total + summary.confirmable.total
      if removed > 0 { summary.coveredVideos = try Self.covered(by: run, in: connection) }
      return summary
    }
  }

  /// Directories whose items would go missing, most first.
  package func largestRemovals(
    of run: RunHandle,
    limit: Int
  ) async throws(StorageError) -> [DirectoryRemoval] {
    try await database.write(.scan) { connection in
      try RunOwnership.require(run, in: connection)
      guard try StagingTally(of: run.id, in: connection).hasLosses else { return [] }
      try Losses.fill(of: run.id, in: connection)
      var paths = try PathResolver(in: connection)
      var removals: [DirectoryRemoval] = []
      try connection.query(Self.removalsSQL) {
        $0.bind(1, limit)
      } _: { row throws(SQLiteError) in
        guard let path = try paths.path(of: DirectoryID(row.int64(0))) else { return }
        removals.append(DirectoryRemoval(path: path, videos: row.int(1), sidecars: row.int(2)))
      }
      return removals
    }
  }

  private static func count(
    _ table: ItemTable,
    _ holdsBefore: Timestamp,
    into summary: inout StagingSummary,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let counts = try connection.first(lossesSQL) { statement in
      statement.bind(1, table.kind)
      statement.bind(2, holdsBefore.milliseconds)
    } _: { row in
      (0..<5).map { row.int($0) }
    }
    guard let counts else { return }
    summary.absent[table] = counts[0]
    summary.suspect[table] = counts[1]
    summary.confirmable[table] = counts[2]
    summary.stillHeld[table] = counts[3]
    summary.excluded[table] = counts[4]
  }

  private static func covered(
    by run: RunHandle,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int {
    let scope = try connection.first(scopeSQL) {
      $0.bind(1, run.id.rawValue)
    } _: { row in
      ScanScope(json: row.optionalText(0).flatMap { JSONValue(text: $0) })
    }
    guard case .subtrees(let paths) = scope else {
      return Int(try connection.int64(allVideosSQL) { $0.bind(1, run.source.rawValue) } ?? 0)
    }
    let locator = try DirectoryLocator(of: run.source, in: connection)
    var count = 0
    for path in paths {
      guard let root = try locator.find(path) else { continue }
      count += Int(try connection.int64(videosBelowSQL) { $0.bind(1, root) } ?? 0)
    }
    return count
  }

  private static let lossesSQL = """
    SELECT
      sum(change = 'absent' AND (displacement > 0 OR hold_reason IS NULL AND NOT is_suspect)),
      sum(change = 'absent' AND displacement = 0 AND hold_reason IS NULL AND is_suspect),
      sum(change = 'absent' AND displacement = 0 AND hold_reason <> 'undone'
        AND coalesce(hold_since_ms <= ?2, 0)),
      sum(change = 'absent' AND displacement = 0 AND (hold_reason = 'undone'
        OR hold_reason IS NOT NULL AND NOT coalesce(hold_since_ms <= ?2, 0))),
      sum(change = 'excluded')
    FROM temp.kino_loss WHERE item_kind = ?1 AND displacement <> \(Displacement.twin.rawValue)
    """
  private static let removalsSQL = """
    SELECT directory_id, sum(item_kind = 'video'), sum(item_kind = 'sidecar')
    FROM temp.kino_loss
    WHERE change = 'absent' AND displacement <> \(Displacement.twin.rawValue)
    GROUP BY directory_id ORDER BY 2 DESC, 3 DESC, 1 LIMIT ?1
    """
  private static let scopeSQL = "SELECT scope_json FROM scan_run WHERE id = ?1"
  private static let allVideosSQL =
    "SELECT count(*) FROM media_file WHERE source_id = ?1 AND availability = 'present'"
  static let videosBelowSQL = """
    WITH RECURSIVE below (id) AS (
      VALUES (?1)
      UNION ALL
      SELECT child.id FROM below CROSS JOIN source_directory AS child ON child.parent_id = below.id
      WHERE child.availability <> 'missing'
    )
    SELECT count(*) FROM below CROSS JOIN media_file AS item ON item.directory_id = below.id
    WHERE item.availability = 'present'
    """
}

extension StagingSummary {
  /// What the tally alone tells.
  fileprivate init(_ tally: StagingTally) {
    self.init()
    for table in ItemTable.allCases {
      let kind = table.itemKind
      added[table] = tally.count(kind, .added)
      changed[table] = tally.count(kind, .changed)
      touched[table] = tally.count(kind, .touched)
      moved[table] = tally.count(kind) { $0.isMove || $0 == .dropped }
      restored[table] =
        tally.count(kind) { $0.isRestoration } + tally.count(kind, .returned)
        + tally.count(kind, .included)
    }
  }
}

extension StagingSummary.Count {
  fileprivate subscript(table: ItemTable) -> Int {
    get {
      switch table {
      case .video: videos
      case .sidecar: sidecars
      }
    }
    set {
      switch table {
      case .video: videos = newValue
      case .sidecar: sidecars = newValue
      }
    }
  }
}
