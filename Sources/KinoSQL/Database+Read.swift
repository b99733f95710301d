extension Database {
  /// Runs statements on one snapshot of the database.
  ///
  /// The snapshot is taken by the first statement and stays to the end, whatever is written meanwhile.
  /// Cancelling the task stops the wait for a reader or the running statement.
  ///
  /// - Parameters:
  ///   - deadline: Until when to wait for a free reader.
  ///   - body: The statements, on a reading thread. Keep it short: as long as it runs, the write-ahead log
  ///     cannot start over.
  /// - Returns: What `body` returns.
  /// - Throws: ``DatabaseError``.
  package func read<Value: Sendable>(
    deadline: ContinuousClock.Instant? = nil,
    _ body: @Sendable (borrowing Connection) throws(SQLiteError) -> Value
  ) async throws(DatabaseError) -> Value {
    do throws(TransactionFailure<SQLiteError>) {
      return try await perform(deadline: deadline, body)
    } catch {
      throw DatabaseError(error)
    }
  }

  /// Runs statements on one snapshot; the body fails in the terms of another layer.
  ///
  /// - Parameters:
  ///   - failure: The layer's error.
  ///   - deadline: Until when to wait for a free reader.
  ///   - body: The statements. It may throw errors of `Failure`, ``SQLiteError`` and ``DatabaseError``.
  /// - Returns: What `body` returns.
  /// - Throws: `Failure`.
  package func read<Value: Sendable, Failure: DatabaseFailure>(
    throwing failure: Failure.Type,
    deadline: ContinuousClock.Instant? = nil,
    _ body: @Sendable (borrowing Connection) throws -> Value
  ) async throws(Failure) -> Value {
    do throws(TransactionFailure<any Error>) {
      return try await perform(deadline: deadline, body)
    } catch {
      throw Failure(error)
    }
  }

  private func perform<Value: Sendable, Failure: Error>(
    deadline: ContinuousClock.Instant?,
    _ body: @Sendable (borrowing Connection) throws(Failure) -> Value
  ) async throws(TransactionFailure<Failure>) -> Value {
    let token = OperationToken(deadline: deadline)
    return try await run(token, on: [reads]) {
      () async -> Result<Value, TransactionFailure<Failure>> in
      guard let turn = await self.reads.acquire(priority: 0, token: token) else {
        return .failure(.stopped(token))
      }
      defer { self.reads.release(turn) }
      do throws(TransactionFailure<Failure>) {
        return .success(try await self.readers[turn].run(token: token, body))
      } catch {
        return .failure(error)
      }
    }
  }
}
