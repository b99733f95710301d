internal import CKinoSQLite

/// What surrounds the body of a transaction.
struct TransactionRules: Sendable {
  /// The schema version that the caller's SQL is written for.
  let version: Int32
  /// Runs last, if anything changed.
  let afterChange: String?
}

extension Connection {
  /// Runs `body` in a transaction that `token` can stop until it commits.
  ///
  /// - Parameters:
  ///   - kind: How the transaction begins.
  ///   - token: Stops it.
  ///   - rules: What surrounds the body.
  ///   - body: The transaction's statements; throwing rolls back.
  /// - Returns: What `body` returns.
  /// - Throws: ``TransactionFailure``; nothing was committed.
  func transact<Value, Failure: Error>(
    _ kind: TransactionKind,
    token: OperationToken,
    rules: TransactionRules,
    _ body: (borrowing Connection) throws(Failure) -> Value
  ) throws(TransactionFailure<Failure>) -> Value {
    control.token = token
    do throws(TransactionFailure<Failure>) {
      try open(kind, version: rules.version, token: token, failing: Failure.self)
      let changesBefore = totalChanges
      let value: Value
      do throws(Failure) {
        value = try body(self)
      } catch {
        throw token.reason.map { .database(DatabaseError($0)) } ?? .body(error)
      }
      let afterChange = totalChanges == changesBefore ? nil : rules.afterChange
      try close(afterChange: afterChange, token: token, failing: Failure.self)
      return value
    } catch {
      rollback()
      throw error
    }
  }

  private func open<Failure: Error>(
    _ kind: TransactionKind,
    version: Int32,
    token: OperationToken,
    failing: Failure.Type
  ) throws(TransactionFailure<Failure>) {
    let found: Int64
    do throws(SQLiteError) {
      try begin(kind)
      found = try asTrusted { () throws(SQLiteError) in try int64("PRAGMA user_version") ?? 0 }
    } catch {
      if let reason = token.reason { throw .database(DatabaseError(reason)) }
      throw error.kind == .busy ? .busy(error) : .database(.sqlite(error))
    }
    guard found == version else {
      let found = Int32(truncatingIfNeeded: found)
      throw .database(.versionChanged(expected: version, found: found))
    }
  }

  private func close<Failure: Error>(
    afterChange: String?,
    token: OperationToken,
    failing: Failure.Type
  ) throws(TransactionFailure<Failure>) {
    guard !isInAutocommit || control.hasLostTransaction else {
      throw .database(.transactionEnded)
    }
    do throws(SQLiteError) {
      if let afterChange {
        try asTrusted { () throws(SQLiteError) in try prepare(afterChange).run() }
      }
      if token.reason == nil { return try commit() }
    } catch {
      throw .database(token.reason.map { DatabaseError($0) } ?? .sqlite(error))
    }
    throw .database(token.reason.map { DatabaseError($0) } ?? .cancelled)
  }
}
