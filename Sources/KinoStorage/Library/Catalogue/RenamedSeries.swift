import KinoCore
import KinoSQL

extension Materializer {
  /// Notes what an entity belonged to that becomes something else, or is left by its file.
  mutating func leave(
    _ entity: Int64,
    for target: Target,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    guard let row = try HandEntity.find(entity, in: connection) else { return }
    if let parent = row.parent { abandoned.append(parent) }
    guard let old = row.series, let new = target.row.series, old != new else { return }
    renamed[old, default: []].insert(new)
  }

  /// Notes series that their last files have just left for one other, and that somebody's state
  /// hangs on: the end of the pass gives it to that one.
  func noteRenamed(
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    for (old, new) in renamed.sorted(by: { $0.key < $1.key }) {
      guard new.count == 1, let series = new.first, try bindings.files(of: old).isEmpty else {
        continue
      }
      try connection.run(RenamedSeries.noteSQL) { statement in
        statement.bind(1, old)
        statement.bind(2, series)
        statement.bind(3, now.milliseconds)
      }
    }
  }
}

/// Gives what people made of a series to the one that its files say it is now.
///
/// Where all of its files are read at once it is renamed in place; of a series whose names come in
/// several blocks the new name is made by the first, and the last leaves the old one behind. The note
/// of it stands among the candidates for collection, and so outlives the process.
struct RenamedSeries {
  let database: LibraryDatabase
  let changes: ChangeLogStore

  /// Merges the series that were noted, as far as no file has come back to them.
  func follow(at now: Timestamp) async throws(StorageError) {
    let noted = try await database.read { connection in
      try connection.all(Self.notedSQL) {
        $0.bind(1, now.milliseconds)
      } _: { row in
        [row.int64(0), row.int64(1)]
      }
    }
    guard !noted.isEmpty else { return }
    try await database.write(.merge) { connection in
      for pair in noted { try merge(pair[0], into: pair[1], at: now, in: connection) }
    }
  }

  private func merge(
    _ old: Int64,
    into new: Int64,
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(EntityCollector.dismissal) { $0.bind(1, old) }
    let bindings = try BindingTable(at: now, in: connection)
    guard let loser = try HandEntity.find(old, in: connection),
      let survivor = try HandEntity.find(new, in: connection),
      try connection.int64(
        Self.standingSQL,
        bind: {
          $0.bind(1, old); $0.bind(2, new)
        }
      ) == 2,
      try bindings.files(of: old).isEmpty
    else { return }
    let event = LibraryEvent.merge(
      of: loser,
      into: survivor,
      as: database.uids.nextUID(),
      .local
    )
    try changes.append([event], at: now, in: connection)
    let merger = EntityMerger(now: now)
    try merger.mergeParts(of: loser, into: survivor, in: connection)
    try merger.merge(old, into: new, in: connection)
  }

  private static let reason = "renamed:"
  /// State of the series itself, or of anything that belongs to it.
  static let noteSQL = """
    INSERT INTO entity_gc_candidate (entity_id, reason, marked_at_ms, eligible_at_ms)
    SELECT series.id, '\(reason)' || ?2, ?3, ?3 FROM media_entity AS series
    WHERE series.id = ?1 AND series.merged_into_id IS NULL AND series.locked_fields = 0
      AND series.match_state = 'provisional' AND EXISTS (
        SELECT 1 FROM media_entity AS entity
        WHERE (entity.id = ?1 OR entity.series_id = ?1) AND (\(EntityKeepers.userState))
      )
    ON CONFLICT (entity_id) DO UPDATE
    SET reason = excluded.reason, eligible_at_ms = excluded.eligible_at_ms
    """
  private static let notedSQL = """
    SELECT entity_id, CAST(substr(reason, \(reason.utf8.count + 1)) AS INTEGER)
    FROM entity_gc_candidate
    WHERE eligible_at_ms <= ?1 AND substr(reason, 1, \(reason.utf8.count)) = '\(reason)'
    """
  private static let standingSQL = """
    SELECT count(*) FROM media_entity
    WHERE id IN (?1, ?2) AND kind = 'series' AND merged_into_id IS NULL
    """
}
