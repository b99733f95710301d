package import KinoCore
import KinoSQL

/// Says whether the library has changed, and what has gone since a revision.
package struct RevisionStore: Sendable {
  let database: LibraryDatabase

  package init(database: LibraryDatabase) {
    self.database = database
  }

  /// The number of write transactions that have changed something.
  package func current() async throws(StorageError) -> Int64 {
    try await database.read { connection in
      try connection.int64(Self.revision) ?? 0
    }
  }

  /// What was deleted, or merged away, after a revision, oldest first.
  ///
  /// At most about `limit` of them; all tombstones of the last revision are included, so that the
  /// next call can go on after ``Tombstones/through``.
  package func tombstones(
    since revision: Int64,
    limit: Int
  ) async throws(StorageError) -> Tombstones {
    try await database.read { connection in
      let floor = try connection.int64(Self.floor) { $0.bind(1, TombstoneFloor.uid.bytes) }
      var result = Tombstones(
        isComplete: (floor ?? 0) <= revision,
        through: try connection.int64(Self.revision) ?? 0
      )
      let statement = try connection.prepare(Self.gone)
      statement.bind(1, revision)
      try statement.forEachRow(while: { row in
        let at = row.int64(2)
        if result.subjects.count >= limit, at != result.subjects.last?.revision {
          result.through = result.subjects.last?.revision ?? revision
          return false
        }
        guard let uid = UID(bytes: row.bytes(0)) else { return true }
        result.subjects.append(Tombstone(uid: uid, domain: row.text(1), revision: at))
        return true
      })
      return result
    }
  }

  private static let revision = "SELECT revision FROM library_revision WHERE id = 1"
  private static let floor = "SELECT revision FROM change_log WHERE event_uid = ?1"
  static let gone = """
    SELECT subject_uid, domain, revision FROM change_log
    WHERE revision > ?1 AND action IN ('delete', 'merge') ORDER BY revision, id
    """
}

/// What has gone from the library.
package struct Tombstones: Hashable, Sendable {
  package var subjects: [Tombstone] = []
  /// Whether nothing is left out.
  ///
  /// When it is `false`, older tombstones were compacted, and whoever asked must read everything
  /// anew.
  package var isComplete: Bool
  /// The revision up to which this answers: ask since this one the next time.
  package var through: Int64
}

/// Something that is gone, or was merged into something else.
package struct Tombstone: Hashable, Sendable {
  package var uid: UID
  /// As on `change_log`: a newer version may know more of them than ``LibraryEvent/Domain``.
  package var domain: String
  package var revision: Int64
}
