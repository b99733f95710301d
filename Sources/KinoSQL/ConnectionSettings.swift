internal import CKinoSQLite

/// How a connection behaves, apart from what it may do.
///
/// On every connection: foreign keys enforced, `trusted_schema` off, the defensive setting on (no writes
/// to the schema table and to shadow tables), no double-quoted strings, DELETE triggers also for the rows
/// that REPLACE removes, and a wait of five seconds for locks where no deadline is given.
package struct ConnectionSettings: Sendable {
  /// The page cache, an upper bound.
  package var cacheKibibytes: Int
  /// How much of the file may be mapped into memory; 0 for nothing.
  package var memoryMapBytes: Int64
  /// Whether temporary tables and what undoes a statement are kept in memory; else in files, so that
  /// memory stays bounded.
  package var keepsTemporariesInMemory: Bool
  /// Whether each commit waits until it is on the disk (`synchronous=FULL`); otherwise a power failure may
  /// lose the last commits, never the consistency.
  package var isDurable: Bool
  /// Whether nothing may be written.
  package var isQueryOnly: Bool
  /// Whether foreign keys are enforced.
  package var enforcesForeignKeys: Bool
  /// To which size the write-ahead log is cut when it starts over.
  package var logLimitBytes: Int
  /// Functions that SQL may call.
  package var functions: [ScalarFunction]

  /// Creates settings.
  package init(
    cacheKibibytes: Int = 4096,
    memoryMapBytes: Int64 = 0,
    keepsTemporariesInMemory: Bool = false,
    isDurable: Bool = false,
    isQueryOnly: Bool = false,
    enforcesForeignKeys: Bool = true,
    logLimitBytes: Int = 16 << 20,
    functions: [ScalarFunction] = []
  ) {
    self.cacheKibibytes = cacheKibibytes
    self.memoryMapBytes = memoryMapBytes
    self.keepsTemporariesInMemory = keepsTemporariesInMemory
    self.isDurable = isDurable
    self.isQueryOnly = isQueryOnly
    self.enforcesForeignKeys = enforcesForeignKeys
    self.logLimitBytes = logLimitBytes
    self.functions = functions
  }

  func apply(to connection: borrowing Connection) throws(SQLiteError) {
    let flags = [
      (SQLITE_DBCONFIG_DEFENSIVE, 1),
      (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_ENABLE_FKEY, enforcesForeignKeys ? 1 : 0),
      (SQLITE_DBCONFIG_DQS_DML, 0),
      (SQLITE_DBCONFIG_DQS_DDL, 0),
    ]
    for (option, value) in flags { try connection.setFlag(Int32(option), Int32(value)) }
    for function in functions { try connection.register(function) }
    // PRAGMA takes no placeholders; all values are integers of ours.
    try connection.execute(
      """
      PRAGMA cache_size = \(-cacheKibibytes);
      PRAGMA mmap_size = \(memoryMapBytes);
      PRAGMA temp_store = \(keepsTemporariesInMemory ? "MEMORY" : "FILE");
      PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL");
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA journal_size_limit = \(logLimitBytes);
      PRAGMA fullfsync = \(isDurable ? 1 : 0);
      PRAGMA checkpoint_fullfsync = 1;
      PRAGMA recursive_triggers = 1;
      PRAGMA query_only = \(isQueryOnly ? 1 : 0);
      """
    )
    connection.watchLog()
  }
}

extension Connection {
  /// Sets one of SQLite's `SQLITE_DBCONFIG_…` switches.
  func setFlag(_ option: Int32, _ value: Int32) throws(SQLiteError) {
    let code = unsafe kino_sqlite_config_flag(handle, option, value)
    guard code == SQLITE_OK else { throw failure(sql: nil) }
  }
}
