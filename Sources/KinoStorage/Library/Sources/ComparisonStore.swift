import KinoCore
import KinoSQL

/// Gives a source another comparison policy, and computes the keys of what it has published.
struct ComparisonStore: Sendable {
  let database: LibraryDatabase

  /// Rows per batch.
  static let batchSize = 5_000
  private static let tables = ["source_directory", "media_file", "sidecar"]

  /// Computes all keys, then notes the policy.
  ///
  /// Reads each table once; writes the rows whose key is another. Keys are no facts of a listing,
  /// so that revisions stay what they are.
  func change(
    in run: RunHandle,
    to policy: ComparisonPolicy,
    filterIdentity: [UInt8],
    key: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) async throws(StorageError) {
    for table in Self.tables {
      var last = Int64.min
      while let end = try await computeBatch(of: table, after: last, in: run, key: key) {
        last = end
      }
    }
    try await database.write(.scan) { connection in
      try RunOwnership.require(run, in: connection)
      try connection.run(Self.policySQL) { statement in
        statement.bind(1, run.source.rawValue)
        statement.bind(2, policy.storedCase)
        statement.bind(3, policy.storedNormalization)
        statement.bind(4, policy.unicodeVersion)
      }
      try connection.run(Self.filterSQL) { statement in
        statement.bind(1, run.id.rawValue)
        statement.bind(2, filterIdentity)
      }
      // Without listings that stand, the differences go when the run finds out where it goes on.
      try StagingRemoval.dropProgress(of: run.id, in: connection)
    }
  }

  private struct Row: Sendable {
    var id: Int64
    var name: [UInt8]
    var key: [UInt8]?
  }

  /// Returns the last row of the batch; `nil` when there was none.
  private func computeBatch(
    of table: String,
    after last: Int64,
    in run: RunHandle,
    key: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) async throws(StorageError) -> Int64? {
    let rows = try await database.read { connection throws(SQLiteError) in
      try connection.all(Self.batchSQL(table)) { statement in
        statement.bind(1, run.source.rawValue)
        statement.bind(2, last)
        statement.bind(3, Self.batchSize)
      } _: { row in
        Row(id: row.int64(0), name: row.bytes(1), key: row.optionalBytes(2))
      }
    }
    let outdated = rows.compactMap { row -> Row? in
      let now = key(row.name)
      return now == row.key ? nil : Row(id: row.id, name: row.name, key: now)
    }
    if !outdated.isEmpty {
      try await database.write(.scan, priority: .background) { connection in
        try RunOwnership.require(run, in: connection)
        let statement = try connection.prepare(Self.keySQL(table))
        for row in outdated {
          statement.bind(1, row.id)
          statement.bind(2, row.key)
          try statement.run()
        }
      }
    }
    return rows.last?.id
  }

  private static func batchSQL(_ table: String) -> String {
    """
    SELECT id, name, compare_key FROM \(table)
    WHERE +source_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3
    """
  }
  private static func keySQL(_ table: String) -> String {
    "UPDATE \(table) SET compare_key = ?2 WHERE id = ?1"
  }
  private static let policySQL = """
    UPDATE library_source SET name_case = ?2, name_normalization = ?3, folding_version = ?4
    WHERE id = ?1
    """
  private static let filterSQL = "UPDATE scan_run SET filter_identity = ?2 WHERE id = ?1"
}
