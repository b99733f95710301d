extension Migrator {
  /// Applies what is missing, in one transaction.
  func upgrade(_ connection: borrowing Connection, path: String) throws(OpeningError) {
    try checkSpace(path)
    try sql { () throws(SQLiteError) in try connection.begin(.immediate) }
    do throws(OpeningError) {
      // Another process may have done it while this one waited for the lock.
      let identity = try sql { () throws(SQLiteError) in try SchemaIdentity(of: connection) }
      try identity.check(against: contract)
      let steps = contract.versions.filter { $0.number > identity.version }
      let missing = try missingRecords(connection, at: identity.version)
      try checkTexts(of: steps)
      if identity.version > 0, !steps.isEmpty { try backUp(path, version: identity.version) }
      try migrate(connection, steps: steps, missing: missing, path: path)
    } catch {
      connection.rollback()
      connection.control.token = token
      throw error
    }
    connection.control.token = token
    FileSystem.remove(MigrationRecord.path(beside: path))
    removeOldBackups(path)
  }

  private func migrate(
    _ connection: borrowing Connection,
    steps: [SchemaContract.Version],
    missing: [SchemaContract.Version],
    path: String
  ) throws(OpeningError) {
    do throws(MigrationFailure) {
      let counts = try checking { () throws(SQLiteError) in try rowCounts(connection) }
      for step in missing {
        try checking { () throws(SQLiteError) in
          try record(step, durationMilliseconds: 0, on: connection)
        }
      }
      if steps.count == contract.versions.count, let creation = contract.creation {
        try create(by: creation, on: connection)
      } else {
        for step in steps { try apply(step, to: connection) }
      }
      if !steps.isEmpty { try verify(connection, counts: counts) }
      try checking { () throws(SQLiteError) in
        if token.reason != nil { throw .misuse("stopped", sql: nil) }
        try connection.commit()
      }
    } catch {
      if let reason = token.reason { throw OpeningError(reason) }
      MigrationRecord(database: contract.name, failure: error, time: options.now()).write(
        beside: path
      )
      throw .migrationFailed(error)
    }
  }

  private func apply(
    _ step: SchemaContract.Version,
    to connection: borrowing Connection
  ) throws(MigrationFailure) {
    let start = options.now()
    try execute(step.sql, leadingTo: step.number, on: connection)
    try checking(step.number) { () throws(SQLiteError) in
      guard try hasHistory(connection) else { return }
      let duration = max(0, options.now() - start)
      try record(step, durationMilliseconds: duration, on: connection)
    }
  }

  /// Makes a new database of the newest version, and records the versions as applied by it.
  private func create(
    by text: String,
    on connection: borrowing Connection
  ) throws(MigrationFailure) {
    let newest = contract.newestVersion
    try execute(text, leadingTo: newest, on: connection)
    try checking(newest) { () throws(SQLiteError) in
      guard try hasHistory(connection) else { return }
      for step in contract.versions {
        try record(step, durationMilliseconds: 0, on: connection)
      }
    }
  }

  private func execute(
    _ text: String,
    leadingTo number: Int32,
    on connection: borrowing Connection
  ) throws(MigrationFailure) {
    var index = 0
    var current: String?
    do throws(SQLiteError) {
      try connection.forEachStatement(in: text) { statement throws(SQLiteError) in
        current = statement.sql
        try options.willExecute(number, index, statement.sql)
        try statement.run()
        index += 1
      }
      current = nil
      let version = try connection.int64("PRAGMA user_version") ?? 0
      guard version == number else {
        throw .misuse("leaves user_version \(version)", sql: nil)
      }
    } catch {
      throw MigrationFailure(error, version: number, statement: current)
    }
  }

  private func checkTexts(of steps: [SchemaContract.Version]) throws(OpeningError) {
    for step in steps where SHA256.hexadecimal(step.sql) != step.sha256 {
      throw .brokenContract(version: step.number)
    }
  }
}

extension MigrationFailure {
  /// Statements are cut to this many bytes.
  private static let statementLimit = 4096

  init(_ error: SQLiteError, version: Int32, statement: String? = nil) {
    let text = (error.sql ?? statement)?.utf8.prefix(Self.statementLimit)
    self.init(
      version: version,
      statement: text.map { String(decoding: $0, as: UTF8.self) },
      code: error.extendedCode,
      message: error.message
    )
  }
}
