internal import KinoBlocking

/// One reading connection of a database, on a thread of its own.
actor ReaderLane {
  private let executor: SerialBlockingExecutor
  private let path: String
  private let rules: TransactionRules
  private let configuration: DatabaseConfiguration
  private var box: ConnectionBox?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(number: Int, path: String, version: Int32, configuration: DatabaseConfiguration) {
    executor = SerialBlockingExecutor(name: "kino.read.\(number)")
    self.path = path
    self.configuration = configuration
    rules = TransactionRules(version: version, afterChange: nil)
  }

  /// Runs `body` on one snapshot.
  func run<Value: Sendable, Failure: Error>(
    token: OperationToken,
    _ body: @Sendable (borrowing Connection) throws(Failure) -> Value
  ) throws(TransactionFailure<Failure>) -> Value {
    let box: ConnectionBox
    do throws(SQLiteError) {
      box = try open()
    } catch {
      throw .database(.sqlite(error))
    }
    return try box.connection.transact(.deferred, token: token, rules: rules, body)
  }

  /// Closes the connection, which releases every lock.
  func close(checkpointing: Bool) {
    if !checkpointing { box?.connection.skipFinalCheckpoint() }
    box = nil
  }

  private func open() throws(SQLiteError) -> ConnectionBox {
    if let box { return box }
    let opened = ConnectionBox(
      try Connection(
        .file(path),
        settings: ConnectionSettings(
          cacheKibibytes: configuration.readerCacheKibibytes,
          memoryMapBytes: configuration.readerMemoryMapBytes,
          isQueryOnly: true,
          logLimitBytes: configuration.logSoftLimitBytes,
          functions: configuration.functions
        )
      )
    )
    box = opened
    return opened
  }
}
