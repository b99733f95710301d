internal import CKinoSQLite

/// A compiled statement on loan from its connection's cache.
///
/// Bind, then run or read rows; a run resets the statement and keeps the bound values, so that a loop
/// binds only what changes. When it goes out of scope the statement returns to the cache, without its
/// values. It is used on the connection's thread only, inside the closure that was given the connection.
///
/// ```swift
/// let insert = try connection.prepare("INSERT INTO file(name, size) VALUES (?1, ?2)")
/// for file in files {
///   insert.bind(1, file.name)
///   insert.bind(2, file.size)
///   try insert.run()
/// }
/// ```
package struct Statement: ~Copyable {
  let prepared: PreparedStatement

  init(_ prepared: PreparedStatement) {
    self.prepared = prepared
  }

  deinit { prepared.recycle() }

  /// The SQL text, with its placeholders.
  package var sql: String { prepared.sql }

  /// Whether the statement cannot change the database.
  package var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(prepared.handle) != 0 }

  /// The names of the result's columns.
  package var columnNames: [String] {
    let count = unsafe sqlite3_column_count(prepared.handle)
    return (0..<count).map {
      unsafe String(cString: sqlite3_column_name(prepared.handle, $0))
    }
  }

  /// Runs the statement to its end, discarding rows, and resets it.
  ///
  /// - Throws: ``SQLiteError``, also for a value that could not be bound.
  package func run() throws(SQLiteError) {
    while try prepared.step() {}
    prepared.reset()
  }

  /// Reads all rows, then resets the statement.
  ///
  /// - Parameter body: Gets each row; the row is valid only inside. Throwing ends the reading.
  /// - Throws: ``SQLiteError``.
  package func forEachRow(
    _ body: (borrowing Row) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    defer { prepared.reset() }
    let row = Row(prepared)
    while try prepared.step() { try body(row) }
  }

  /// Reads the first row, then resets the statement.
  ///
  /// - Parameter body: Gets the row.
  /// - Returns: What `body` made of it; nil if there is no row.
  /// - Throws: ``SQLiteError``.
  package func first<Value>(
    _ body: (borrowing Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value? {
    defer { prepared.reset() }
    guard try prepared.step() else { return nil }
    return try body(Row(prepared))
  }

  /// Reads all rows into an array, then resets the statement.
  ///
  /// - Parameter body: Makes a value of each row.
  /// - Returns: The values, in the order of the rows.
  /// - Throws: ``SQLiteError``.
  package func all<Value>(
    _ body: (borrowing Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> [Value] {
    var values: [Value] = []
    try forEachRow { row throws(SQLiteError) in values.append(try body(row)) }
    return values
  }

  /// Reads rows for as long as `body` returns true, then resets the statement.
  ///
  /// - Parameter body: Gets each row; false ends the reading.
  /// - Throws: ``SQLiteError``.
  package func forEachRow(
    while body: (borrowing Row) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    defer { prepared.reset() }
    let row = Row(prepared)
    while try prepared.step() { guard try body(row) else { return } }
  }
}
