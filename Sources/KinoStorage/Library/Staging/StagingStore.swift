package import KinoCore
import KinoSQL

/// Records what a scan saw, without disturbing what readers see (TX-4).
package struct StagingStore: Sendable {
  let database: LibraryDatabase

  /// Adds differences and the progress that they belong to, in one transaction (TX-3).
  ///
  /// A directory's differences are staged once per run: the caller stages a directory when its
  /// listing has ended, and drops what an abandoned listing of it had found.
  ///
  /// - Throws: ``StorageError/Kind/ownershipLost`` when another process took the run over.
  package func stage(
    _ group: StagedGroup,
    in run: RunHandle
  ) async throws(StorageError) {
    guard !group.isEmpty else { return }
    try await database.write(.scan) { connection in
      let first = try Self.advance(group, in: run, on: connection)
      try Self.insert(group, of: run.id, from: first, on: connection)
      if !group.done.isEmpty {
        try SeenDirectories(run.id, in: connection).add(group.done, listedAt: group.listedSince)
      }
      try Self.note(group.failures, of: run.id, listedAt: group.listedSince, on: connection)
    }
  }

  /// Takes sequence numbers for the group and counts it; returns the first of them.
  private static func advance(
    _ group: StagedGroup,
    in run: RunHandle,
    on connection: borrowing Connection
  ) throws -> Int64 {
    let counters = group.counters
    let staged = StagedCounts(group)
    let first = try connection.int64(advanceSQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, run.ownerToken.bytes)
      statement.bind(3, group.rowCount)
      statement.bind(4, group.listedSince.milliseconds)
      statement.bind(5, counters.directories)
      statement.bind(6, counters.entries)
      statement.bind(7, counters.videos)
      statement.bind(8, counters.sidecars)
      statement.bind(9, counters.unreachableDirectories)
      staged.bind(to: statement, from: 10)
    }
    guard let first else { throw RunOwnership.lost }
    return first
  }

  private static func insert(
    _ group: StagedGroup,
    of run: RunID,
    from first: Int64,
    on connection: borrowing Connection
  ) throws(SQLiteError) {
    guard group.hasDifferences else { return }
    var writer = try DifferenceWriter(run, from: first, in: connection)
    for difference in group.differences { try writer.write(difference) }
    for items in group.additions { try writer.write(items) }
    for (directory, listing) in group.listings { try writer.write(listing, of: directory) }
  }

  private static func note(
    _ failures: [FrontierFailure],
    of run: RunID,
    listedAt: Timestamp,
    on connection: borrowing Connection
  ) throws(SQLiteError) {
    guard !failures.isEmpty else { return }
    let statement = try connection.prepare(failureSQL)
    for failure in failures {
      statement.bind(1, run.rawValue)
      statement.bind(2, failure.directory.rawValue)
      statement.bind(3, listedAt.milliseconds)
      statement.bind(4, failure.attempts)
      statement.bind(5, failure.error.kind.rawValue)
      statement.bind(6, failure.error.json.text)
      try statement.run()
    }
  }

  private static let advanceSQL = """
    UPDATE scan_run
    SET next_seq = next_seq + ?3,
      listed_since_ms = min(coalesce(listed_since_ms, ?4), ?4),
      directory_count = directory_count + ?5,
      entry_count = entry_count + ?6,
      file_count = file_count + ?7 + ?8,
      video_count = video_count + ?7,
      sidecar_count = sidecar_count + ?8,
      unreachable_directory_count = unreachable_directory_count + ?9,
      \(StagedCounts.additions(from: 10))
    WHERE id = ?1 AND owner_token = ?2 AND state = 'enumerating'
    RETURNING next_seq - ?3
    """
  private static let failureSQL = """
    INSERT INTO scan_frontier (run_id, directory_id, state, listed_at_ms, attempts, error_kind,
      error_json)
    VALUES (?1, ?2, 'failed', ?3, ?4, ?5, ?6)
    ON CONFLICT (run_id, directory_id) DO UPDATE
    SET state = 'failed', listed_at_ms = excluded.listed_at_ms, attempts = excluded.attempts,
      error_kind = excluded.error_kind, error_json = excluded.error_json
    """
}

extension StagedGroup {
  /// Rows of staging that it takes.
  fileprivate var rowCount: Int { differences.count + additions.count + listings.count }
}

extension SourceError {
  /// What is stored about a failed directory.
  ///
  /// The path is left out: the row names the directory.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "kind": .string(kind.rawValue),
      "retry": .string(retry.rawValue),
      "scope": .string(scope.rawValue),
    ]
    if let underlying {
      members["domain"] = .string(underlying.domain)
      members["code"] = .integer(underlying.code)
    }
    return .object(members)
  }
}
