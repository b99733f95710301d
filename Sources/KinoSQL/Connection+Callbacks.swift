internal import CKinoSQLite

/// Each callback gets the connection's ``ConnectionControl`` as its context. The connection owns it, and so
/// does every statement: no callback can run when it is gone.
extension Connection {
  /// How many steps of the virtual machine pass between two looks at the token: well under a
  /// millisecond.
  private static let stepsPerLook: Int32 = 2000

  func installCallbacks() {
    let context = unsafe Unmanaged.passUnretained(control).toOpaque()
    unsafe sqlite3_busy_handler(handle, { unsafe waitForLock($0, $1) }, context)
    unsafe sqlite3_progress_handler(handle, Self.stepsPerLook, { unsafe mustStop($0) }, context)
    unsafe sqlite3_set_authorizer(
      handle,
      { context, operation, first, second, database, _ in
        unsafe authorize(context, operation, first, second, database)
      },
      context
    )
  }

  /// Notes the length of the write-ahead log at each commit; replaces SQLite's automatic checkpoint.
  func watchLog() {
    let context = unsafe Unmanaged.passUnretained(control).toOpaque()
    unsafe sqlite3_wal_hook(handle, { unsafe noteLog($0, $3) }, context)
  }
}

private func control(_ context: UnsafeMutableRawPointer?) -> ConnectionControl? {
  guard let context = unsafe context else { return nil }
  return unsafe Unmanaged<ConnectionControl>.fromOpaque(context).takeUnretainedValue()
}

/// Waits a little and answers 1 to try again; 0 gives up.
private func waitForLock(_ context: UnsafeMutableRawPointer?, _ count: Int32) -> Int32 {
  guard let control = unsafe control(context), control.shouldKeepWaiting(after: count) else {
    return 0
  }
  LockWait.sleep(attempt: count)
  return 1
}

private func mustStop(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let token = unsafe control(context)?.token else { return 0 }
  return token.reason == nil ? 0 : 1
}

private func noteLog(_ context: UnsafeMutableRawPointer?, _ pages: Int32) -> Int32 {
  unsafe control(context)?.logPages = pages
  return SQLITE_OK
}

private func authorize(
  _ context: UnsafeMutableRawPointer?,
  _ operation: Int32,
  _ first: UnsafePointer<CChar>?,
  _ second: UnsafePointer<CChar>?,
  _ database: UnsafePointer<CChar>?
) -> Int32 {
  guard let control = unsafe control(context) else { return SQLITE_DENY }
  // By far the most frequent question; everybody may read.
  if control.isTrusted || operation == SQLITE_READ || operation == SQLITE_SELECT {
    return SQLITE_OK
  }
  // Nobody ends a transaction that the library has begun but the library.
  let isGuarded = operation == SQLITE_TRANSACTION && control.isInTransaction
  if control.profile.isUnrestricted, !isGuarded { return SQLITE_OK }
  let request = unsafe AuthorizerRequest(
    operation: operation,
    first: first.map { unsafe String(cString: $0) },
    second: second.map { unsafe String(cString: $0) },
    database: database.map { unsafe String(cString: $0) }
  )
  guard let denial = request.denial(under: control.profile) else { return SQLITE_OK }
  control.denial = denial
  return SQLITE_DENY
}
