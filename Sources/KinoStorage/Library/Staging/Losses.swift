import KinoCore
import KinoSQL

/// What is gone or excluded in a run, items of absent directories included.
///
/// Made from the staging when it is needed. Items that an added one turned out to be are no losses.
enum Losses {
  /// Fills the scratch tables of directories and items.
  static func fill(of run: RunID, in connection: borrowing Connection) throws(SQLiteError) {
    try ScratchTables.make(in: connection)
    try ScratchTables.fillRenames(of: run, in: connection)
    try connection.run("DELETE FROM temp.kino_gone_directory")
    try connection.run("DELETE FROM temp.kino_loss")
    try connection.run(goneSQL) { $0.bind(1, run.rawValue) }
    for table in ItemTable.allCases {
      try connection.run(stagedSQL(table)) { $0.bind(1, run.rawValue) }
      try connection.run(belowSQL(table))
      try connection.run(takenSQL(table)) { $0.bind(1, run.rawValue) }
    }
  }

  /// The directories, from those that were found gone down to their last descendant.
  ///
  /// What was renamed is not gone, nor is anything below it. A directory that vanished before it was
  /// opened was staged by a run that had not read its row, and names no revision. Where another
  /// file system began, it may just not be mounted: its removals, and those below, are suspect,
  /// also when the mount point went with it.
  static let goneSQL = """
    INSERT OR IGNORE INTO temp.kino_gone_directory (id, change, is_suspect)
    WITH RECURSIVE gone (id, change, is_suspect) AS (
      SELECT found.item_id, found.change,
        found.hold_reason IS NOT NULL OR directory.device_boundary <> 0
      FROM scan_discovery AS found
      CROSS JOIN source_directory AS directory ON directory.id = found.item_id
        AND directory.row_revision = coalesce(found.expected_revision, directory.row_revision)
      WHERE found.run_id = ?1 AND found.item_kind = 'directory'
        AND found.change IN ('absent', 'excluded') AND found.resolution IS NULL
        AND found.item_id NOT IN (SELECT published FROM temp.kino_rename)
      UNION
      SELECT child.id, gone.change, gone.is_suspect OR child.device_boundary <> 0
      FROM gone CROSS JOIN source_directory AS child ON child.parent_id = gone.id
      WHERE child.availability <> 'missing'
        AND NOT EXISTS (SELECT 1 FROM temp.kino_rename WHERE published = child.id)
    )
    SELECT id, change, is_suspect FROM gone
    """

  /// Items whose own directory was listed without them.
  static func stagedSQL(_ table: ItemTable) -> String {
    """
    INSERT OR IGNORE INTO temp.kino_loss
    SELECT '\(table.kind)', item.id, item.directory_id, found.change,
      found.hold_reason IS NOT NULL, item.hold_reason, item.hold_since_ms,
      CASE found.detail \(Displacement.cases) ELSE 0 END
    FROM scan_discovery AS found CROSS JOIN \(table.name) AS item ON item.id = found.item_id
    WHERE found.run_id = ?1 AND found.item_kind = '\(table.kind)'
      AND found.change IN ('absent', 'excluded') AND found.resolution IS NULL
      AND item.row_revision = found.expected_revision AND item.availability <> 'missing'
    """
  }

  /// Items of directories that are gone as a whole.
  static func belowSQL(_ table: ItemTable) -> String {
    """
    INSERT OR IGNORE INTO temp.kino_loss
    SELECT '\(table.kind)', item.id, item.directory_id, gone.change, gone.is_suspect,
      item.hold_reason, item.hold_since_ms, 0
    FROM temp.kino_gone_directory AS gone
    CROSS JOIN \(table.name) AS item ON item.directory_id = gone.id
    WHERE item.availability <> 'missing'
    """
  }

  /// Items that an added one is.
  private static func takenSQL(_ table: ItemTable) -> String {
    """
    DELETE FROM temp.kino_loss
    WHERE item_kind = '\(table.kind)' AND item_id IN (
      SELECT resolved_item_id FROM scan_discovery
      WHERE run_id = ?1 AND item_kind = '\(table.kind)' AND resolved_item_id IS NOT NULL
    )
    """
  }
}

/// The two tables of items that a scan publishes.
enum ItemTable: CaseIterable {
  case video
  case sidecar

  /// The table's name in SQL.
  var name: String {
    switch self {
    case .video: "media_file"
    case .sidecar: "sidecar"
    }
  }

  /// How staging calls its items.
  var kind: String { itemKind.rawValue }

  var itemKind: ItemKind {
    switch self {
    case .video: .video
    case .sidecar: .sidecar
    }
  }

  /// The column that says what kind of item it is, as staging's `detail` gives it.
  var detailColumn: String {
    switch self {
    case .video: "media_kind"
    case .sidecar: "kind"
    }
  }
}
