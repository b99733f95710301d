internal import Synchronization

/// The write-ahead log is bounded like this: a commit that leaves it longer than the soft limit has it
/// copied back by a connection of its own, while writes go on. If they go on so fast that this never
/// catches up, the hard limit makes one checkpoint wait for its turn among the writes, ahead of those that
/// wait. Once everything is copied and no reader needs it, the next write starts the log over and SQLite
/// cuts it to the soft limit. Only a reader that keeps its snapshot, here or in another process, can make it
/// grow beyond. Closing the last connection removes the log.
extension Database {
  /// Copies the write-ahead log back into the file.
  ///
  /// - Parameters:
  ///   - mode: `truncate` also empties the log, holding up writes and waiting for readers meanwhile; for
  ///     idle moments.
  ///   - deadline: Until when to wait, five seconds if there is none.
  /// - Returns: What was done.
  /// - Throws: ``DatabaseError``.
  @discardableResult
  package func checkpoint(
    _ mode: CheckpointMode = .passive,
    deadline: ContinuousClock.Instant? = nil
  ) async throws(DatabaseError) -> CheckpointResult {
    let token = OperationToken(deadline: deadline)
    switch mode {
    case .passive:
      return try await maintain(token) { lane, token async throws(SQLiteError) in
        try await lane.checkpoint(.passive, token: token)
      }
    case .truncate:
      return try await checkpointBetweenWrites(.truncate, priority: .background, token: token)
    }
  }

  /// A number that changes whenever anybody commits, in this process or another.
  ///
  /// - Returns: The number; only equality with an earlier one means something.
  /// - Throws: ``DatabaseError``.
  package func dataVersion() async throws(DatabaseError) -> Int64 {
    try await maintain(OperationToken(deadline: nil)) { lane, token async throws(SQLiteError) in
      try await lane.dataVersion(token: token)
    }
  }

  /// Starts a checkpoint that nobody waits for, if the log has become long.
  func checkpointIfNeeded(logPages: Int32) {
    let bytes = Int(logPages) * Int(DatabaseFormat.pageSize)
    guard bytes >= configuration.logSoftLimitBytes else { return }
    let first = isCheckpointing.compareExchange(
      expected: false,
      desired: true,
      ordering: .acquiringAndReleasing
    ).exchanged
    guard first else { return }
    let isUrgent = bytes >= configuration.logHardLimitBytes
    Task {
      // A failure is no loss: the next commit tries again.
      if isUrgent {
        let token = OperationToken(deadline: nil)
        _ = try? await self.checkpointBetweenWrites(.passive, priority: .user, token: token)
      } else {
        _ = try? await self.checkpoint(.passive)
      }
      self.isCheckpointing.store(false, ordering: .releasing)
    }
  }

  /// Runs a checkpoint while no write of this process does.
  private func checkpointBetweenWrites(
    _ mode: CheckpointMode,
    priority: WritePriority,
    token: OperationToken
  ) async throws(DatabaseError) -> CheckpointResult {
    do throws(TransactionFailure<SQLiteError>) {
      return try await run(token, on: [writes, care]) {
        () async -> Result<CheckpointResult, TransactionFailure<SQLiteError>> in
        let turn = await self.writes.acquire(priority: priority.rawValue, token: token)
        guard let turn else { return .failure(.stopped(token)) }
        defer { self.writes.release(turn) }
        return await self.careTurn(token) { lane, token async throws(SQLiteError) in
          try await lane.checkpoint(mode, token: token)
        }
      }
    } catch {
      throw DatabaseError(error)
    }
  }
}
