package import KinoCore
import KinoSQL

extension ChangeLogStore {
  /// Deletes a batch of events that have served: acknowledged ones, and local ones, of before a
  /// moment.
  ///
  /// Events that wait, for their upload or for their subject, stay however old they are. Where
  /// tombstones go, the revision up to which they are incomplete is kept (see
  /// ``RevisionStore/tombstones(since:limit:)``).
  ///
  /// - Returns: How many events were deleted; fewer than `limit` means that none is left.
  package func compact(
    before moment: Timestamp,
    limit: Int = 500
  ) async throws(StorageError) -> Int {
    try await database.write(.user, priority: .background) { connection in
      let events = try connection.all(Self.served) { statement in
        statement.bind(1, moment.milliseconds)
        statement.bind(2, device.bytes)
        statement.bind(3, limit)
      } _: { row in
        (id: row.int64(0), revision: row.int64(1))
      }
      guard let newest = events.map(\.revision).max() else { return 0 }
      try connection.run(Self.mark) { statement in
        statement.bind(1, TombstoneFloor.uid.bytes)
        statement.bind(2, newest)
      }
      let deletion = try connection.prepare(Self.deletion)
      for event in events {
        deletion.bind(1, event.id)
        try deletion.run()
      }
      return events.count
    }
  }

  /// The newest own event stays, since the clock goes on from it.
  static let served = """
    SELECT id, revision FROM change_log
    WHERE (state = 'acknowledged' AND acknowledged_at_ms < ?1
        OR state = 'local' AND action <> 'compacted' AND created_at_ms < ?1)
      AND id <> coalesce((
        SELECT id FROM change_log WHERE device_uid = ?2 AND action <> 'compacted'
        ORDER BY id DESC LIMIT 1
      ), 0)
    LIMIT ?3
    """
  private static let mark = """
    INSERT INTO change_log (event_uid, device_uid, clock_ms, clock_counter, domain, subject_uid,
      action, state, created_at_ms, revision)
    VALUES (?1, ?1, 0, 0, 'entity', ?1, 'compacted', 'local', 0, ?2)
    ON CONFLICT (event_uid) DO UPDATE SET revision = max(revision, excluded.revision)
    """
  private static let deletion = "DELETE FROM change_log WHERE id = ?1"
}

/// The row of `change_log` that says up to which revision tombstones may be gone.
enum TombstoneFloor {
  /// Its event uid, which no event has.
  static let uid = UID(high: 0, low: 0)
}
