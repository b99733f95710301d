/// Short forms over ``Connection/prepare(_:)``. In a loop over many rows, prepare once instead.
extension Connection {
  /// Runs a text of several statements without values, up to the first failure.
  ///
  /// - Parameter sql: Statements, separated by semicolons.
  /// - Throws: ``SQLiteError``.
  package func execute(_ sql: String) throws(SQLiteError) {
    try forEachStatement(in: sql) { statement throws(SQLiteError) in try statement.run() }
  }

  /// Splits a text where SQLite itself sees the ends of its statements, compiling each only when those
  /// before it have been handled.
  ///
  /// - Parameters:
  ///   - text: Statements, separated by semicolons.
  ///   - body: Gets each statement.
  /// - Throws: ``SQLiteError``.
  package func forEachStatement(
    in text: String,
    _ body: (borrowing Statement) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    let utf8 = Array(text.utf8)
    var position = 0
    while position < utf8.count {
      if let lost = control.lostTransaction { throw lost }
      let rest = utf8.span.extracting(position...)
      let (statement, length) = try compileFirst(of: rest, persistent: false)
      position += length
      guard let statement else { return }
      try body(Statement(statement))
    }
  }

  /// Runs one statement.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - bind: Binds its values.
  /// - Returns: How many rows an INSERT, UPDATE or DELETE changed.
  /// - Throws: ``SQLiteError``.
  @discardableResult
  package func run(
    _ sql: String,
    _ bind: (borrowing Statement) throws(SQLiteError) -> Void = { _ in }
  ) throws(SQLiteError) -> Int {
    let statement = try prepare(sql)
    try bind(statement)
    try statement.run()
    return changes
  }

  /// Reads all rows of a query.
  ///
  /// - Parameters:
  ///   - sql: The query.
  ///   - bind: Binds its values.
  ///   - body: Gets each row; the row is valid only inside.
  /// - Throws: ``SQLiteError``.
  package func query(
    _ sql: String,
    bind: (borrowing Statement) throws(SQLiteError) -> Void = { _ in },
    _ body: (borrowing Row) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    let statement = try prepare(sql)
    try bind(statement)
    try statement.forEachRow(body)
  }

  /// Reads all rows of a query into an array.
  ///
  /// - Parameters:
  ///   - sql: The query.
  ///   - bind: Binds its values.
  ///   - body: Makes a value of each row.
  /// - Returns: The values, in the order of the rows.
  /// - Throws: ``SQLiteError``.
  package func all<Value>(
    _ sql: String,
    bind: (borrowing Statement) throws(SQLiteError) -> Void = { _ in },
    _ body: (borrowing Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> [Value] {
    let statement = try prepare(sql)
    try bind(statement)
    return try statement.all(body)
  }

  /// Reads the first row of a query.
  ///
  /// - Parameters:
  ///   - sql: The query.
  ///   - bind: Binds its values.
  ///   - body: Makes a value of the row.
  /// - Returns: The value; nil if there is no row.
  /// - Throws: ``SQLiteError``.
  package func first<Value>(
    _ sql: String,
    bind: (borrowing Statement) throws(SQLiteError) -> Void = { _ in },
    _ body: (borrowing Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value? {
    let statement = try prepare(sql)
    try bind(statement)
    return try statement.first(body)
  }

  /// Reads the first column of the first row as an integer.
  ///
  /// - Parameters:
  ///   - sql: The query.
  ///   - bind: Binds its values.
  /// - Returns: The integer; nil if there is no row or it is NULL.
  /// - Throws: ``SQLiteError``.
  package func int64(
    _ sql: String,
    bind: (borrowing Statement) throws(SQLiteError) -> Void = { _ in }
  ) throws(SQLiteError) -> Int64? {
    let value = try first(sql, bind: bind) { $0.optionalInt64(0) }
    return value ?? nil
  }
}
