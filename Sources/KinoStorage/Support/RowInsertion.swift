import KinoSQL

/// Inserts rows many at a time.
///
/// Where a trigger may refuse a row, SQLite keeps a copy of every page that the statement changes
/// until the statement ends, and soon in a temporary file. For each row alone that is more to write
/// than the row itself; a statement of many rows keeps each page once.
struct RowInsertion {
  /// The largest statement is what a block mostly consists of; the others take what is left of it.
  private static let sizes = [64, 8, 1]

  private let statements: [String]
  private let columns: Int32

  /// - Parameters:
  ///   - head: The statement up to `VALUES`.
  ///   - row: The row's values in parentheses; placeholders have no numbers.
  init(_ head: String, row: String) {
    statements = Self.sizes.map { size in
      "\(head) VALUES \(Array(repeating: row, count: size).joined(separator: ", "))"
    }
    columns = Int32(row.utf8.count { $0 == UInt8(ascii: "?") })
  }

  /// Inserts a row for each element, in their order.
  ///
  /// - Parameters:
  ///   - elements: What the rows are made of.
  ///   - connection: Where.
  ///   - bind: Binds the values of one element; its first placeholder is behind the given number.
  /// - Throws: `SQLiteError`; some rows may be there then.
  func run<Element>(
    _ elements: [Element],
    in connection: borrowing Connection,
    bind: (borrowing Statement, Int32, Element) -> Void
  ) throws(SQLiteError) {
    var rest = elements[...]
    for (size, sql) in zip(Self.sizes, statements) where rest.count >= size {
      let statement = try connection.prepare(sql)
      while rest.count >= size {
        for (index, element) in rest.prefix(size).enumerated() {
          bind(statement, Int32(index) * columns, element)
        }
        try statement.run()
        rest = rest.dropFirst(size)
      }
    }
  }
}
