extension Database {
  /// Runs one operation, registered under its token; cancelling the task stops the token, also while it
  /// waits in one of the queues.
  func run<Value: Sendable, Failure: Error>(
    _ token: OperationToken,
    on queues: [TurnQueue],
    _ operation: () async -> Result<Value, TransactionFailure<Failure>>
  ) async throws(TransactionFailure<Failure>) -> Value {
    do throws(DatabaseError) {
      try operations.begin(token)
    } catch {
      throw .database(error)
    }
    defer { operations.end(token) }
    let result = await withTaskCancellationHandler {
      await operation()
    } onCancel: {
      token.stop(.cancelled)
      for queue in queues { queue.wake(token) }
    }
    return try result.get()
  }
}

extension TransactionFailure {
  /// The operation's token ended it.
  static func stopped(_ token: OperationToken) -> TransactionFailure {
    .database(token.reason.map { DatabaseError($0) } ?? .cancelled)
  }
}

extension DatabaseError {
  init(_ failure: TransactionFailure<SQLiteError>) {
    self =
      switch failure {
      case .body(let error), .busy(let error): .sqlite(error)
      case .database(let error): error
      }
  }
}

extension DatabaseFailure {
  init(_ failure: TransactionFailure<any Error>) {
    switch failure {
    case .busy(let error): self.init(.sqlite(error))
    case .database(let error): self.init(error)
    case .body(let error as Self): self = error
    case .body(let error as SQLiteError): self.init(.sqlite(error))
    case .body(let error as DatabaseError): self.init(error)
    case .body(let error): self.init(.unexpected(String(describing: type(of: error))))
    }
  }
}
