package import KinoCore
import KinoSQL

/// Makes entities of what names say, in the library.
package struct LibraryCatalogueStore: CatalogueStore {
  private let queue: WorkQueueStore
  private let search: any SearchFolding

  /// Ends work of this queue; titles are searched by a folding.
  package init(queue: WorkQueueStore, search: any SearchFolding) {
    self.queue = queue
    self.search = search
  }

  package func complete(
    _ readings: [NameReading],
    at now: Timestamp
  ) async throws(StorageError) -> [WorkClaim: WorkRefusal] {
    try await merge(readings, at: now)
    let (uids, search) = (queue.database.uids, search)
    let completion = try await queue.complete(block: readings.map(\.claim), at: now) {
      connection,
      accepted in
      var materializer = try Materializer(uids, at: now, in: connection)
      try materializer.make(Self.readings(readings, of: accepted), at: now, in: connection)
      let following = FollowingWork(
        made: materializer.entities.novelties.made,
        rebound: materializer.rebound
      )
      try following.follow(accepted.map(\.file), search, at: now, in: connection)
    }
    return completion.refused
  }

  /// The readings that were accepted, whose claims are in the order of all.
  private static func readings(
    _ readings: [NameReading],
    of accepted: [WorkClaim]
  ) -> [NameReading] {
    guard accepted.count < readings.count else { return readings }
    let claims = Set(accepted.map(\.id))
    return readings.filter { claims.contains($0.claim.id) }
  }

  /// Merges what names say is one, where somebody's state hangs on it.
  ///
  /// The transaction that makes entities may not move state. The claims still stand after this one,
  /// and find the files bound to the survivors; should there be no after, the next reading does.
  private func merge(
    _ readings: [NameReading],
    at now: Timestamp
  ) async throws(StorageError) {
    let policy = queue.policy
    let found = try await queue.database.read { connection in
      try NameMerges.pairs(among: readings, in: connection)
    }
    guard !found.isEmpty else { return }
    let device = try await DeviceStore(beside: queue.database).uid(at: now)
    let changes = ChangeLogStore(database: queue.database, device: device)
    try await queue.database.write(.merge) { connection in
      // One merge may have made another needless.
      for pair in try NameMerges.pairs(among: readings, in: connection)
      where try QueueRows.refusal(of: pair.claim, policy, at: now, in: connection) == nil {
        let standing = try connection.int64(Self.standingSQL) { statement in
          statement.bind(1, pair.loser)
          statement.bind(2, pair.survivor)
        }
        guard standing == 2,
          let loser = try HandEntity.find(pair.loser, in: connection),
          let survivor = try HandEntity.find(pair.survivor, in: connection)
        else { continue }
        let uid = queue.database.uids.nextUID()
        let event = LibraryEvent.merge(of: loser, into: survivor, as: uid, .local)
        try changes.append([event], at: now, in: connection)
        try EntityMerger(now: now).merge(pair.loser, into: pair.survivor, in: connection)
      }
    }
  }

  package func settle(at now: Timestamp) async throws(StorageError) {
    let due = try await queue.database.read { connection in
      try connection.int64(Self.dueSQL) { $0.bind(1, now.milliseconds) }
    }
    guard due != nil else { return }
    let database = queue.database
    let device = try await DeviceStore(beside: database).uid(at: now)
    let changes = ChangeLogStore(database: database, device: device)
    let collector = EntityCollector(database: database, changes: changes)
    try await RenamedSeries(database: database, changes: changes).follow(at: now)
    _ = try await collector.collectAll(at: now)
  }

  package func requeue(
    olderThan version: Int,
    at now: Timestamp
  ) async throws(StorageError) {
    let oldest = try await queue.database.read { connection in
      try connection.int64(Self.firstVersionSQL)
    }
    guard let oldest, oldest < version else { return }
    // Of all rows at once, so under the profile that undoes statements from a file.
    try await queue.database.write(.scan) { connection in
      _ = try connection.run(Self.requeueSQL) { statement in
        statement.bind(1, version)
        statement.bind(2, now.milliseconds)
      }
    }
  }

  /// Rules change for all files in one transaction, so that any row that was not read since tells.
  static let firstVersionSQL =
    "SELECT parser_version FROM parse_result ORDER BY media_file_id LIMIT 1"
  static let requeueSQL = """
    UPDATE scan_queue
    SET state = 'ready', attempts = 0, claim_token = NULL, lease_expires_at_ms = NULL,
      due_at_ms = NULL, error_kind = NULL, error_json = NULL, updated_at_ms = ?2
    WHERE stage = 'parse' AND state IN ('done', 'failed') AND media_file_id IN (
      SELECT media_file_id FROM parse_result WHERE parser_version < ?1
    )
    """
  static let dueSQL =
    "SELECT 1 FROM entity_gc_candidate WHERE eligible_at_ms <= ?1 LIMIT 1"
  private static let standingSQL = """
    SELECT count(*) FROM media_entity WHERE id IN (?1, ?2) AND merged_into_id IS NULL
    """
}
