package import KinoCore
import KinoSQL

extension WorkQueueStore {
  /// The files that claims are about, in the order of the claims, on one snapshot.
  ///
  /// A file whose row is gone, or whose path is not known, is left out.
  package func subjects(
    of claims: [WorkClaim]
  ) async throws(StorageError) -> [WorkSubject] {
    try await database.read { connection throws(SQLiteError) in
      var paths = try PathResolver(in: connection)
      var subjects: [WorkSubject] = []
      subjects.reserveCapacity(claims.count)
      for (found, directory) in try Self.files(of: claims, in: connection) {
        guard let name = found.path.lastComponent, let parent = try paths.path(of: directory)
        else { continue }
        var subject = found
        subject.path = parent.appending(name)
        subjects.append(subject)
      }
      return subjects
    }
  }

  /// What claims are about, with the directories; the paths are only names so far.
  private static func files(
    of claims: [WorkClaim],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [(WorkSubject, DirectoryID)] {
    var files: [(WorkSubject, DirectoryID)] = []
    files.reserveCapacity(claims.count)
    var rest = claims[...]
    try connection.query(subjectSQL) { statement in
      statement.bind(1, JSONText(claims.map { Int($0.file.rawValue) }))
    } _: { row in
      // Rows come in the order of the array; some may be missing.
      let file = FileID(row.int64(10))
      while let claim = rest.popFirst() {
        guard claim.file == file else { continue }
        files.append((WorkSubject(row, claim), DirectoryID(row.int64(1))))
        return
      }
    }
    return files
  }

  /// How much of some stages could be claimed now: counts their ready rows, in their index.
  package func ready(of stages: [WorkStage]) async throws(StorageError) -> Int {
    let names = Self.names(of: stages)
    return try await database.read { connection throws(SQLiteError) in
      try Self.ready(names, in: connection)
    }
  }

  /// How much of some stages is ready, or not even queued yet, and when the first of what waits is
  /// due.
  ///
  /// Steps over what other stages wait for. What is not queued yet costs about 3 s for a million
  /// files, and nothing where every publication was settled.
  package func backlog(of stages: [WorkStage]) async throws(StorageError) -> WorkBacklog {
    let names = Self.names(of: stages)
    return try await database.read { connection throws(SQLiteError) in
      WorkBacklog(
        ready: try Self.ready(names, in: connection),
        leased: Int(try connection.int64(Self.leasedCount) { $0.bind(1, names) } ?? 0),
        unsettled: try SettlementStore.unsettled(of: stages, in: connection),
        nextDue: try connection.int64(Self.nextDue) { $0.bind(1, names) }
          .map(Timestamp.init(milliseconds:))
      )
    }
  }

  private static func ready(
    _ names: String,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int {
    Int(try connection.int64(readyCount) { $0.bind(1, names) } ?? 0)
  }

  private static func names(of stages: [WorkStage]) -> String {
    JSONValue.array(stages.map { .string($0.rawValue) }).text
  }

  static let subjectSQL = """
    SELECT file.source_id, file.directory_id, file.name, file.locator, file.availability,
      file.composite_kind IS NULL, file.size_bytes, file.modified_at_ms, file.updated_at_ms,
      file.fingerprint, file.id
    FROM json_each(?1) AS wanted CROSS JOIN media_file AS file ON file.id = wanted.value
    """
  static let readyCount = """
    SELECT count(*) FROM json_each(?1) AS wanted CROSS JOIN scan_queue
      ON stage = wanted.value AND state = 'ready'
    """
  static let leasedCount = """
    SELECT count(*) FROM scan_queue
    WHERE state = 'leased' AND +stage IN (SELECT value FROM json_each(?1))
    """
  static let nextDue = """
    SELECT coalesce(lease_expires_at_ms, due_at_ms) FROM scan_queue
    WHERE state = 'waiting' AND +stage IN (SELECT value FROM json_each(?1))
    ORDER BY coalesce(lease_expires_at_ms, due_at_ms) LIMIT 1
    """
}

extension WorkSubject {
  /// Reads the columns of a file; its path is only its name so far.
  fileprivate init(_ row: borrowing Row, _ claim: WorkClaim) {
    self.init(
      claim: claim,
      source: SourceID(row.int64(0)),
      path: SourcePath.root.appending(PathComponent(trusted: row.bytes(2))),
      locator: row.optionalBytes(3),
      // What a newer version knows of is not there to be read.
      availability: Availability(rawValue: row.text(4)) ?? .missing,
      isPlainFile: row.bool(5),
      size: row.optionalInt64(6),
      modifiedAt: row.timestamp(7),
      changedAt: Timestamp(milliseconds: row.int64(8)),
      fingerprint: row.optionalBytes(9)
    )
  }
}
