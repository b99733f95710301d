internal import CKinoSQLite

/// An open SQLite connection: the only owner of its handle, its statements and its callbacks.
///
/// It is used on one thread at a time and closes when it goes out of scope. Stores get it borrowed, in
/// the closure they hand to ``Database/write(as:priority:deadline:_:)`` or
/// ``Database/read(deadline:_:)``, and cannot keep it.
@safe
package struct Connection: ~Copyable {
  let handle: OpaquePointer
  let control: ConnectionControl
  private let cache: StatementCache
  /// Statements that the authorizer let pass because they were the coordinator's own; kept apart so that
  /// nobody else can have them.
  private let trustedCache: StatementCache

  /// Opens a file, or a database in memory, and applies the settings.
  ///
  /// - Parameters:
  ///   - location: What to open, and how.
  ///   - settings: Cache, durability and functions.
  ///   - profile: What statements may do once the connection is open.
  /// - Throws: ``SQLiteError``. The file is not changed, except that `create` makes an empty one.
  package init(
    _ location: DatabaseLocation,
    settings: ConnectionSettings = ConnectionSettings(),
    profile: AuthorizerProfile = .unrestricted
  ) throws(SQLiteError) {
    let opened = try unsafe Connection(handle: Self.open(location), profile: profile)
    try settings.apply(to: opened)
    opened.control.isTrusted = false
    self = opened
  }

  private init(handle: OpaquePointer, profile: AuthorizerProfile) {
    unsafe self.handle = handle
    cache = StatementCache()
    trustedCache = StatementCache()
    control = ConnectionControl(profile: profile)
    installCallbacks()
  }

  deinit {
    cache.removeAll()
    trustedCache.removeAll()
    unsafe sqlite3_close_v2(handle)
  }

  /// Compiles a statement, or takes it from the connection's cache.
  ///
  /// - Parameter sql: One statement. It is the key of the cache: keep it constant, bind what varies.
  /// - Returns: The statement, without values.
  /// - Throws: ``SQLiteError``: `denied` if the profile does not allow it, `misuse` if `sql` holds none or
  ///   several statements.
  package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    if let lost = control.lostTransaction { throw lost }
    let cache = control.isTrusted ? trustedCache : cache
    if let cached = cache.take(sql) { return Statement(cached) }
    let statement = try compile(sql)
    cache.add(statement)
    return Statement(statement)
  }

  /// How many compiled statements are kept.
  package var cachedStatementCount: Int { cache.count }

  /// Rows that INSERT, UPDATE and DELETE have changed since the connection was opened, triggers and
  /// foreign-key actions included.
  package var totalChanges: Int64 { unsafe sqlite3_total_changes64(handle) }

  /// The row id of this connection's last successful INSERT.
  package var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// Rows that the last INSERT, UPDATE or DELETE changed itself.
  package var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

  /// Whether the file can only be read, although more was asked for.
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  /// Runs `body` with the authorizer out of force, for the library's own statements.
  func asTrusted<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let wasTrusted = control.isTrusted
    control.isTrusted = true
    defer { control.isTrusted = wasTrusted }
    return try body()
  }

  /// What SQLite says of the last failure.
  func failure(sql: String?) -> SQLiteError {
    let denial = control.denial
    control.denial = nil
    return SQLiteError(
      extendedCode: unsafe sqlite3_extended_errcode(handle),
      message: unsafe String(cString: sqlite3_errmsg(handle)),
      sql: sql,
      denial: denial
    )
  }

  /// Opens a handle, to be closed by the caller.
  static func open(_ location: DatabaseLocation) throws(SQLiteError) -> OpaquePointer {
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(location.name, &opened, location.flags, nil)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      let detail = unsafe opened.map { unsafe sqlite3_extended_errcode($0) } ?? code
      let message = unsafe String(
        cString: opened == nil ? sqlite3_errstr(code) : sqlite3_errmsg(opened)
      )
      unsafe sqlite3_close_v2(opened)
      throw SQLiteError(extendedCode: detail, message: message)
    }
    return unsafe handle
  }

  private func compile(_ sql: String) throws(SQLiteError) -> PreparedStatement {
    // A copy: older systems of Apple lend no span of a string.
    let text = Array(sql.utf8)
    let (statement, rest) = try compileFirst(of: text.span, persistent: true)
    guard let statement else { throw .misuse("no statement", sql: sql) }
    let tail = sql.utf8.dropFirst(rest)
    guard tail.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x3B }) else {
      throw .misuse("several statements where one is expected", sql: sql)
    }
    return statement
  }

  /// Compiles the first statement of a text.
  ///
  /// - Parameters:
  ///   - text: SQL in UTF-8.
  ///   - persistent: Whether the statement will be kept.
  /// - Returns: The statement (nil if only white space and comments are left) and where the rest begins.
  /// - Throws: ``SQLiteError`` if it does not compile.
  func compileFirst(
    of text: Span<UInt8>,
    persistent: Bool
  ) throws(SQLiteError) -> (PreparedStatement?, rest: Int) {
    var compiled: OpaquePointer?
    var rest = 0
    control.denial = nil
    let code = unsafe text.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      var tail: UnsafePointer<CChar>?
      let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
      let code = unsafe sqlite3_prepare_v3(
        handle,
        start,
        Int32(bytes.count),
        flags,
        &compiled,
        &tail
      )
      if let start = unsafe start, let tail = unsafe tail { rest = unsafe tail - start }
      return code
    }
    let length = code == SQLITE_OK ? rest : text.count
    let sql = unsafe text.extracting(first: length).withUnsafeBytes { bytes in
      unsafe String(decoding: bytes, as: UTF8.self)
    }
    guard code == SQLITE_OK else { throw failure(sql: sql) }
    guard let compiled = unsafe compiled else { return (nil, rest) }
    return (unsafe PreparedStatement(handle: compiled, sql: sql, control: control), rest)
  }
}
