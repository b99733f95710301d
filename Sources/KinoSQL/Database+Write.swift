extension Database {
  /// Runs a write transaction.
  ///
  /// It waits for its turn: higher priorities go first. Then it takes the write lock of the file, waiting
  /// for other processes until the deadline (five seconds without one), checks that the schema version is
  /// still the one opened, runs `body`, advances the revision if anything changed, and commits. Cancelling
  /// the task stops the wait or the running statement and rolls back, up to the moment of COMMIT.
  ///
  /// - Parameters:
  ///   - profile: What the transaction may change.
  ///   - priority: Who goes first among those that wait.
  ///   - deadline: Until when to wait for the turn and the lock; a transaction that has begun goes on.
  ///   - body: The statements, on the writing thread. Keep it short: it holds up all other writes.
  /// - Returns: What `body` returns.
  /// - Throws: ``DatabaseError``; nothing was committed.
  @discardableResult
  package func write<Value: Sendable>(
    as profile: WriteProfile,
    priority: WritePriority = .normal,
    deadline: ContinuousClock.Instant? = nil,
    _ body: @Sendable (borrowing Connection) throws(SQLiteError) -> Value
  ) async throws(DatabaseError) -> Value {
    do throws(TransactionFailure<SQLiteError>) {
      return try await perform(as: profile, priority: priority, deadline: deadline, body)
    } catch {
      throw DatabaseError(error)
    }
  }

  /// Runs a write transaction whose body fails in the terms of another layer.
  ///
  /// Everything is as in ``write(as:priority:deadline:_:)``. The body may throw errors of `Failure`,
  /// ``SQLiteError`` and ``DatabaseError``; the latter two arrive wrapped.
  ///
  /// - Parameters:
  ///   - profile: What the transaction may change.
  ///   - failure: The layer's error.
  ///   - priority: Who goes first among those that wait.
  ///   - deadline: Until when to wait for the turn and the lock.
  ///   - body: The statements, on the writing thread.
  /// - Returns: What `body` returns.
  /// - Throws: `Failure`; nothing was committed.
  @discardableResult
  package func write<Value: Sendable, Failure: DatabaseFailure>(
    as profile: WriteProfile,
    throwing failure: Failure.Type,
    priority: WritePriority = .normal,
    deadline: ContinuousClock.Instant? = nil,
    _ body: @Sendable (borrowing Connection) throws -> Value
  ) async throws(Failure) -> Value {
    do throws(TransactionFailure<any Error>) {
      return try await perform(as: profile, priority: priority, deadline: deadline, body)
    } catch {
      throw Failure(error)
    }
  }

  private func perform<Value: Sendable, Failure: Error>(
    as profile: WriteProfile,
    priority: WritePriority,
    deadline: ContinuousClock.Instant?,
    _ body: @Sendable (borrowing Connection) throws(Failure) -> Value
  ) async throws(TransactionFailure<Failure>) -> Value {
    let token = OperationToken(deadline: deadline) { [writes] in
      writes.hasWaiter(above: priority.rawValue)
    }
    return try await run(token, on: [writes]) {
      () async -> Result<Value, TransactionFailure<Failure>> in
      var isReturning = false
      while true {
        let turn = await self.writes.acquire(
          priority: priority.rawValue,
          token: token,
          isReturning: isReturning
        )
        guard let turn else { return .failure(.stopped(token)) }
        let result = await self.attempt(as: profile, token: token, body)
        self.writes.release(turn)
        guard case .failure(.busy) = result else { return result }
        if token.shouldStopWaiting() { return .failure(.stopped(token)) }
        guard deadline != nil || token.shouldYield() else { return result }
        isReturning = true
      }
    }
  }

  private func attempt<Value: Sendable, Failure: Error>(
    as profile: WriteProfile,
    token: OperationToken,
    _ body: @Sendable (borrowing Connection) throws(Failure) -> Value
  ) async -> Result<Value, TransactionFailure<Failure>> {
    do throws(TransactionFailure<Failure>) {
      let result = try await writer.run(as: profile, token: token, body)
      checkpointIfNeeded(logPages: result.logPages)
      return .success(result.value)
    } catch {
      return .failure(error)
    }
  }
}
