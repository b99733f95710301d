package import KinoCore
import KinoSQL

/// Asks which listed items are published rows that were lost, and records the answers.
package struct MoveStore: Sendable {
  let database: LibraryDatabase

  /// The most candidates that one question names.
  static let candidateLimit = 8
  /// Staged rows that one transaction looks at.
  private static let portion: Int64 = 20_000

  /// The next items that have candidates, in order of their sequence numbers: added ones, and those
  /// of ``identifiableSQL`` where identities are asked for.
  ///
  /// A call with sequence 0 compares afresh; later ones go on with what the first has found. Each
  /// portion of the staging is one transaction.
  package func questions(
    of run: RunHandle,
    after sequence: Int64,
    limit: Int
  ) async throws(StorageError) -> [MoveQuestion] {
    try await questions(of: run, after: sequence, limit: limit, extent: .lost)
  }

  func questions(
    of run: RunHandle,
    after sequence: Int64,
    limit: Int,
    extent: LostItems.Extent
  ) async throws(StorageError) -> [MoveQuestion] {
    var questions: [MoveQuestion] = []
    var position = sequence
    while questions.count < limit {
      let (from, wanted) = (position, limit - questions.count)
      let part = try await database.write(.scan) { connection in
        try RunOwnership.require(run, in: connection)
        return try Self.portion(of: run, extent, after: from, limit: wanted, in: connection)
      }
      questions += part.questions
      guard let next = part.next else { break }
      // Rows that come out of order would be asked about for ever.
      guard next > position else { throw StorageError(.damagedStaging) }
      position = next
    }
    return questions
  }

  /// Draws the consequences of what was identified.
  package func settleIdentities(of run: RunHandle) async throws(StorageError) {
    let isSettled = try await database.write(.scan) { connection in
      try RunOwnership.require(run, in: connection)
      guard try Self.mayHaveIdentities(run, in: connection) else { return true }
      _ = try LostItems(run: run).prepare(.identities, afresh: false, in: connection)
      try ReplacedItems(run).dropUnmoved(in: connection)
      let twins = try TwinItems(run).settle(in: connection)
      let replaced = try connection.int64("SELECT 1 FROM temp.kino_replaced LIMIT 1")
      return twins == 0 && replaced == nil
    }
    guard !isSettled else { return }
    while try await splitPortion(of: run) {}
  }

  private func splitPortion(of run: RunHandle) async throws(StorageError) -> Bool {
    try await database.write(.scan) { connection in
      try RunOwnership.require(run, in: connection)
      let lost = LostItems(run: run)
      if try !lost.stands(.identities, in: connection) {
        // Another run has used the tables meanwhile.
        _ = try lost.prepare(.identities, afresh: true, in: connection)
        try TwinItems(run).dropUnresolved(in: connection)
        try ReplacedItems(run).dropUnmoved(in: connection)
      }
      if try ReplacedItems(run).splitPortion(in: connection) == ReplacedItems.portion {
        return true
      }
      try StagedCounts.renew(of: run.id, in: connection)
      return false
    }
  }

  /// Whether anything is added that may have been lost, or something is replaced, or has two rows.
  private static func mayHaveIdentities(
    _ run: RunHandle,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Bool {
    let staged = try StagedCounts(of: run.id, in: connection)
    guard staged.added + staged.changed + staged.restored + staged.missing > 0 else { return false }
    if staged.added > 0 {
      return try LostItems(run: run).mayHaveAny(.identities, staged, in: connection)
    }
    if staged.missing > 0, try TwinItems(run).mayHaveAny(in: connection) { return true }
    return try ReplacedItems(run).hasAny(staged, in: connection)
  }

  /// Records which published rows added items are.
  ///
  /// An answer whose row was taken by an earlier one, or is no candidate, is ignored.
  package func resolve(
    _ answers: [MoveAnswer],
    in run: RunHandle
  ) async throws(StorageError) {
    try await resolve(answers, in: run, extent: .lost)
  }

  func resolve(
    _ answers: [MoveAnswer],
    in run: RunHandle,
    extent: LostItems.Extent
  ) async throws(StorageError) {
    guard !answers.isEmpty else { return }
    try await database.write(.scan) { connection in
      try RunOwnership.require(run, in: connection)
      guard try LostItems(run: run).prepare(extent, afresh: false, in: connection) else {
        return
      }
      let take = try connection.prepare(Self.takeSQL)
      let mark = try connection.prepare(Self.markSQL)
      for answer in answers {
        take.bind(1, answer.kind.rawValue)
        take.bind(2, answer.itemID)
        take.bind(3, answer.revision)
        try take.run()
        guard connection.changes > 0 else { continue }
        mark.bind(1, run.id.rawValue)
        mark.bind(2, answer.sequence)
        mark.bind(3, answer.kind.rawValue)
        mark.bind(4, answer.itemID)
        mark.bind(5, answer.revision)
        mark.bind(6, answer.isContentChanged)
        try mark.run()
      }
      try ProcessingStore.noteResolved(answers.count, in: run, on: connection)
    }
  }

  private struct Part: Sendable {
    var questions: [MoveQuestion] = []
    /// Where the next portion begins; `nil` when the staging has no more.
    var next: Int64?
  }

  private static func portion(
    of run: RunHandle,
    _ extent: LostItems.Extent,
    after sequence: Int64,
    limit: Int,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Part {
    if sequence == 0, try !mayHaveQuestions(run, extent, in: connection) { return Part() }
    let lost = LostItems(run: run)
    guard try lost.prepare(extent, afresh: sequence == 0, in: connection) else { return Part() }
    var finder = try CandidateFinder(limit: candidateLimit, in: connection)
    var part = Part()
    var last = sequence
    try connection.prepare(extent == .lost ? addedSQL : identifiableSQL).forEachRow(
      bind: { statement in
        statement.bind(1, run.id.rawValue)
        statement.bind(2, sequence)
        statement.bind(3, sequence + portion)
      }
    ) { row throws(SQLiteError) in
      last = row.int64(0)
      if let question = try finder.question(row) { part.questions.append(question) }
      return part.questions.count < limit
    }
    if part.questions.count == limit {
      part.next = last
    } else {
      let end = try connection.int64(endSQL) { $0.bind(1, run.id.rawValue) } ?? 0
      if sequence + portion < end { part.next = sequence + portion }
    }
    return part
  }

  private static func mayHaveQuestions(
    _ run: RunHandle,
    _ extent: LostItems.Extent,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Bool {
    if extent == .identities { return try mayHaveIdentities(run, in: connection) }
    let staged = try StagedCounts(of: run.id, in: connection)
    guard staged.added > 0 else { return false }
    return try LostItems(run: run).mayHaveAny(.lost, staged, in: connection)
  }

  static let addedSQL = """
    SELECT found.seq, found.item_kind, found.directory_id, found.name, found.size_bytes,
      found.modified_at_ms, found.stable_id, found.created_at_ms
    FROM scan_discovery AS found
    WHERE found.run_id = ?1 AND found.seq > ?2 AND found.seq <= ?3 AND found.change = 'added'
      AND found.resolution IS NULL AND found.item_kind <> 'directory'
    ORDER BY found.seq
    """
  /// Listed items that carry the stable id of a lost or replaced row of their size.
  static let identifiableSQL = """
    SELECT found.seq, found.item_kind, found.directory_id, found.name, found.size_bytes,
      found.modified_at_ms, found.stable_id, found.created_at_ms
    FROM scan_discovery AS found
    WHERE found.run_id = ?1 AND found.seq > ?2 AND found.seq <= ?3
      AND found.stable_id IS NOT NULL AND \(ReplacedItems.isListed) AND EXISTS (
        SELECT 1 FROM temp.kino_lost AS lost INDEXED BY kino_lost_stable_id
        WHERE lost.item_kind = found.item_kind AND lost.stable_id = found.stable_id
          AND lost.stable_id IS NOT NULL AND lost.size_bytes = found.size_bytes
      )
    ORDER BY found.seq
    """
  private static let endSQL = "SELECT max(seq) + 1 FROM scan_discovery WHERE run_id = ?1"
  private static let takeSQL = """
    UPDATE temp.kino_lost SET taken = 1
    WHERE item_kind = ?1 AND item_id = ?2 AND revision = ?3 AND taken = 0
    """
  /// A missing row whose own place it is comes back; everything else has moved.
  private static let markSQL = """
    UPDATE scan_discovery
    SET resolved_item_id = ?4,
      expected_revision = CASE change WHEN 'added' THEN ?5 ELSE expected_revision END,
      resolution = CASE WHEN EXISTS (
          SELECT 1 FROM temp.kino_lost AS lost
          WHERE lost.item_kind = ?3 AND lost.item_id = ?4 AND lost.state = 'missing'
            AND lost.name = scan_discovery.name
            AND lost.directory_id = coalesce(
              (SELECT published FROM temp.kino_rename WHERE added = scan_discovery.directory_id),
              scan_discovery.directory_id)
        ) THEN 'restored' ELSE 'moved' END || CASE WHEN ?6 THEN '_changed' ELSE '' END
    WHERE run_id = ?1 AND seq = ?2 AND item_kind = ?3 AND resolution IS NULL
      AND (change = 'added' OR seq IN (SELECT seq FROM temp.kino_replaced))
    """
}
