package import KinoCore
import KinoSQL

extension WorkQueueStore {
  /// Frees what processes hold that have ended, without waiting for their leases.
  ///
  /// It counts as an attempt all the same, as does a lease that ends: a file that takes its worker
  /// down with it must not do so for ever. Reads the claimed rows, which are a block for each
  /// process, and writes nothing where no process is gone.
  ///
  /// - Parameters:
  ///   - isAlive: Whether a process of this machine still exists: `false` only when that is certain.
  ///   - now: When.
  /// - Returns: How many rows were made ready or, tried too often, failed for good.
  /// - Throws: ``StorageError``; nothing has changed then.
  package func reclaim(
    fromEnded isAlive: @Sendable (WorkHolder) -> Bool?,
    at now: Timestamp
  ) async throws(StorageError) -> Int {
    guard let holder else { return 0 }
    let tokens = try await database.read { connection throws(SQLiteError) in
      try connection.prepare(Self.claimed).all { row in row.bytes(0) }
    }
    let ended = tokens.filter { token in
      ClaimToken(bytes: token).holder(beside: holder).map { isAlive($0) == false } ?? false
    }
    guard !ended.isEmpty else { return 0 }
    return try await database.write(.metadata) { connection in
      let statement = try connection.prepare(Self.free)
      var count = 0
      for token in ended {
        statement.bind(1, token)
        statement.bind(2, now.milliseconds)
        try statement.run()
        count += connection.changes
      }
      return count
    }
  }

  private static let claimed = "SELECT DISTINCT claim_token FROM scan_queue WHERE state = 'leased'"
  private static let free = """
    UPDATE scan_queue
    SET state = CASE WHEN attempts >= max_attempts THEN 'failed' ELSE 'ready' END,
      error_kind = 'leaseExpired', claim_token = NULL, lease_expires_at_ms = NULL,
      due_at_ms = NULL, updated_at_ms = ?2
    WHERE state = 'leased' AND claim_token = ?1
    """
}
