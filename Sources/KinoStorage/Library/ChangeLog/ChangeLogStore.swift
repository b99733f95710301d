package import KinoCore
package import KinoSQL

/// The outbox: events are appended in the transaction of the change that they tell of, uploaded,
/// acknowledged, and compacted after a while (SY-3).
package struct ChangeLogStore: Sendable {
  let database: LibraryDatabase
  /// This device, as its events name it.
  package let device: UID

  package init(database: LibraryDatabase, device: UID) {
    self.database = database
    self.device = device
  }

  /// Appends events within the caller's transaction, under any profile.
  ///
  /// Each gets a time later than that of all events this library has seen, and the revision that
  /// the transaction will have. An event whose uid stands there already is not written again.
  ///
  /// - Returns: The time of the last event; what the changed fields carry as their clock.
  @discardableResult
  package func append(
    _ events: [LibraryEvent],
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> HybridTime {
    var clock = try clock(at: now, in: connection)
    var time = clock.last
    let statement = try connection.prepare(Self.insertion)
    for event in events {
      time = clock.tick(at: now)
      statement.bind(1, event.uid.bytes)
      statement.bind(2, device.bytes)
      statement.bind(3, time.milliseconds)
      statement.bind(4, time.counter)
      statement.bind(5, event.domain.rawValue)
      statement.bind(6, event.subject.bytes)
      statement.bind(7, event.action.rawValue)
      statement.bind(8, event.identity?.text)
      statement.bind(9, event.payload?.text)
      statement.bind(10, event.state.rawValue)
      statement.bind(11, now.milliseconds)
      try statement.run()
    }
    return time
  }

  /// The oldest events that wait for their upload, in the order in which they happened.
  ///
  /// What this version cannot read is left out and stays pending.
  package func pending(limit: Int) async throws(StorageError) -> [PendingEvent] {
    try await database.read { connection in
      var events: [PendingEvent] = []
      try connection.query(Self.oldest) { statement in
        statement.bind(1, limit)
      } _: { row in
        if let event = PendingEvent(row) { events.append(event) }
      }
      return events
    }
  }

  /// Notes that the server has these events.
  ///
  /// Those it had before, or that are gone, do no harm.
  ///
  /// - Returns: How many were still pending.
  package func acknowledge(
    _ events: [UID],
    at now: Timestamp
  ) async throws(StorageError) -> Int {
    try await database.write(.user) { connection in
      let statement = try connection.prepare(Self.acknowledgement)
      var count = 0
      for event in events {
        statement.bind(1, event.bytes)
        statement.bind(2, now.milliseconds)
        try statement.run()
        count += connection.changes
      }
      return count
    }
  }

  /// The clock that goes on from the latest believable time on record.
  private func clock(
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> HybridClock {
    var clock = HybridClock(device: device)
    try connection.query(Self.times) { statement in
      statement.bind(1, device.bytes)
    } _: { row in
      clock.observe(
        HybridTime(milliseconds: row.int64(0), counter: row.int64(1), device: device),
        at: now
      )
    }
    return clock
  }

  private static let insertion = """
    INSERT INTO change_log (event_uid, device_uid, clock_ms, clock_counter, domain, subject_uid,
      action, identity_json, payload_json, state, created_at_ms, revision)
    SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, revision + 1 FROM library_revision
    WHERE id = 1
    ON CONFLICT (event_uid) DO NOTHING
    """
  static let oldest = """
    SELECT event_uid, domain, action, subject_uid, identity_json, payload_json, device_uid,
      clock_ms, clock_counter
    FROM change_log WHERE state = 'pending' ORDER BY id LIMIT ?1
    """
  private static let acknowledgement = """
    UPDATE change_log SET state = 'acknowledged', acknowledged_at_ms = ?2
    WHERE event_uid = ?1 AND state = 'pending'
    """
  /// The newest own event is never compacted, and the cursors keep the greatest times received.
  private static let times = """
    SELECT clock_ms, clock_counter FROM (
      SELECT clock_ms, clock_counter FROM change_log WHERE device_uid = ?1
      ORDER BY id DESC LIMIT 1
    )
    UNION ALL SELECT clock_ms, clock_counter FROM sync_cursor
    """
}

extension PendingEvent {
  fileprivate init?(_ row: borrowing Row) {
    guard let uid = UID(bytes: row.bytes(0)),
      let domain = LibraryEvent.Domain(rawValue: row.text(1)),
      let action = LibraryEvent.Action(rawValue: row.text(2)),
      let subject = UID(bytes: row.bytes(3)),
      let device = UID(bytes: row.bytes(6))
    else { return nil }
    event = LibraryEvent(
      uid: uid,
      domain: domain,
      action: action,
      subject: subject,
      identity: row.optionalText(4).flatMap { JSONValue(text: $0) },
      payload: row.optionalText(5).flatMap { JSONValue(text: $0) }
    )
    time = HybridTime(
      milliseconds: row.int64(7),
      counter: row.int64(8),
      device: device
    )
  }
}
