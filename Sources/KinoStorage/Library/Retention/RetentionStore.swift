package import KinoCore
import KinoSQL

/// Deletes rows of files that stayed missing for longer than their source keeps them (DL-4).
///
/// Only rows: a source is never written to. What people made hangs on entities and on files by name,
/// not on rows, and stays (DL-6). Sources that are offline, disabled or being scanned, and those
/// that never purge, are passed over; *excluded* rows are never touched.
package struct RetentionStore: Sendable {
  let database: LibraryDatabase

  package init(database: LibraryDatabase) {
    self.database = database
  }

  /// The sources that may have something to purge now.
  package func sources() async throws(StorageError) -> [SourceID] {
    try await database.read { connection in
      try connection.all(RetentionTerms.eligible) { row in SourceID(row.int64(0)) }
    }
  }

  /// Purges a batch of what is due in a source, in one transaction.
  ///
  /// The source's terms are read in the same transaction. A purge advances the source's publication,
  /// since staging that was compared with the purged rows must not be continued.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - step: What to purge, and from where on; the batch before says what follows it.
  ///   - limit: At most so many rows.
  /// - Returns: What was deleted, and what comes next.
  /// - Throws: ``StorageError``; nothing has changed then.
  package func purge(
    _ source: SourceID,
    _ step: RetentionStep = .files(from: DirectoryID(.min)),
    limit: Int = Self.batchSize
  ) async throws(StorageError) -> PurgedBatch {
    try await database.write(.retention, priority: .background) { connection in
      guard let terms = try RetentionTerms.read(of: source, in: connection) else {
        return PurgedBatch()
      }
      let batch =
        switch step {
        case .files(let first): try ItemPurge.files(terms, from: first, limit, connection)
        case .sidecars(let first): try ItemPurge.sidecars(terms, from: first, limit, connection)
        case .directories: try Self.purgeDirectories(of: source, limit, connection)
        }
      guard batch.rows > 0 else { return batch }
      let publication = try SourcePublication.next(of: source, in: connection)
      try SourcePublication.advance(source, to: publication, in: connection)
      return batch
    }
  }

  /// Deletes missing directories that hold nothing, the lowest first: one level a batch.
  private static func purgeDirectories(
    of source: SourceID,
    _ limit: Int,
    _ connection: borrowing Connection
  ) throws -> PurgedBatch {
    var batch = PurgedBatch()
    batch.directories = try connection.run(emptyDirectories) { statement in
      statement.bind(1, source.rawValue)
      statement.bind(2, limit)
    }
    if batch.directories > 0 { batch.next = .directories }
    return batch
  }

  /// How many rows one batch deletes.
  package static let batchSize = 500

  static let emptyDirectories = """
    DELETE FROM source_directory WHERE id IN (
      SELECT id FROM source_directory AS own
      WHERE source_id = ?1 AND availability = 'missing'
        AND NOT EXISTS (SELECT 1 FROM source_directory AS child WHERE child.parent_id = own.id)
        AND NOT EXISTS (SELECT 1 FROM media_file WHERE directory_id = own.id)
        AND NOT EXISTS (SELECT 1 FROM sidecar WHERE directory_id = own.id)
      LIMIT ?2
    )
    """
}

/// What a batch of retention purges.
///
/// Items go first, then what is left of their directories.
package enum RetentionStep: Hashable, Sendable {
  /// Files in this directory and those with a greater id.
  case files(from: DirectoryID)
  /// Sidecars in this directory and those with a greater id.
  case sidecars(from: DirectoryID)
  /// Directories that are missing and hold nothing.
  case directories
}

/// What one batch of retention deleted.
package struct PurgedBatch: Hashable, Sendable {
  package var files = 0
  package var sidecars = 0
  package var directories = 0
  /// What comes next; `nil` when the source has nothing more to purge, or may not be purged now.
  package var next: RetentionStep?

  package var rows: Int { files + sidecars + directories }
}
