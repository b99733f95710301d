package import KinoCore
import KinoSQL

/// Deletes runs and work that are past their diagnostic retention, and staging that no run will
/// continue, in batches (DL-8).
package struct RunCompactor: Sendable {
  let database: LibraryDatabase
  let policy: CompactionPolicy

  package init(database: LibraryDatabase, policy: CompactionPolicy = CompactionPolicy()) {
    self.database = database
    self.policy = policy
  }

  /// Does everything that is due.
  ///
  /// Each batch is a transaction of its own; cancelling stops between two. `last_seen_run_id` is set
  /// to NULL in batches before the runs go. What remains is for the last statement alone: SQLite
  /// looks through all files for each deleted run, since an index for that would cost every scan
  /// more than this costs once.
  package func compact(at now: Timestamp) async throws(StorageError) -> CompactionReport {
    let cutoff = now.advanced(by: .milliseconds(-policy.retention))
    var report = CompactionReport()
    report.stagingBatches = try await clearStaging(at: now)
    if try await hasExpiredRuns(before: cutoff) {
      for table in SeenTable.allCases {
        report.forgottenRows += try await walk { (cursor) async throws(StorageError) in
          try await forget(in: table, after: cursor, before: cutoff)
        }
      }
      report.runs = try await drain { () async throws(StorageError) in
        try await deleteRun(before: cutoff)
      }
    }
    report.workRows = try await walk { (cursor) async throws(StorageError) in
      try await deleteWork(after: cursor, before: cutoff)
    }
    return report
  }

  /// Repeats a batch until it finds nothing more.
  private func drain(
    _ batch: () async throws(StorageError) -> Int
  ) async throws(StorageError) -> Int {
    var total = 0
    while true {
      try Self.checkCancellation()
      let count = try await batch()
      guard count > 0 else { return total }
      total += count
    }
  }

  /// Repeats a batch over a table in order of its ids.
  private func walk(
    _ batch: (Int64) async throws(StorageError) -> (last: Int64, count: Int)?
  ) async throws(StorageError) -> Int {
    var total = 0
    var cursor = Int64.min
    while true {
      try Self.checkCancellation()
      guard let done = try await batch(cursor) else { return total }
      // Rows that come out of order would be walked over for ever.
      guard done.last > cursor else { throw StorageError(.damagedTable) }
      total += done.count
      cursor = done.last
    }
  }

  static func checkCancellation() throws(StorageError) {
    guard Task.isCancelled else { return }
    throw StorageError(.cancelled, message: "The compaction was cancelled.")
  }
}

/// How long what tells of past scans is kept.
package struct CompactionPolicy: Hashable, Sendable {
  /// Milliseconds for which ended runs, and work that is done or failed, are kept.
  package var retention: Int64
  /// Staging of a run that ended longer ago than this, in milliseconds, is not continued.
  package var staleness: Int64
  /// Rows that one transaction looks at or deletes.
  package var batchSize: Int

  package init(
    retention: Int64 = 30 * 24 * 3_600_000,
    staleness: Int64 = 24 * 3_600_000,
    batchSize: Int = 5000
  ) {
    self.retention = retention
    self.staleness = staleness
    self.batchSize = batchSize
  }
}

/// What a compaction did.
package struct CompactionReport: Hashable, Sendable {
  /// Batches in which staging was deleted.
  package var stagingBatches = 0
  /// Files and sidecars that no longer name the run that saw them last.
  package var forgottenRows = 0
  package var runs = 0
  /// Rows of the queue deleted.
  package var workRows = 0

  package init() {}
}
