package import KinoCore
import KinoSQL

extension RunStore {
  /// The run as it stands; throws `notFound` for one that was compacted.
  package func report(of run: RunID) async throws(StorageError) -> RunReport {
    let report = try await database.read { connection throws(SQLiteError) in
      try connection.first(Self.reportSQL) {
        $0.bind(1, run.rawValue)
      } _: { row in
        RunReport(row)
      }
    }
    guard let report else {
      throw StorageError(.notFound, message: "The run does not exist any more.")
    }
    return report
  }

  /// The newest runs, newest first; every state is among them.
  ///
  /// - Parameters:
  ///   - source: Whose runs; `nil` for those of every source.
  ///   - limit: How many at most.
  /// - Returns: The runs as they stand.
  /// - Throws: `StorageError`
  package func recent(
    of source: SourceID?,
    limit: Int
  ) async throws(StorageError) -> [RunReport] {
    try await database.read { connection throws(SQLiteError) in
      try connection.all(source == nil ? Self.recentSQL : Self.recentOfSourceSQL) { statement in
        statement.bind(1, limit)
        if let source { statement.bind(2, source.rawValue) }
      } _: { row in
        RunReport(row)
      }
    }
  }

  private static let reportSQL = "\(selectSQL) WHERE id = ?1"
  static let recentSQL = "\(selectSQL) ORDER BY id DESC LIMIT ?1"
  static let recentOfSourceSQL = "\(selectSQL) WHERE source_id = ?2 ORDER BY id DESC LIMIT ?1"

  private static let selectSQL = """
    SELECT id, uid, source_id, mode, state, requested_at_ms, started_at_ms, ended_at_ms,
      directory_count, entry_count, video_count, sidecar_count, unreachable_directory_count,
      added_count, changed_count, moved_count, restored_count, missing_count, excluded_count,
      held_count, publication, error_json, anomaly_json, enumerate_ms, process_ms, finalize_ms,
      (SELECT revision FROM library_revision)
    FROM scan_run
    """
}

extension RunReport {
  fileprivate init(_ row: borrowing Row) {
    self.init(
      id: RunID(row.int64(0)),
      uid: row.uid(1),
      source: SourceID(row.int64(2)),
      mode: ScanMode(rawValue: row.text(3)) ?? .full,
      // A state of a newer version is an end that this one does not know.
      state: RunState(rawValue: row.text(4)) ?? .failed,
      counters: ScanCounters(row),
      outcome: FinalizeOutcome(row),
      failure: row.optionalText(21).flatMap { JSONValue(text: $0) }.flatMap {
        ScanFailure(json: $0)
      },
      anomaly: row.optionalText(22).flatMap { JSONValue(text: $0)?["reason"]?.stringValue },
      requestedAt: Timestamp(milliseconds: row.int64(5)),
      startedAt: row.timestamp(6),
      endedAt: row.timestamp(7),
      enumerateMilliseconds: row.int64(23),
      processMilliseconds: row.int64(24),
      finalizeMilliseconds: row.int64(25)
    )
  }
}

extension ScanCounters {
  fileprivate init(_ row: borrowing Row) {
    self.init()
    directories = row.int(8)
    entries = row.int(9)
    videos = row.int(10)
    sidecars = row.int(11)
    unreachableDirectories = row.int(12)
  }
}

extension FinalizeOutcome {
  fileprivate init(_ row: borrowing Row) {
    self.init()
    added = row.int(13)
    changed = row.int(14)
    moved = row.int(15)
    restored = row.int(16)
    missing = row.int(17)
    excluded = row.int(18)
    held = row.int(19)
    publication = row.int64(20)
    revision = row.int64(26)
  }
}
