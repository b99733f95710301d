/// What must hold before a migration begins, and before it commits.
extension Migrator {
  /// Room beyond the copies of the database: the log's index, the error record.
  private static let spareBytes: Int64 = 8 << 20

  /// Asks for room for the backup and for a log that holds every page once.
  func checkSpace(_ path: String) throws(OpeningError) {
    let size = (FileSystem.size(path) ?? 0) + (FileSystem.size("\(path)-wal") ?? 0)
    let needed = 2 * size + Self.spareBytes
    let available = options.availableBytes(FileSystem.directory(of: path)) ?? .max
    guard available >= needed else {
      throw .insufficientSpace(neededBytes: needed, availableBytes: available)
    }
  }

  /// Counts the rows of the contract's counted tables that exist.
  func rowCounts(_ connection: borrowing Connection) throws(SQLiteError) -> [String: Int64] {
    var counts: [String: Int64] = [:]
    for table in contract.countedTables {
      let exists = try connection.int64(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?1"
      ) { $0.bind(1, table) }
      guard exists == 1 else { continue }
      // A name takes no placeholder; it comes from the contract and is quoted.
      let name = table.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"")
      counts[table] = try connection.int64("SELECT count(*) FROM \"\(name)\"")
    }
    return counts
  }

  /// Checks the migrated database inside its transaction.
  func verify(
    _ connection: borrowing Connection,
    counts before: [String: Int64]
  ) throws(MigrationFailure) {
    let problems = try checking { () throws(SQLiteError) in
      try foreignKeyProblems(connection) + integrityProblems(connection)
        + schemaProblems(connection)
    }
    if let problem = problems.first { throw .check(problem) }
    let after = try checking { () throws(SQLiteError) in try rowCounts(connection) }
    for (table, count) in before.sorted(by: { $0.key < $1.key }) where after[table] != count {
      let found = after[table].map { "\($0)" } ?? "no table"
      throw .check("\(table) had \(count) rows and has \(found)")
    }
  }

  /// Runs statements that are no version's own; a failure belongs to `version`, or to none.
  func checking<Value>(
    _ version: Int32 = 0,
    _ body: () throws(SQLiteError) -> Value
  ) throws(MigrationFailure) -> Value {
    do throws(SQLiteError) {
      return try body()
    } catch {
      throw MigrationFailure(error, version: version)
    }
  }

  private func foreignKeyProblems(_ connection: borrowing Connection) throws(SQLiteError)
    -> [String]
  {
    try connection.first("PRAGMA foreign_key_check") { row in
      "a row of \(row.text(0)) refers to a missing row of \(row.text(2))"
    }.map { [$0] } ?? []
  }

  private func integrityProblems(_ connection: borrowing Connection) throws(SQLiteError) -> [String]
  {
    let answer = try connection.first("PRAGMA quick_check(1)") { $0.text(0) }
    return answer == "ok" ? [] : ["quick_check: \(answer ?? "no answer")"]
  }

  private func schemaProblems(_ connection: borrowing Connection) throws(SQLiteError) -> [String] {
    guard let expected = contract.schemaSHA256 else { return [] }
    let found = SHA256.hexadecimal(try SchemaDump.text(of: connection))
    return found == expected ? [] : ["the schema is not the contract's"]
  }
}

extension MigrationFailure {
  /// A check before COMMIT failed.
  static func check(_ message: String) -> MigrationFailure {
    MigrationFailure(version: 0, statement: nil, code: 0, message: message)
  }
}
