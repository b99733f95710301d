import KinoCore
import KinoSQL

/// Temporary tables of the scan connection, in which a run's differences are related to what is
/// published.
///
/// They hold nothing that could not be made again from the staging, lie in a file of their own, and
/// are made only for runs in which something is gone: neither a first scan nor an unchanged one
/// touches them.
enum ScratchTables {
  /// Makes the tables that are not there yet.
  static func make(in connection: borrowing Connection) throws(SQLiteError) {
    for statement in definitions { try connection.run(statement) }
  }

  /// Notes that the tables are being made for a run: what was compared for another one has to be
  /// compared again.
  static func take(for run: RunID, in connection: borrowing Connection) throws(SQLiteError) {
    try connection.run("DELETE FROM temp.kino_lost_of WHERE run_id <> ?1") {
      $0.bind(1, run.rawValue)
    }
  }

  /// Lists what a run has added, by place: names of one directory lie together.
  static func fillAdded(
    of run: RunID,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    try take(for: run, in: connection)
    try connection.run("DELETE FROM temp.kino_added")
    try connection.run(addedSQL) { $0.bind(1, run.rawValue) }
  }

  /// Lists the renamed directories that processing has accepted.
  static func fillRenames(
    of run: RunID,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    try take(for: run, in: connection)
    try connection.run("DELETE FROM temp.kino_rename")
    try connection.run(renamesSQL) { $0.bind(1, run.rawValue) }
  }

  private static let definitions = [
    // What the run has added.
    """
    CREATE TEMP TABLE IF NOT EXISTS kino_added (
      directory_id INTEGER NOT NULL, item_kind TEXT NOT NULL, name BLOB NOT NULL,
      seq INTEGER NOT NULL, item_id INTEGER, size_bytes INTEGER, modified_at_ms INTEGER,
      stable_id BLOB, PRIMARY KEY (directory_id, item_kind, name)
    ) WITHOUT ROWID
    """,
    """
    CREATE INDEX IF NOT EXISTS temp.kino_added_directory ON kino_added (item_id)
    WHERE item_kind = 'directory'
    """,
    // Ids reserved for added directories, and the published ones that they are.
    """
    CREATE TEMP TABLE IF NOT EXISTS kino_rename (
      added INTEGER PRIMARY KEY, published INTEGER NOT NULL UNIQUE
    )
    """,
    // Directories that are gone or excluded with everything below them.
    """
    CREATE TEMP TABLE IF NOT EXISTS kino_gone_directory (
      id INTEGER PRIMARY KEY, change TEXT NOT NULL, is_suspect INTEGER NOT NULL
    )
    """,
    // Items that are gone or excluded, as they are published.
    """
    CREATE TEMP TABLE IF NOT EXISTS kino_loss (
      item_kind TEXT NOT NULL, item_id INTEGER NOT NULL, directory_id INTEGER NOT NULL,
      change TEXT NOT NULL, is_suspect INTEGER NOT NULL, hold_reason TEXT, hold_since_ms INTEGER,
      displacement INTEGER NOT NULL, PRIMARY KEY (item_kind, item_id)
    ) WITHOUT ROWID
    """,
    // Rows that an added item may be.
    """
    CREATE TEMP TABLE IF NOT EXISTS kino_lost (
      item_kind TEXT NOT NULL, item_id INTEGER NOT NULL, state TEXT NOT NULL,
      directory_id INTEGER NOT NULL, name BLOB NOT NULL, revision INTEGER NOT NULL,
      size_bytes INTEGER, modified_at_ms INTEGER, stable_id BLOB, fingerprint BLOB,
      created_at_ms INTEGER,
      taken INTEGER NOT NULL DEFAULT 0, claimed INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (item_kind, item_id)
    ) WITHOUT ROWID
    """,
    """
    CREATE INDEX IF NOT EXISTS temp.kino_lost_stable_id ON kino_lost (item_kind, stable_id)
    WHERE stable_id IS NOT NULL
    """,
    """
    CREATE INDEX IF NOT EXISTS temp.kino_lost_content
    ON kino_lost (item_kind, size_bytes, modified_at_ms)
    """,
    """
    CREATE INDEX IF NOT EXISTS temp.kino_lost_place
    ON kino_lost (directory_id, name, item_kind)
    """,
    // Few: only those whose content a fingerprint can tell.
    """
    CREATE INDEX IF NOT EXISTS temp.kino_lost_witness ON kino_lost (item_kind, size_bytes)
    WHERE fingerprint IS NOT NULL AND taken = 0
    """,
    // Staged rows whose stable id contradicts the published row of their name, and that row.
    """
    CREATE TEMP TABLE IF NOT EXISTS kino_replaced (
      seq INTEGER PRIMARY KEY, item_kind TEXT NOT NULL, item_id INTEGER NOT NULL,
      UNIQUE (item_kind, item_id)
    )
    """,
    // How many added and lost items share size and time.
    """
    CREATE TEMP TABLE IF NOT EXISTS kino_rival (
      item_kind TEXT NOT NULL, size_bytes INTEGER NOT NULL, modified_at_ms INTEGER NOT NULL,
      added INTEGER NOT NULL, lost INTEGER NOT NULL,
      PRIMARY KEY (item_kind, size_bytes, modified_at_ms)
    ) WITHOUT ROWID
    """,
    // For which run, and at which state of its resolutions, `kino_lost` was made, and whether replaced
    // rows are in it.
    """
    CREATE TEMP TABLE IF NOT EXISTS kino_lost_of (
      run_id INTEGER PRIMARY KEY, includes_replaced INTEGER NOT NULL
    )
    """,
  ]

  private static let addedSQL = """
    INSERT OR IGNORE INTO temp.kino_added
    SELECT directory_id, item_kind, name, seq, item_id, size_bytes, modified_at_ms, stable_id
    FROM scan_discovery WHERE run_id = ?1 AND change = 'added'
    """
  private static let renamesSQL = """
    INSERT OR IGNORE INTO temp.kino_rename
    SELECT item_id, resolved_item_id FROM scan_discovery
    WHERE run_id = ?1 AND item_kind = 'directory' AND change = 'added'
      AND resolved_item_id IS NOT NULL
    """
}
