internal import CKinoSQLite

/// Owns one compiled statement, for as long as the cache or a ``Statement`` refers to it.
@safe
final class PreparedStatement {
  let handle: OpaquePointer
  let sql: String
  /// Keeps what the callbacks point to alive, should a statement outlive its connection.
  let control: ConnectionControl
  /// Whether a ``Statement`` is using it.
  var isInUse = false
  /// When it was last used, in cache time.
  var lastUse = 0
  /// The first failure of a bind since the last step.
  var bindCode = SQLITE_OK

  init(handle: OpaquePointer, sql: String, control: ConnectionControl) {
    unsafe self.handle = handle
    self.sql = sql
    self.control = control
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Makes the statement ready for its next user.
  func recycle() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
    bindCode = SQLITE_OK
    isInUse = false
  }

  /// Advances to the next row; false means that there is none.
  func step() throws(SQLiteError) -> Bool {
    if bindCode != SQLITE_OK || control.hasLostTransaction { throw failureBeforeStep() }
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure()
  }

  /// Ends the run; bound values stay.
  func reset() {
    unsafe sqlite3_reset(handle)
  }

  private func failureBeforeStep() -> SQLiteError {
    if let lost = control.lostTransaction { return lost }
    let code = bindCode
    bindCode = SQLITE_OK
    let message = unsafe String(cString: sqlite3_errstr(code))
    return SQLiteError(extendedCode: code, message: "bind: \(message)", sql: sql)
  }

  /// Describes the failure of the last step, and notices when it has ended the transaction.
  private func failure() -> SQLiteError {
    let database = unsafe sqlite3_db_handle(handle)
    let error = SQLiteError(
      extendedCode: unsafe sqlite3_extended_errcode(database),
      message: unsafe String(cString: sqlite3_errmsg(database)),
      sql: sql,
      denial: control.denial
    )
    control.denial = nil
    unsafe sqlite3_reset(handle)
    if control.isInTransaction, unsafe sqlite3_get_autocommit(database) != 0 {
      control.lostTransaction = error
    }
    return error
  }
}
