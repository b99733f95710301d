internal import CKinoSQLite

/// How much a checkpoint insists.
package enum CheckpointMode: Sendable {
  /// Copies what can be copied without waiting for anybody.
  case passive
  /// Waits for writers and readers, copies everything and cuts the log to nothing.
  case truncate

  var code: Int32 {
    switch self {
    case .passive: SQLITE_CHECKPOINT_PASSIVE
    case .truncate: SQLITE_CHECKPOINT_TRUNCATE
    }
  }
}

/// What a checkpoint did.
package struct CheckpointResult: Hashable, Sendable {
  /// Pages in the write-ahead log.
  package let logPages: Int32
  /// How many of them are in the file now.
  package let copiedPages: Int32

  /// Whether the log can start over.
  package var isComplete: Bool { logPages == copiedPages }
}

extension Connection {
  /// Copies the write-ahead log back into the file.
  func checkpoint(_ mode: CheckpointMode) throws(SQLiteError) -> CheckpointResult {
    var pages: Int32 = 0
    var copied: Int32 = 0
    let code = unsafe sqlite3_wal_checkpoint_v2(handle, nil, mode.code, &pages, &copied)
    guard code == SQLITE_OK else { throw failure(sql: nil) }
    return CheckpointResult(logPages: pages, copiedPages: copied)
  }

  /// Closing will be quick: the next one to open the file looks after its log.
  func skipFinalCheckpoint() {
    // A known switch of an open connection; if it failed, closing would only take longer.
    try? setFlag(Int32(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE), 1)
  }
}
