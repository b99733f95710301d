/// The table `schema_migration`: which text made each version. A contract without it has no history; its
/// files are judged by their schema alone.
extension Migrator {
  /// Checks the record of the versions applied.
  ///
  /// Versions without a record come from a plain SQLite shell. They are accepted if the schema is, to the
  /// letter, the one that the contract makes.
  ///
  /// - Parameters:
  ///   - connection: The file.
  ///   - version: The version that the file has.
  /// - Returns: The versions that still need a record.
  /// - Throws: ``OpeningError``.
  func missingRecords(
    _ connection: borrowing Connection,
    at version: Int32
  ) throws(OpeningError) -> [SchemaContract.Version] {
    guard version > 0 else { return [] }
    let hasTable = try sql { () throws(SQLiteError) in try hasHistory(connection) }
    let recorded = try sql { () throws(SQLiteError) in
      hasTable ? try checksums(connection) : [:]
    }
    var missing: [SchemaContract.Version] = []
    for step in contract.versions where step.number <= version {
      guard let checksum = recorded[step.number] else {
        missing.append(step)
        continue
      }
      guard checksum == step.sha256 else { throw .changedHistory(version: step.number) }
    }
    if !missing.isEmpty { try compareSchema(connection, at: version) }
    return hasTable ? missing : []
  }

  /// Records that a version was applied.
  func record(
    _ step: SchemaContract.Version,
    durationMilliseconds: Int64,
    on connection: borrowing Connection
  ) throws(SQLiteError) {
    let sql = """
      INSERT INTO schema_migration(version, file, sha256, applied_at_ms, duration_ms)
      VALUES (?1, ?2, ?3, ?4, ?5)
      """
    try connection.run(sql) {
      $0.bind(1, step.number)
      $0.bind(2, step.file)
      $0.bind(3, step.sha256)
      $0.bind(4, options.now())
      $0.bind(5, durationMilliseconds)
    }
  }

  /// Whether the file keeps a history.
  func hasHistory(_ connection: borrowing Connection) throws(SQLiteError) -> Bool {
    try connection.int64(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migration'"
    ) == 1
  }

  private func checksums(_ connection: borrowing Connection) throws(SQLiteError) -> [Int32: String]
  {
    var checksums: [Int32: String] = [:]
    try connection.query("SELECT version, sha256 FROM schema_migration") { row in
      checksums[Int32(truncatingIfNeeded: row.int64(0))] = row.text(1)
    }
    return checksums
  }

  private func compareSchema(
    _ connection: borrowing Connection,
    at version: Int32
  ) throws(OpeningError) {
    let found = try sql { () throws(SQLiteError) in try SchemaDump.text(of: connection) }
    let expected: String
    do throws(SQLiteError) {
      expected = try SchemaDump.text(of: contract, at: version)
    } catch {
      throw .brokenContract(version: version)
    }
    guard found == expected else { throw .unknownSchema(version: version) }
  }
}
