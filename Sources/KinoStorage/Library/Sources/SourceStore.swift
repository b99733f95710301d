package import KinoCore
import KinoSQL

/// The sources of a library: adding, editing, disabling, removing, and what a scan notes on them.
package struct SourceStore: Sendable {
  let database: LibraryDatabase

  package init(database: LibraryDatabase) { self.database = database }

  static let notFound = StorageError(
    .notFound,
    message: "The source does not exist or was removed."
  )

  /// What a scan needs to know of a source.
  ///
  /// Throws `notFound` for a removed one. The first call makes the row of the root directory.
  package func record(_ id: SourceID) async throws(StorageError) -> SourceRecord {
    if let record = try await read(id) { return record }
    try await database.write(.scan) { connection in
      try Self.makeRoot(of: id, in: connection)
    }
    guard let record = try await read(id) else { throw Self.notFound }
    return record
  }

  /// Every source that was not removed, in the order in which they were added.
  package func list() async throws(StorageError) -> [SourceSummary] {
    try await database.read { connection throws(SQLiteError) in
      try connection.all(Self.listSQL) { SourceSummary($0) }
    }
  }

  /// The source of an identifier; throws `notFound` when it does not exist or was removed.
  package func find(_ uid: UID) async throws(StorageError) -> SourceID {
    let found = try await database.read { connection throws(SQLiteError) in
      try connection.int64(Self.findSQL) { $0.bind(1, uid.bytes) }
    }
    guard let found else { throw Self.notFound }
    return SourceID(found)
  }

  /// At most `limit` present files, spread over the source by age.
  ///
  /// The rows are divided into as many stretches and the first fitting one of each is taken; at most
  /// the whole table is read, once.
  package func identitySample(
    of source: SourceID,
    limit: Int
  ) async throws(StorageError) -> [IdentitySample] {
    try await database.read { connection throws(SQLiteError) in
      let range = try connection.first(Self.rangeSQL) { ($0.int64(0), $0.int64(1)) }
      guard let (first, last) = range, limit > 0 else { return [] }
      let step = max(1, (last - first) / Int64(limit) + 1)
      let statement = try connection.prepare(Self.sampleSQL)
      var paths = try PathResolver(in: connection)
      var samples: [IdentitySample] = []
      for start in stride(from: first, through: last, by: Int64.Stride(step)) {
        statement.bind(1, start)
        statement.bind(2, start + step)
        statement.bind(3, source.rawValue)
        if let (file, directory) = try statement.first({ SampledFile.read($0) }),
          let parent = try paths.path(of: directory)
        {
          samples.append(file.sample(in: parent))
        }
      }
      return samples
    }
  }

  /// Notes whether the source could be reached; never touches a file row.
  package func noteAvailability(
    of source: SourceID,
    _ availability: SourceAvailability,
    at now: Timestamp
  ) async throws(StorageError) {
    try await database.write(.scan) { (connection) -> Void in
      switch availability {
      case .online: try connection.run(Self.onlineSQL) { $0.bind(1, source.rawValue) }
      case .offline(let failure), .needsAttention(let failure):
        try connection.run(Self.offlineSQL) { statement in
          statement.bind(1, source.rawValue)
          statement.bind(2, now.milliseconds)
          statement.bind(3, failure.json.text)
          statement.bind(4, availability.needsAttention)
        }
      }
    }
  }

  /// Notes that modification times which differ by less than `step` milliseconds are the same.
  func noteModificationStep(_ step: Int64, in run: RunHandle) async throws(StorageError) {
    try await database.write(.scan) { connection in
      try RunOwnership.require(run, in: connection)
      try connection.run(Self.stepSQL) { statement in
        statement.bind(1, run.source.rawValue)
        statement.bind(2, step)
      }
    }
  }

  private func read(_ id: SourceID) async throws(StorageError) -> SourceRecord? {
    try await database.read { connection in
      let found = try connection.first(Self.recordSQL) {
        $0.bind(1, id.rawValue)
      } _: { row in
        SourceRow(row)
      }
      guard let found else { throw Self.notFound }
      return found.record
    }
  }

  /// Makes the row of a source's root directory if there is none.
  static func makeRoot(
    of source: SourceID,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let exists = try connection.int64(rootSQL) { $0.bind(1, source.rawValue) } != nil
    guard !exists else { return }
    let id = try DirectoryStore.reserveIDs(1, in: connection).lowerBound
    try connection.run(makeRootSQL) { statement in
      statement.bind(1, id)
      statement.bind(2, source.rawValue)
    }
  }

  private static let recordSQL = """
    SELECT \(SourceRow.columns),
      (SELECT id FROM source_directory WHERE source_id = source.id AND parent_id IS NULL),
      (SELECT directory_count FROM scan_run
        WHERE source_id = source.id AND state = 'completed' AND mode = 'full'
          AND scope_json IS NULL
        ORDER BY id DESC LIMIT 1)
    FROM library_source AS source WHERE id = ?1 AND state <> 'removed'
    """
  private static let listSQL = """
    SELECT id, uid, adapter, display_name, location, root_path, state, offline_since_ms,
      needs_attention
    FROM library_source WHERE state <> 'removed' ORDER BY id
    """
  private static let findSQL = "SELECT id FROM library_source WHERE uid = ?1 AND state <> 'removed'"
  private static let rootSQL =
    "SELECT id FROM source_directory WHERE source_id = ?1 AND parent_id IS NULL"
  private static let makeRootSQL = """
    INSERT INTO source_directory (id, source_id, parent_id, name) VALUES (?1, ?2, NULL, x'')
    """
  private static let rangeSQL = "SELECT min(id), max(id) FROM media_file HAVING count(*) > 0"
  private static let sampleSQL = """
    SELECT directory_id, name, size_bytes, modified_at_ms, stable_id FROM media_file
    WHERE id >= ?1 AND id < ?2 AND source_id = ?3 AND availability = 'present'
      AND hold_reason IS NULL
    ORDER BY id LIMIT 1
    """
  private static let stepSQL =
    "UPDATE library_source SET modified_precision_ms = ?2 WHERE id = ?1"
  /// Writes nothing for a source that was online before.
  private static let onlineSQL = """
    UPDATE library_source
    SET offline_since_ms = NULL, last_error_json = NULL, needs_attention = 0,
      changed_revision = (SELECT revision + 1 FROM library_revision)
    WHERE id = ?1 AND (offline_since_ms IS NOT NULL OR last_error_json IS NOT NULL
      OR needs_attention <> 0)
    """
  private static let offlineSQL = """
    UPDATE library_source
    SET offline_since_ms = coalesce(offline_since_ms, ?2), last_error_json = ?3,
      needs_attention = ?4,
      changed_revision = CASE
        WHEN offline_since_ms IS NULL OR needs_attention <> ?4
        THEN (SELECT revision + 1 FROM library_revision) ELSE changed_revision END
    WHERE id = ?1
    """
}

/// A file of a sample, before its path is known.
private struct SampledFile {
  var name: PathComponent
  var size: Int64?
  var modifiedAt: Timestamp?
  var stableID: StableID?

  static func read(_ row: borrowing Row) -> (SampledFile, DirectoryID) {
    let file = SampledFile(
      name: PathComponent(trusted: row.bytes(1)),
      size: row.optionalInt64(2),
      modifiedAt: row.timestamp(3),
      stableID: row.stableID(4)
    )
    return (file, DirectoryID(row.int64(0)))
  }

  func sample(in directory: SourcePath) -> IdentitySample {
    IdentitySample(
      path: directory.appending(name),
      size: size,
      modifiedAt: modifiedAt,
      stableID: stableID
    )
  }
}

extension SourceAvailability {
  fileprivate var needsAttention: Bool {
    if case .needsAttention = self { true } else { false }
  }
}
