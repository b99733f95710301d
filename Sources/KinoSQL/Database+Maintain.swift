extension Database {
  /// Runs one operation on the maintenance connection.
  func maintain<Value: Sendable>(
    _ token: OperationToken,
    _ body: (MaintenanceLane, OperationToken) async throws(SQLiteError) -> Value
  ) async throws(DatabaseError) -> Value {
    do throws(TransactionFailure<SQLiteError>) {
      return try await run(token, on: [care]) { await self.careTurn(token, body) }
    } catch {
      throw DatabaseError(error)
    }
  }

  /// Waits for the maintenance connection and runs one operation, registered already, on it.
  func careTurn<Value: Sendable>(
    _ token: OperationToken,
    _ body: (MaintenanceLane, OperationToken) async throws(SQLiteError) -> Value
  ) async -> Result<Value, TransactionFailure<SQLiteError>> {
    guard let turn = await care.acquire(priority: 0, token: token) else {
      return .failure(.stopped(token))
    }
    defer { care.release(turn) }
    do throws(SQLiteError) {
      return .success(try await body(maintenance, token))
    } catch {
      return .failure(token.reason == nil ? .body(error) : .stopped(token))
    }
  }

  /// Copies the database to a new file, which is complete or not there.
  ///
  /// The copy is of one snapshot; reads and writes go on, and the write-ahead log grows meanwhile.
  /// Cancelling the task stops it.
  ///
  /// - Parameters:
  ///   - target: Where to; nothing may be there. Its folder's path may hold no symbolic link.
  ///   - progress: Gets the number of pages copied and the number in all, on a thread of the database's.
  /// - Throws: ``DatabaseError``.
  package func backup(
    to target: String,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws(DatabaseError) {
    let partial = "\(target).partial"
    let token = OperationToken(deadline: nil)
    try await maintain(token) { lane, token async throws(SQLiteError) in
      guard FileSystem.size(target) == nil else {
        throw .misuse("the target of the backup exists", sql: nil)
      }
      FileSystem.remove(partial)
      do throws(SQLiteError) {
        try await lane.copy(to: partial, token: token, progress: progress)
      } catch {
        FileSystem.remove(partial)
        throw error
      }
      guard FileSystem.publish(partial, as: target) else {
        FileSystem.remove(partial)
        throw .inputOutput("cannot finish the backup")
      }
    }
  }
}
