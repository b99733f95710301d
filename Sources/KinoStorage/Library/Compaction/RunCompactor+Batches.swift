import KinoCore
import KinoSQL

/// The moments before which things are due, in milliseconds.
struct Cutoffs: Sendable {
  /// Ended runs, and work.
  var diagnostic: Int64
  /// Staging.
  var staging: Int64

  init(_ policy: CompactionPolicy, _ now: Timestamp) {
    diagnostic = now.milliseconds - policy.retention
    staging = now.milliseconds - policy.staleness
  }
}

/// A table of staging, and the rest of its key after the run.
enum StagingTable: String, CaseIterable, Sendable {
  case discovery = "scan_discovery"
  case seen = "scan_seen"
  case frontier = "scan_frontier"

  /// Deletes a batch of one superseded run.
  ///
  /// The literals and names are ours.
  var deletion: String {
    let key =
      switch self {
      case .discovery: "seq"
      case .seen: "first_directory_id"
      case .frontier: "directory_id"
      }
    return """
      DELETE FROM \(rawValue) WHERE run_id = ?1 AND \(key) IN (
        SELECT \(key) FROM \(rawValue) WHERE run_id = ?1 ORDER BY \(key) LIMIT ?2
      )
      """
  }

  /// A run that did not publish, and that no request will resume: another finalize came first, or
  /// it ended too long ago.
  ///
  /// Staging of a completed run is cleared by its own settling.
  var superseded: String {
    """
    SELECT run.id FROM scan_run AS run JOIN library_source AS source ON source.id = run.source_id
    WHERE run.state IN ('failed', 'cancelled')
      AND (run.base_publication <> source.publication OR run.ended_at_ms < ?1
        OR source.state = 'removed')
      AND EXISTS (SELECT 1 FROM \(rawValue) WHERE run_id = run.id)
    LIMIT 1
    """
  }
}

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
  func clear(_ table: StagingTable, _ cutoffs: Cutoffs) async throws(StorageError) -> Int {
    let limit = policy.batchSize
    return try await database.write(.retention, priority: .background) { connection in
      let run = try connection.int64(table.superseded) { $0.bind(1, cutoffs.staging) }
      guard let run else { return 0 }
      return try connection.run(table.deletion) { statement in
        statement.bind(1, run)
        statement.bind(2, limit)
      }
    }
  }

  func hasExpiredRuns(_ cutoffs: Cutoffs) async throws(StorageError) -> Bool {
    try await database.read { connection in
      try connection.int64("\(Self.expired("?1")) LIMIT 1") {
        $0.bind(1, cutoffs.diagnostic)
      } != nil
    }
  }

  func forget(
    in table: SeenTable,
    after cursor: Int64,
    _ cutoffs: Cutoffs
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
        statement.bind(3, cutoffs.diagnostic)
      }
      return (last, count)
    }
  }

  func deleteRun(_ cutoffs: Cutoffs) async throws(StorageError) -> Int {
    try await database.write(.retention, priority: .background) { connection in
      try connection.run(Self.runDeletion) { $0.bind(1, cutoffs.diagnostic) }
    }
  }

  func deleteWork(
    after cursor: Int64,
    _ cutoffs: Cutoffs
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
        statement.bind(3, cutoffs.diagnostic)
      }
      return (last, count)
    }
  }

  /// Ended runs of before a moment.
  ///
  /// Of each source the newest completed run over the whole root and all that completed after it
  /// are kept: they answer when unchanged files were seen last.
  static func expired(_ cutoff: String) -> String {
    """
    SELECT run.id FROM scan_run AS run
    WHERE run.state IN ('completed', 'failed', 'cancelled') AND run.ended_at_ms < \(cutoff)
      AND (run.state <> 'completed' OR run.id < (
        SELECT max(id) FROM scan_run
        WHERE source_id = run.source_id AND state = 'completed' AND scope_json IS NULL
          AND mode = 'full'
      ))
    """
  }

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
