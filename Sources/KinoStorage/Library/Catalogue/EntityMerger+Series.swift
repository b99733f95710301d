import KinoCore
import KinoSQL

extension EntityMerger {
  /// Gives the seasons and episodes of one series to another: each is merged into the one that has
  /// its numbers there, or becomes a part of it in place.
  ///
  /// The series themselves are merged after that.
  func mergeParts(
    of loser: HandEntity,
    into survivor: HandEntity,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    guard let old = loser.key, let new = survivor.key else { return }
    let finder = try EntityFinder(in: connection)
    for kind in [EntityKind.season, .episode] {
      let parts = try connection.all(Self.partsSQL) { statement in
        statement.bind(1, loser.id)
        statement.bind(2, kind.rawValue)
      } _: { row in
        (id: row.int64(0), key: row.optionalText(1))
      }
      for part in parts {
        guard let key = part.key, key.utf8.starts(with: old.text.utf8) else {
          try adopt(part.id, as: nil, by: survivor, of: loser, in: connection)
          continue
        }
        let wanted = IdentityKey(
          stored: new.text
            + String(decoding: key.utf8.dropFirst(old.text.utf8.count), as: UTF8.self)
        )
        if let found = try finder.find(wanted), found != part.id {
          try connection.run("UPDATE media_entity SET locked_fields = 0 WHERE id = ?1") {
            $0.bind(1, part.id)
          }
          try merge(part.id, into: found, in: connection)
        } else {
          try adopt(part.id, as: wanted, by: survivor, of: loser, in: connection)
        }
      }
    }
  }

  /// Lets a season or an episode belong to another series, locks or none.
  private func adopt(
    _ part: Int64,
    as key: IdentityKey?,
    by survivor: HandEntity,
    of loser: HandEntity,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let locks = try connection.int64("SELECT locked_fields FROM media_entity WHERE id = ?1") {
      $0.bind(1, part)
    }
    try connection.run(Self.adoptionSQL) { statement in
      statement.bind(1, part)
      statement.bind(2, survivor.id)
      statement.bind(3, loser.id)
      statement.bind(4, key?.text)
      statement.bind(5, now.milliseconds)
    }
    try connection.run("UPDATE media_entity SET locked_fields = ?2 WHERE id = ?1") { statement in
      statement.bind(1, part)
      statement.bind(2, locks ?? 0)
    }
  }

  private static let partsSQL = """
    SELECT id, identity_key FROM media_entity
    WHERE series_id = ?1 AND kind = ?2 AND merged_into_id IS NULL ORDER BY id
    """
  /// A part that changed hands sorts where its series does.
  private static let adoptionSQL = """
    UPDATE media_entity
    SET series_id = ?2, parent_id = iif(parent_id = ?3, ?2, parent_id),
      identity_key = coalesce(?4, identity_key), locked_fields = 0,
      sort_key = CAST((SELECT sort_key FROM media_entity WHERE id = ?2)
        || substr(sort_key, (SELECT length(sort_key) FROM media_entity WHERE id = ?3) + 1) AS BLOB),
      updated_at_ms = ?5, changed_revision = (SELECT revision + 1 FROM library_revision)
    WHERE id = ?1
    """
}
