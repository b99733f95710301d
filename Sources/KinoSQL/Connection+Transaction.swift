internal import CKinoSQLite

extension Connection {
  /// How a transaction begins.
  enum TransactionKind: String {
    /// A snapshot, taken by the first read.
    case deferred = "BEGIN DEFERRED"
    /// Takes the write lock at once.
    case immediate = "BEGIN IMMEDIATE"
  }

  func begin(_ kind: TransactionKind) throws(SQLiteError) {
    control.lostTransaction = nil
    try asTrusted { () throws(SQLiteError) in try prepare(kind.rawValue).run() }
    control.isInTransaction = true
  }

  /// Makes the changes permanent.
  ///
  /// No token stops it.
  func commit() throws(SQLiteError) {
    control.token = nil
    if let lost = control.lostTransaction { throw lost }
    try asTrusted { () throws(SQLiteError) in try prepare("COMMIT").run() }
    control.isInTransaction = false
  }

  /// Undoes the changes, unless SQLite has done so already.
  ///
  /// No token stops it.
  func rollback() {
    control.token = nil
    control.isInTransaction = false
    control.lostTransaction = nil
    guard !isInAutocommit else { return }
    // It can only fail with an error of a statement that is still being read, and there is none.
    try? asTrusted { () throws(SQLiteError) in try prepare("ROLLBACK").run() }
  }

  /// Whether no transaction is open.
  var isInAutocommit: Bool { unsafe sqlite3_get_autocommit(handle) != 0 }

  /// Runs a part of the transaction that can fail alone: an error undoes it and nothing else.
  ///
  /// - Parameter body: The part.
  /// - Returns: What `body` returns.
  /// - Throws: ``SQLiteError``.
  package func savepoint<Value>(
    _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try prepare("SAVEPOINT part").run()
    do throws(SQLiteError) {
      let value = try body()
      try prepare("RELEASE part").run()
      return value
    } catch {
      if control.lostTransaction == nil {
        try prepare("ROLLBACK TO part").run()
        try prepare("RELEASE part").run()
      }
      throw error
    }
  }
}
