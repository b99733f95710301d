/// Brings a file to the newest version of a contract, or leaves it as it is.
///
/// All versions that are missing are applied in one transaction, which is checked before it commits. Before
/// it, a backup of the file is made beside it. Blocks its thread.
struct Migrator {
  let contract: SchemaContract
  let options: OpeningOptions
  let token: OperationToken

  /// Creates, accepts or migrates a file.
  ///
  /// - Parameter path: The file.
  /// - Returns: Its absolute path, free of symbolic links.
  /// - Throws: ``OpeningError``; the file is as it was.
  func prepare(_ path: String) throws(OpeningError) -> String {
    try checkNumbering()
    let file = try DatabaseFile(at: path, options: options)
    if file.isNew {
      guard FileSystem.create(file.path, mode: options.fileMode) else {
        throw .unavailable("cannot create the file")
      }
    } else {
      try refuseUnchanged(file)
    }
    let connection = try open(file.path)
    guard !connection.isReadOnly else { throw .readOnly }
    let identity = try sql { () throws(SQLiteError) in try SchemaIdentity(of: connection) }
    if identity.isBlank { try format(connection) }
    if try isBehind(connection) { try upgrade(connection, path: file.path) }
    try switchToLog(connection)
    return file.path
  }

  /// Runs statements, with SQLite's errors in the terms of opening.
  func sql<Value>(_ body: () throws(SQLiteError) -> Value) throws(OpeningError) -> Value {
    do throws(SQLiteError) {
      return try body()
    } catch {
      throw failure(error)
    }
  }

  /// What an error of SQLite means for the opening: of one that was asked to stop, that it did.
  private func failure(_ error: SQLiteError) -> OpeningError {
    token.reason.map { OpeningError($0) } ?? OpeningError(error)
  }

  private func checkNumbering() throws(OpeningError) {
    for (index, version) in contract.versions.enumerated() where version.number != index + 1 {
      throw .brokenContract(version: version.number)
    }
  }

  private func open(_ path: String) throws(OpeningError) -> Connection {
    do throws(SQLiteError) {
      let settings = ConnectionSettings(cacheKibibytes: 16384, enforcesForeignKeys: false)
      let connection = try Connection(.file(path), settings: settings)
      connection.control.token = token
      return connection
    } catch {
      throw failure(error)
    }
  }

  /// Refuses what must not be touched, on nothing but the header and a reading connection: it neither
  /// recovers nor checkpoints.
  private func refuseUnchanged(_ file: DatabaseFile) throws(OpeningError) {
    guard let header = file.header else { return }
    if header.applicationID != 0, header.applicationID != contract.applicationID {
      throw .foreign(applicationID: header.applicationID)
    }
    if header.applicationID == contract.applicationID, header.version > contract.newestVersion {
      throw .newer(version: header.version, supported: contract.newestVersion)
    }
    let isOurs = header.isBlank || header.applicationID == contract.applicationID
    guard let identity = try identity(of: file, isOurs: isOurs) else { return }
    // One that is blank may still get its format.
    if !identity.isBlank { try identity.check(against: contract) }
  }

  /// Reads what a file says of itself, on a connection that only reads.
  ///
  /// - Returns: `nil` where a crash broke a transaction off, while the file was created for instance: the
  ///   connection that writes rolls it back, and looks then. Nobody does that to a file that is not ours.
  private func identity(
    of file: DatabaseFile,
    isOurs: Bool
  ) throws(OpeningError) -> SchemaIdentity? {
    do throws(SQLiteError) {
      let connection = try Connection(.file(file.path, .readOnly))
      connection.control.token = token
      return try SchemaIdentity(of: connection)
    } catch {
      if token.reason == nil, error.needsRollback, isOurs { return nil }
      throw failure(error)
    }
  }

  private func format(_ connection: borrowing Connection) throws(OpeningError) {
    do throws(SQLiteError) {
      try connection.execute(DatabaseFormat.settings)
    } catch {
      throw failure(error)
    }
    try switchToLog(connection)
  }

  /// Switches to write-ahead logging, which needs the file for itself for a moment.
  private func switchToLog(_ connection: borrowing Connection) throws(OpeningError) {
    var attempt: Int32 = 0
    while true {
      do throws(SQLiteError) {
        let mode = try connection.first("PRAGMA journal_mode = WAL") { $0.text(0) }
        if mode == "wal" { return }
        throw .misuse("journal_mode stays \(mode ?? "unknown")", sql: nil)
      } catch {
        guard error.kind == .busy || error.kind == .locked else { throw failure(error) }
        guard connection.control.shouldKeepWaiting(after: attempt) else {
          throw failure(error)
        }
      }
      attempt += 1
      LockWait.sleep(attempt: attempt)
    }
  }

  private func isBehind(_ connection: borrowing Connection) throws(OpeningError) -> Bool {
    let identity = try sql { () throws(SQLiteError) in try SchemaIdentity(of: connection) }
    try identity.check(against: contract)
    if identity.version < contract.newestVersion { return true }
    return try !missingRecords(connection, at: identity.version).isEmpty
  }
}
