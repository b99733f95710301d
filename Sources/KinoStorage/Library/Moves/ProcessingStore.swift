package import KinoCore
import KinoSQL

/// Relates what a run added to what it lost, directories first.
package struct ProcessingStore: Sendable {
  let database: LibraryDatabase

  /// Moves the run on to `processing` and pairs added with absent directories of one stable id.
  ///
  /// Idempotent: what an earlier, interrupted processing had resolved is cleared first.
  package func begin(
    _ run: RunHandle,
    at now: Timestamp
  ) async throws(StorageError) -> [DirectoryPair] {
    while try await unpackPortion(of: run) {}
    return try await database.write(.scan) { connection in
      if try Self.enter(run, at: now, in: connection) {
        try Self.clear(run.id, in: connection)
      }
      guard try StagedCounts(of: run.id, in: connection).missing > 0,
        try connection.int64(Self.candidatesSQL, bind: { $0.bind(1, run.id.rawValue) }) != nil
      else { return [] }
      try Losses.fill(of: run.id, in: connection)
      try ScratchTables.fillAdded(of: run.id, in: connection)
      return try Self.pairs(of: run, in: connection)
    }
  }

  /// Gives packed items rows of their own where something was lost that they could be; false when
  /// nothing is left to do.
  private func unpackPortion(of run: RunHandle) async throws(StorageError) -> Bool {
    try await database.write(.scan) { connection in
      try RunOwnership.require(run, in: connection)
      let staged = try StagedCounts(of: run.id, in: connection)
      let lost = LostItems(run: run)
      guard staged.added > 0, try lost.mayHaveAny(.identities, staged, in: connection) else {
        return false
      }
      return try PackedStaging.unpackPortion(of: run, in: connection)
    }
  }

  /// Accepts renamed directories: each is one move, and its items are compared under it.
  ///
  /// Directories below come along where both sides have them. What the published side has and the
  /// listing lacks is staged as absent, unless the directory's listing failed; held, where a
  /// directory that held `suspectMinimum` items or more lists empty.
  package func acceptRenames(
    _ pairs: [DirectoryPair],
    suspectMinimum: Int,
    in run: RunHandle
  ) async throws(StorageError) {
    guard !pairs.isEmpty else { return }
    try await database.write(.scan) { connection in
      try RunOwnership.require(run, in: connection)
      try ScratchTables.make(in: connection)
      try ScratchTables.fillAdded(of: run.id, in: connection)
      try RenameAcceptance.accept(
        pairs,
        suspectMinimum: suspectMinimum,
        in: run,
        on: connection
      )
      try Self.noteResolved(pairs.count, in: run, on: connection)
    }
  }

  /// Holds the removals of absent directories that were found again, empty, under other names.
  ///
  /// Holding outlasts an interrupted processing: a listing that tells more matches their items one
  /// by one, and what it lacks may well wait.
  package func holdRemovals(
    of pairs: [DirectoryPair],
    in run: RunHandle
  ) async throws(StorageError) {
    guard !pairs.isEmpty else { return }
    try await database.write(.scan) { connection in
      try RunOwnership.require(run, in: connection)
      let hold = try connection.prepare(Self.holdSQL)
      hold.bind(1, run.id.rawValue)
      for pair in pairs {
        hold.bind(2, pair.published.rawValue)
        try hold.run()
      }
    }
  }

  /// Notes the state; true when something has been resolved before.
  private static func enter(
    _ run: RunHandle,
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws -> Bool {
    let resolved = try connection.int64(enterSQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, run.ownerToken.bytes)
      statement.bind(3, now.milliseconds)
    }
    guard let resolved else { throw RunOwnership.lost }
    return resolved > 0
  }

  /// Forgets what an earlier processing has resolved and derived.
  static func clear(_ run: RunID, in connection: borrowing Connection) throws(SQLiteError) {
    for sql in [clearDerivedSQL, TwinItems.clearSQL, clearSQL, unresolvedSQL] {
      try connection.run(sql) { $0.bind(1, run.rawValue) }
    }
  }

  /// Counts what was resolved, so that a staging without resolutions is known as such.
  static func noteResolved(
    _ count: Int,
    in run: RunHandle,
    on connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(resolvedSQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, count)
    }
  }

  private static func pairs(
    of run: RunHandle,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [DirectoryPair] {
    let items = try connection.prepare(itemsSQL)
    let shared = try connection.prepare(sharedSQL)
    let staged = try connection.prepare(stagedSQL)
    return try connection.all(pairsSQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, run.source.rawValue)
    } _: { row throws(SQLiteError) in
      let (added, published) = (row.int64(1), row.int64(2))
      items.bind(1, published)
      shared.bind(1, added)
      shared.bind(2, published)
      staged.bind(1, added)
      return DirectoryPair(
        sequence: row.int64(0),
        added: DirectoryID(added),
        published: DirectoryID(published),
        revision: row.int64(3),
        publishedItems: try items.first { $0.int(0) } ?? 0,
        sharedNames: try shared.first { $0.int(0) } ?? 0,
        stagedNames: try staged.first { $0.int(0) } ?? 0,
        isUnreachable: row.bool(4)
      )
    }
  }

  private static let enterSQL = """
    UPDATE scan_run SET state = 'processing', heartbeat_at_ms = ?3
    WHERE id = ?1 AND owner_token = ?2 AND state IN ('enumerating', 'processing')
    RETURNING moved_count
    """
  private static let resolvedSQL =
    "UPDATE scan_run SET moved_count = moved_count + ?2 WHERE id = ?1"
  private static let clearDerivedSQL = """
    DELETE FROM scan_discovery
    WHERE run_id = ?1 AND change = 'absent' AND detail IN ('\(RenameAcceptance.label)',
      '\(Displacement.replacedInRename.label)', '\(Displacement.twin.label)')
    """
  private static let unresolvedSQL =
    "UPDATE scan_run SET moved_count = 0 WHERE id = ?1 AND moved_count <> 0"
  private static let clearSQL = """
    UPDATE scan_discovery
    SET resolution = NULL, resolved_item_id = NULL,
      expected_revision = CASE change WHEN 'added' THEN NULL ELSE expected_revision END
    WHERE run_id = ?1 AND resolution IS NOT NULL
    """
  private static let holdSQL = """
    UPDATE scan_discovery SET hold_reason = '\(HoldReason.suspect.rawValue)'
    WHERE run_id = ?1 AND item_kind = 'directory' AND change = 'absent' AND item_id = ?2
    """
  private static let candidatesSQL = """
    SELECT 1 FROM scan_discovery
    WHERE run_id = ?1 AND item_kind = 'directory' AND change = 'added' AND stable_id IS NOT NULL
    LIMIT 1
    """
  static let pairsSQL = """
    SELECT found.seq, found.item_id, lost.id, lost.row_revision, EXISTS (
        SELECT 1 FROM scan_frontier
        WHERE run_id = ?1 AND directory_id = found.item_id AND state = 'failed'
      )
    FROM scan_discovery AS found
    CROSS JOIN source_directory AS lost
      ON lost.source_id = ?2 AND lost.stable_id = found.stable_id
    CROSS JOIN temp.kino_gone_directory AS gone ON gone.id = lost.id
    WHERE found.run_id = ?1 AND found.item_kind = 'directory' AND found.change = 'added'
      AND found.stable_id IS NOT NULL AND gone.change = 'absent'
    ORDER BY found.seq
    """
  private static let itemsSQL = """
    WITH RECURSIVE below (id) AS (
      VALUES (?1)
      UNION ALL
      SELECT child.id FROM below CROSS JOIN source_directory AS child ON child.parent_id = below.id
      WHERE child.availability <> 'missing'
    )
    SELECT sum(
      (SELECT count(*) FROM media_file
        WHERE directory_id = below.id AND availability <> 'missing')
      + (SELECT count(*) FROM sidecar
        WHERE directory_id = below.id AND availability <> 'missing')
    ) FROM below
    """
  private static let sharedSQL = """
    SELECT count(*) FROM temp.kino_added AS found
    WHERE found.directory_id = ?1 AND CASE found.item_kind
      WHEN 'directory' THEN EXISTS (
        SELECT 1 FROM source_directory
        WHERE parent_id = ?2 AND name = found.name AND availability <> 'missing')
      WHEN 'video' THEN EXISTS (
        SELECT 1 FROM media_file
        WHERE directory_id = ?2 AND name = found.name AND availability <> 'missing')
      ELSE EXISTS (
        SELECT 1 FROM sidecar
        WHERE directory_id = ?2 AND name = found.name AND availability <> 'missing')
      END
    """
  private static let stagedSQL = "SELECT count(*) FROM temp.kino_added WHERE directory_id = ?1"
}
