internal import KinoBlocking

/// A connection that looks after the file while others read and write.
actor MaintenanceLane {
  private let executor = SerialBlockingExecutor(name: "kino.care")
  private let path: String
  private var box: ConnectionBox?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(path: String) {
    self.path = path
  }

  /// Copies the write-ahead log back into the file, as far as no reader needs it.
  func checkpoint(_ mode: CheckpointMode, token: OperationToken) throws(SQLiteError)
    -> CheckpointResult
  {
    try open(token).connection.checkpoint(mode)
  }

  /// A number that differs from the last one if any other connection has committed since.
  func dataVersion(token: OperationToken) throws(SQLiteError) -> Int64 {
    try open(token).connection.int64("PRAGMA data_version") ?? 0
  }

  /// Copies the database to a new file.
  func copy(
    to target: String,
    token: OperationToken,
    progress: @Sendable (Int, Int) -> Void
  ) throws(SQLiteError) {
    let source = try open(token)
    let destination = try Connection(.file(target, .create))
    try BackupCopy.run(from: source.connection, to: destination, token: token, progress: progress)
  }

  /// Closes the connection, which releases every lock.
  func close(checkpointing: Bool) {
    if !checkpointing { box?.connection.skipFinalCheckpoint() }
    box = nil
  }

  private func open(_ token: OperationToken) throws(SQLiteError) -> ConnectionBox {
    if let box {
      box.connection.control.token = token
      return box
    }
    let opened = ConnectionBox(try Connection(.file(path)))
    opened.connection.control.token = token
    box = opened
    return opened
  }
}
