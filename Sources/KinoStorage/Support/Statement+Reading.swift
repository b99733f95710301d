import KinoSQL

extension Statement {
  /// Binds, then reads rows for as long as `body` returns true.
  consuming func forEachRow(
    bind: (borrowing Statement) -> Void,
    while body: (borrowing Row) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    bind(self)
    try forEachRow(while: body)
  }
}
