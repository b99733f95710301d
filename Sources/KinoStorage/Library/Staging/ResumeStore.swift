package import KinoCore
import KinoSQL

/// Says where an admitted run goes on.
///
/// What is outstanding is not stored but follows from what is: a directory is to be listed when its
/// parent was and it was not, unless the parent's listing took it away. What could not be listed is
/// tried once more.
package struct ResumeStore: Sendable {
  let database: LibraryDatabase

  /// Drops what the run must list again, and returns the rest's frontier.
  ///
  /// Listings older than the run's request stand only for `policy.freshness`, and all of them or
  /// none: a directory is listed before what lies in it, and listing it anew leads to all of that
  /// again. Large staging is deleted in several transactions; the call is idempotent.
  package func resumePoint(
    of run: RunHandle,
    policy: AdmissionPolicy
  ) async throws(StorageError) -> ResumePoint {
    let plan = try await database.write(.scan) { connection in
      try RunOwnership.require(run, in: connection)
      return try Self.expire(run, policy, in: connection)
    }
    if plan.hasStaging {
      while try await dropBatch(of: run, keepsSeen: plan.keepsSeen) {}
    }
    return try await database.write(.scan) { connection in
      try RunOwnership.require(run, in: connection)
      return try Frontier(run, scope: plan.scope, in: connection).resumePoint(in: connection)
    }
  }

  private struct Plan: Sendable {
    var scope: ScanScope
    var keepsSeen: Bool
    var hasStaging: Bool
  }

  /// Forgets listings that no longer stand.
  private static func expire(
    _ run: RunHandle,
    _ policy: AdmissionPolicy,
    in connection: borrowing Connection
  ) throws -> Plan {
    let found = try connection.first(runSQL) {
      $0.bind(1, run.id.rawValue)
    } _: { row in
      (
        scope: ScanScope(json: row.optionalText(0).flatMap { JSONValue(text: $0) }),
        at: row.int64(1)
      )
    }
    guard let found else { throw RunOwnership.lost }
    let expired = try connection.int64(expiredSQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, found.at - policy.freshness)
    }
    if expired == 1 { try StagingRemoval.dropProgress(of: run.id, in: connection) }
    try forgetFailures(of: run.id, in: connection)
    let keepsSeen = try connection.int64(anySeenSQL) { $0.bind(1, run.id.rawValue) } != nil
    let hasStaging = try connection.int64(anyStagedSQL) { $0.bind(1, run.id.rawValue) } != nil
    if !keepsSeen { try connection.run(resetSQL) { $0.bind(1, run.id.rawValue) } }
    return Plan(scope: found.scope, keepsSeen: keepsSeen, hasStaging: hasStaging)
  }

  /// Forgets that directories could not be listed: what kept them from it may have passed.
  ///
  /// Failures of directories that were listed, and not completely, go on to hold.
  private static func forgetFailures(
    of run: RunID,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let count = try connection.int64("SELECT count(*) \(unlistedSQL)") { $0.bind(1, run.rawValue) }
    guard let count, count > 0 else { return }
    try connection.run("DELETE \(unlistedSQL)") { $0.bind(1, run.rawValue) }
    try connection.run(uncountSQL) { statement in
      statement.bind(1, run.rawValue)
      statement.bind(2, count)
    }
  }

  /// Deletes a batch of staged rows where everything is listed again; where listings stand, takes back
  /// what was resolved, in one go.
  ///
  /// Returns false when nothing is left to do.
  private func dropBatch(
    of run: RunHandle,
    keepsSeen: Bool
  ) async throws(StorageError) -> Bool {
    try await database.write(.scan) { connection in
      try RunOwnership.require(run, in: connection)
      if keepsSeen {
        try ProcessingStore.clear(run.id, in: connection)
        try StagedCounts.renew(of: run.id, in: connection)
        return false
      }
      return try StagingRemoval.dropBatch(of: run.id, in: connection)
    }
  }

  private static let runSQL = "SELECT scope_json, requested_at_ms FROM scan_run WHERE id = ?1"
  private static let expiredSQL = """
    SELECT EXISTS (SELECT 1 FROM scan_seen WHERE run_id = ?1 AND listed_at_ms < ?2)
      OR EXISTS (
        SELECT 1 FROM scan_frontier WHERE run_id = ?1 AND coalesce(listed_at_ms, 0) < ?2
      )
    """
  private static let unlistedSQL = """
    FROM scan_frontier
    WHERE run_id = ?1 AND state = 'failed' AND NOT \(Frontier.isSeen("directory_id"))
    """
  private static let uncountSQL = """
    UPDATE scan_run SET unreachable_directory_count = max(0, unreachable_directory_count - ?2)
    WHERE id = ?1
    """
  private static let anySeenSQL = "SELECT 1 FROM scan_seen WHERE run_id = ?1 LIMIT 1"
  private static let anyStagedSQL = "SELECT 1 FROM scan_discovery WHERE run_id = ?1 LIMIT 1"
  private static let resetSQL = """
    UPDATE scan_run
    SET listed_since_ms = NULL, directory_count = 0, entry_count = 0, file_count = 0,
      video_count = 0, sidecar_count = 0, unreachable_directory_count = 0,
      moved_count = 0, \(StagedCounts.reset)
    WHERE id = ?1 AND (listed_since_ms IS NOT NULL OR directory_count > 0 OR entry_count > 0
      OR unreachable_directory_count > 0)
    """
}

/// Deletes a run's staging in portions, so that the writer is not held.
enum StagingRemoval {
  /// Rows that one transaction deletes at most.
  static let batchSize = 20_000

  /// Deletes a portion; false when no difference is left.
  ///
  /// Rows that are found and cannot be deleted are damage: the caller would never come to an end.
  static func dropBatch(of run: RunID, in connection: borrowing Connection) throws(SQLiteError)
    -> Bool
  {
    let last = try connection.int64(lastSQL) { statement in
      statement.bind(1, run.rawValue)
      statement.bind(2, batchSize)
    }
    guard let last else { return false }
    try drop(run, through: last, in: connection)
    return true
  }

  /// Deletes the differences up to one of them, of which there are some.
  static func drop(
    _ run: RunID,
    through last: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let count = try connection.run(dropSQL) { statement in
      statement.bind(1, run.rawValue)
      statement.bind(2, last)
    }
    guard count > 0 else { throw .damagedStaging }
  }

  /// Deletes what is left besides the differences: ranges and failures; returns how many there were.
  @discardableResult
  static func dropProgress(
    of run: RunID,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int {
    var count = 0
    for sql in [
      "DELETE FROM scan_seen WHERE run_id = ?1",
      "DELETE FROM scan_frontier WHERE run_id = ?1",
    ] {
      count += try connection.run(sql) { $0.bind(1, run.rawValue) }
    }
    return count
  }

  static let lastSQL = """
    SELECT max(seq) FROM (
      SELECT seq FROM scan_discovery WHERE run_id = ?1 ORDER BY seq LIMIT ?2
    )
    """
  static let dropSQL = "DELETE FROM scan_discovery WHERE run_id = ?1 AND seq <= ?2"
}
