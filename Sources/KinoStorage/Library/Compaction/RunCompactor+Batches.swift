import KinoCore
import KinoSQL

/// A table whose rows name the run that saw them last.
enum SeenTable: String, CaseIterable, Sendable {
  case files = "media_file"
  case sidecars = "sidecar"

  var range: String {
    "SELECT max(id) FROM (SELECT id FROM \(rawValue) WHERE id > ?1 ORDER BY id LIMIT ?2)"
  }

  var forgetting: String {
    """
    UPDATE \(rawValue) SET last_seen_run_id = NULL
    WHERE id > ?1 AND id <= ?2 AND last_seen_run_id IN (\(RunCompactor.expired("?3")))
    """
  }
}

extension RunCompactor {
  /// Clears staging that no run can continue, source by source.
  func clearStaging(at now: Timestamp) async throws(StorageError) -> Int {
    let settlement = SettlementStore(database: database)
    let limits = AdmissionPolicy(now: now, lease: 0, staleness: policy.staleness, freshness: 0)
    let sources = try await database.read { connection in
      try connection.all(Self.sources) { row in SourceID(row.int64(0)) }
    }
    var batches = 0
    for source in sources {
      while try await settlement.clearSuperseded(of: source, policy: limits) {
        try Self.checkCancellation()
        batches += 1
      }
    }
    return batches
  }

  func hasExpiredRuns(before cutoff: Timestamp) async throws(StorageError) -> Bool {
    try await database.read { connection in
      try connection.int64("\(Self.expired("?1")) LIMIT 1") {
        $0.bind(1, cutoff.milliseconds)
      } != nil
    }
  }

  func forget(
    in table: SeenTable,
    after cursor: Int64,
    before cutoff: Timestamp
  ) async throws(StorageError) -> (last: Int64, count: Int)? {
    let limit = policy.batchSize
    return try await database.write(.retention, priority: .background) { connection in
      let last = try connection.int64(table.range) { statement in
        statement.bind(1, cursor)
        statement.bind(2, limit)
      }
      guard let last else { return nil }
      let count = try connection.run(table.forgetting) { statement in
        statement.bind(1, cursor)
        statement.bind(2, last)
        statement.bind(3, cutoff.milliseconds)
      }
      return (last, count)
    }
  }

  func deleteRun(before cutoff: Timestamp) async throws(StorageError) -> Int {
    try await database.write(.retention, priority: .background) { connection in
      try connection.run(Self.runDeletion) { $0.bind(1, cutoff.milliseconds) }
    }
  }

  func deleteWork(
    after cursor: Int64,
    before cutoff: Timestamp
  ) async throws(StorageError) -> (last: Int64, count: Int)? {
    let limit = policy.batchSize
    return try await database.write(.retention, priority: .background) { connection in
      let last = try connection.int64(Self.workRange) { statement in
        statement.bind(1, cursor)
        statement.bind(2, limit)
      }
      guard let last else { return nil }
      let count = try connection.run(Self.workDeletion) { statement in
        statement.bind(1, cursor)
        statement.bind(2, last)
        statement.bind(3, cutoff.milliseconds)
      }
      return (last, count)
    }
  }

  /// Ended runs of before a moment.
  ///
  /// Of each source the newest completed run over the whole root and all that completed after it
  /// are kept: they answer when unchanged files were seen last. A run whose staging is still there
  /// is kept, too, since nothing else would know that staging any more.
  static func expired(_ cutoff: String) -> String {
    """
    SELECT run.id FROM scan_run AS run
    WHERE run.state IN ('completed', 'failed', 'cancelled') AND run.ended_at_ms < \(cutoff)
      AND (run.state <> 'completed' OR run.id < (
        SELECT max(id) FROM scan_run
        WHERE source_id = run.source_id AND state = 'completed' AND scope_json IS NULL
          AND mode = 'full'
      ))
      AND NOT EXISTS (SELECT 1 FROM scan_discovery WHERE run_id = run.id)
    """
  }

  private static let sources = "SELECT id FROM library_source ORDER BY id"
  private static let runDeletion =
    "DELETE FROM scan_run WHERE id IN (\(expired("?1")) ORDER BY run.id LIMIT 1)"
  private static let workRange = """
    SELECT max(id) FROM (SELECT id FROM scan_queue WHERE id > ?1 ORDER BY id LIMIT ?2)
    """
  private static let workDeletion = """
    DELETE FROM scan_queue
    WHERE id > ?1 AND id <= ?2 AND state IN ('done', 'failed') AND updated_at_ms < ?3
    """
}
