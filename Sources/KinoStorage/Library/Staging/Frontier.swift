import KinoCore
import KinoSQL

/// Computes which directories a run has still to list.
struct Frontier {
  private let run: RunHandle
  private let scope: ScanScope
  private let root: Int64

  init(
    _ run: RunHandle,
    scope: ScanScope,
    in connection: borrowing Connection
  ) throws {
    self.run = run
    self.scope = scope
    let root = try connection.int64(Self.rootSQL) { $0.bind(1, run.source.rawValue) }
    guard let root else { throw SourceStore.notFound }
    self.root = root
  }

  func resumePoint(in connection: borrowing Connection) throws(SQLiteError) -> ResumePoint {
    let hasSeen = try connection.int64(Self.anySeenSQL) { $0.bind(1, run.id.rawValue) } != nil
    var outstanding: [ResumePoint.Directory] = []
    if scope == .root, !hasSeen {
      outstanding = try connection.all(Self.ownSQL) {
        $0.bind(1, root)
      } _: {
        ResumePoint.Directory($0, path: .root, isPublished: true)
      }
    } else {
      try ScratchTables.make(in: connection)
      try ScratchTables.fillAdded(of: run.id, in: connection)
      outstanding = try roots(in: connection)
      if hasSeen { outstanding += try below(in: connection) }
    }
    let found = try connection.first(Self.countersSQL) {
      $0.bind(1, run.id.rawValue)
    } _: { row in
      (ScanCounters(row), row.timestamp(5))
    }
    return ResumePoint(
      outstanding: outstanding,
      counters: found?.0 ?? ScanCounters(),
      listedSince: found?.1
    )
  }

  /// The roots of the scope that have not been listed.
  private func roots(in connection: borrowing Connection) throws(SQLiteError)
    -> [ResumePoint.Directory]
  {
    let paths =
      switch scope {
      case .root: [SourcePath.root]
      case .subtrees(let paths): paths
      }
    var chain = try ScopeChain(run, root: root, in: connection)
    var result: [ResumePoint.Directory] = []
    for path in paths {
      guard let directory = try chain.find(path, in: connection) else { continue }
      if try !isListed(directory.id, in: connection) { result.append(directory) }
    }
    return result
  }

  private func isListed(
    _ id: DirectoryID,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Bool {
    try connection.int64("SELECT \(Self.isDone("?2"))") { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, id.rawValue)
    } == 1
  }

  /// Published and added directories whose parent was listed and that were not.
  private func below(in connection: borrowing Connection) throws(SQLiteError)
    -> [ResumePoint.Directory]
  {
    var paths = try PathResolver(includesAdded: true, in: connection)
    var result: [ResumePoint.Directory] = []
    for (sql, isPublished) in [(Self.publishedSQL, true), (Self.addedSQL, false)] {
      try connection.query(sql) { statement in
        statement.bind(1, run.id.rawValue)
        if isPublished { statement.bind(2, run.source.rawValue) }
      } _: { row throws(SQLiteError) in
        let id = DirectoryID(row.int64(0))
        guard let path = try paths.path(of: id) else { return }
        result.append(ResumePoint.Directory(row, path: path, isPublished: isPublished))
      }
    }
    return result
  }

  /// Whether a directory lies in a range of the listed ones of the run, `?1`.
  ///
  /// Ranges do not overlap.
  static func isSeen(_ id: String) -> String {
    """
    coalesce((
      SELECT last_directory_id >= \(id) FROM scan_seen
      WHERE run_id = ?1 AND first_directory_id <= \(id)
      ORDER BY first_directory_id DESC LIMIT 1
    ), 0)
    """
  }

  /// Whether a directory was listed, or could not be.
  private static func isDone(_ id: String) -> String {
    """
    (\(isSeen(id)) OR EXISTS (
      SELECT 1 FROM scan_frontier
      WHERE run_id = ?1 AND directory_id = \(id) AND state = 'failed'
    ))
    """
  }

  private static let rootSQL =
    "SELECT id FROM source_directory WHERE source_id = ?1 AND parent_id IS NULL"
  private static let anySeenSQL = "SELECT 1 FROM scan_seen WHERE run_id = ?1 LIMIT 1"
  private static let ownSQL = "SELECT id, stable_id, locator FROM source_directory WHERE id = ?1"
  private static let countersSQL = """
    SELECT directory_count, entry_count, video_count, sidecar_count, unreachable_directory_count,
      listed_since_ms
    FROM scan_run WHERE id = ?1
    """
  /// What the listed parent took away, and what was missing and has not returned, stays out.
  static let publishedSQL = """
    SELECT child.id, child.stable_id, child.locator
    FROM scan_seen AS seen CROSS JOIN source_directory AS child
      ON child.parent_id BETWEEN seen.first_directory_id AND seen.last_directory_id
    WHERE seen.run_id = ?1 AND child.source_id = ?2 AND NOT \(isDone("child.id"))
      AND CASE child.availability
        WHEN 'present' THEN child.id NOT IN (
          SELECT item_id FROM scan_discovery
          WHERE run_id = ?1 AND item_kind = 'directory' AND change IN ('absent', 'excluded')
        )
        ELSE child.id IN (
          SELECT item_id FROM scan_discovery
          WHERE run_id = ?1 AND item_kind = 'directory' AND change IN ('returned', 'included')
        )
      END
    """
  private static let addedSQL = """
    SELECT item_id, stable_id, NULL FROM temp.kino_added
    WHERE item_kind = 'directory' AND NOT \(isDone("item_id"))
    """
}

extension ResumePoint.Directory {
  /// Reads id, stable id and locator.
  fileprivate init(_ row: borrowing Row, path: SourcePath, isPublished: Bool) {
    self.init(
      id: DirectoryID(row.int64(0)),
      path: path,
      stableID: row.stableID(1),
      locator: row.optionalBytes(2),
      isPublished: isPublished
    )
  }
}

extension ScanCounters {
  /// Reads directories, entries, videos, sidecars and unreachable directories.
  fileprivate init(_ row: borrowing Row) {
    self.init()
    directories = row.int(0)
    entries = row.int(1)
    videos = row.int(2)
    sidecars = row.int(3)
    unreachableDirectories = row.int(4)
  }
}
