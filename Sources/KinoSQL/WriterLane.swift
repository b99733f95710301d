internal import KinoBlocking

/// The writing connections of a database, one per profile, on one thread.
actor WriterLane {
  private let executor = SerialBlockingExecutor(name: "kino.write")
  private let path: String
  private let rules: TransactionRules
  private let configuration: DatabaseConfiguration
  private var connections: [String: ConnectionBox] = [:]

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(path: String, version: Int32, configuration: DatabaseConfiguration) {
    self.path = path
    self.configuration = configuration
    rules = TransactionRules(version: version, afterChange: configuration.afterChange)
  }

  /// Runs `body` in a transaction that holds the write lock.
  ///
  /// - Returns: What `body` returns, and how many pages the write-ahead log has now.
  func run<Value: Sendable, Failure: Error>(
    as profile: WriteProfile,
    token: OperationToken,
    _ body: @Sendable (borrowing Connection) throws(Failure) -> Value
  ) throws(TransactionFailure<Failure>) -> (value: Value, logPages: Int32) {
    let box: ConnectionBox
    do throws(SQLiteError) {
      box = try open(profile)
    } catch {
      throw .database(.sqlite(error))
    }
    let value = try box.connection.transact(.immediate, token: token, rules: rules, body)
    return (value, box.connection.control.logPages)
  }

  /// Closes all connections, which releases every lock.
  func close(checkpointing: Bool) {
    if !checkpointing { for box in connections.values { box.connection.skipFinalCheckpoint() } }
    connections.removeAll()
  }

  private func open(_ profile: WriteProfile) throws(SQLiteError) -> ConnectionBox {
    if let box = connections[profile.name] { return box }
    let box = ConnectionBox(
      try Connection(
        .file(path),
        settings: ConnectionSettings(
          cacheKibibytes: profile.cacheKibibytes,
          keepsTemporariesInMemory: profile.keepsUndoInMemory,
          isDurable: profile.isDurable,
          logLimitBytes: configuration.logSoftLimitBytes,
          functions: configuration.functions
        ),
        profile: profile.access
      )
    )
    connections[profile.name] = box
    return box
  }
}
