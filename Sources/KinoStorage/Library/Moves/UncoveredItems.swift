import KinoCore
import KinoSQL

/// Published videos that carry the stable id of a listed one and lie where the run did not look:
/// outside of its scope, or in a subtree that could not be listed.
struct UncoveredItems {
  private let run: RunHandle

  init(_ run: RunHandle) { self.run = run }

  /// Adds them to the lost items.
  ///
  /// Costs one index look-up per such video, and nothing for a run
  /// that covered the whole source.
  func add(in connection: borrowing Connection) throws(SQLiteError) {
    guard let coverage = try RunCoverage(run, in: connection), !coverage.isComplete else { return }
    var parents = DirectoryParents()
    let candidates = try connection.all(Self.candidatesSQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, run.source.rawValue)
    } _: { row in
      (item: row.int64(0), directory: row.int64(1))
    }
    let statement = try connection.prepare(Self.insertSQL)
    for candidate in candidates
    where try !coverage.includes(candidate.directory, &parents, in: connection) {
      statement.bind(1, candidate.item)
      try statement.run()
    }
  }

  static let candidatesSQL = """
    SELECT item.id, item.directory_id
    FROM scan_discovery AS found CROSS JOIN media_file AS item
      ON item.source_id = ?2 AND item.stable_id = found.stable_id
    WHERE found.run_id = ?1 AND found.item_kind = 'video' AND \(ReplacedItems.isListed)
      AND found.stable_id IS NOT NULL
      AND item.availability = 'present' AND item.hold_reason IS NULL
    """
  private static let insertSQL = """
    \(LostItems.insertion(.video))
    SELECT \(LostItems.columns(.video, state: "'uncovered'"))
    FROM media_file AS item WHERE item.id = ?1
    """
}

/// Which published directories a run has answered for.
struct RunCoverage {
  /// Directories at which a climb ends inside of the scope; `nil`: the source's root.
  private let roots: Set<Int64>?
  /// Directories that could not be listed, and so end a climb outside.
  private let failed: Set<Int64>

  /// `nil` for a run that is gone.
  init?(_ run: RunHandle, in connection: borrowing Connection) throws(SQLiteError) {
    let scope = try connection.first(Self.scopeSQL) {
      $0.bind(1, run.id.rawValue)
    } _: { row in
      ScanScope(json: row.optionalText(0).flatMap { JSONValue(text: $0) })
    }
    guard let scope else { return nil }
    if case .subtrees(let paths) = scope {
      let locator = try DirectoryLocator(of: run.source, in: connection)
      var found: Set<Int64> = []
      for path in paths {
        if let id = try locator.find(path) { found.insert(id) }
      }
      roots = found
    } else {
      roots = nil
    }
    failed = Set(
      try connection.all(Self.failedSQL) {
        $0.bind(1, run.id.rawValue)
      } _: {
        $0.int64(0)
      }
    )
  }

  /// Whether the run answered for the whole source.
  var isComplete: Bool { roots == nil && failed.isEmpty }

  /// Whether the run answered for a directory: it or an ancestor is a root of the scope, and
  /// nothing on the way there failed.
  func includes(
    _ directory: Int64,
    _ parents: inout DirectoryParents,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Bool {
    var current: Int64? = directory
    var steps = 0
    while let id = current, steps < DirectoryParents.depthLimit {
      if failed.contains(id) { return false }
      if let roots, roots.contains(id) { return true }
      current = try parents.parent(of: id, in: connection)
      steps += 1
    }
    return roots == nil
  }

  private static let scopeSQL = "SELECT scope_json FROM scan_run WHERE id = ?1"
  private static let failedSQL =
    "SELECT directory_id FROM scan_frontier WHERE run_id = ?1 AND state = 'failed'"
}

/// Parents of published directories, each read once.
struct DirectoryParents {
  /// More than any source may nest; ends a climb through damaged rows.
  static let depthLimit = 4096

  private var known: [Int64: Int64?] = [:]

  mutating func parent(
    of id: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int64? {
    if let found = known[id] { return found }
    let parent = try connection.int64(Self.sql) { $0.bind(1, id) }
    known[id] = .some(parent)
    return parent
  }

  private static let sql = "SELECT parent_id FROM source_directory WHERE id = ?1"
}

/// Finds published directories by path.
struct DirectoryLocator: ~Copyable {
  private let root: Int64?
  private let child: Statement

  init(of source: SourceID, in connection: borrowing Connection) throws(SQLiteError) {
    let root = try connection.int64(Self.rootSQL) { $0.bind(1, source.rawValue) }
    let child = try connection.prepare(Self.childSQL)
    self.root = root
    self.child = child
  }

  /// The id of a directory that is not missing.
  func find(_ path: SourcePath) throws(SQLiteError) -> Int64? {
    var current = root
    for name in path.components {
      guard let parent = current else { return nil }
      child.bind(1, parent)
      child.bind(2, name.bytes)
      current = try child.first { $0.int64(0) }
    }
    return current
  }

  private static let rootSQL =
    "SELECT id FROM source_directory WHERE source_id = ?1 AND parent_id IS NULL"
  private static let childSQL = """
    SELECT id FROM source_directory
    WHERE parent_id = ?1 AND name = ?2 AND availability <> 'missing'
    """
}
