internal import CKinoSQLite

/// Copies a whole database through SQLite's online backup.
enum BackupCopy {
  /// Pages copied between two looks at the token and two reports.
  private static let pagesPerStep: Int32 = 128

  /// Copies `source` over `destination`, which ends as the same database or is useless.
  ///
  /// The copy is of one snapshot: other connections go on reading and writing. A connection that holds the
  /// write lock cannot be the source.
  ///
  /// - Parameters:
  ///   - source: What to copy.
  ///   - destination: A new, empty database.
  ///   - token: Stops the copy.
  ///   - progress: Gets the number of pages copied and the number in all.
  /// - Throws: ``SQLiteError``: `interrupted` if the token stopped it.
  static func run(
    from source: borrowing Connection,
    to destination: borrowing Connection,
    token: OperationToken,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(SQLiteError) {
    // Without a snapshot each write by another connection would make the copy begin again.
    try source.begin(.deferred)
    defer { source.rollback() }
    _ = try source.int64("SELECT count(*) FROM sqlite_schema")
    guard let backup = unsafe sqlite3_backup_init(destination.handle, "main", source.handle, "main")
    else { throw destination.failure(sql: nil) }
    var code = SQLITE_OK
    var lockWaits: Int32 = 0
    while code == SQLITE_OK {
      if token.reason != nil {
        code = SQLITE_INTERRUPT
        break
      }
      code = unsafe sqlite3_backup_step(backup, pagesPerStep)
      let total = Int(unsafe sqlite3_backup_pagecount(backup))
      progress(total - Int(unsafe sqlite3_backup_remaining(backup)), total)
      guard code == SQLITE_BUSY || code == SQLITE_LOCKED else { continue }
      guard source.control.shouldKeepWaiting(after: lockWaits) else { break }
      lockWaits += 1
      LockWait.sleep(attempt: lockWaits)
      code = SQLITE_OK
    }
    let finished = unsafe sqlite3_backup_finish(backup)
    if code == SQLITE_DONE, finished == SQLITE_OK { return }
    let failure = code == SQLITE_DONE ? finished : code
    throw SQLiteError(
      extendedCode: failure,
      message: unsafe String(cString: sqlite3_errstr(failure))
    )
  }
}
