import KinoCore
import KinoSQL

extension HandMatcher {
  /// Makes files of one film or episode one of their own, with the same title and numbers.
  ///
  /// It is known by the place of its first file: the better key is the other's.
  ///
  /// - Throws: ``StorageError``: `refused`.
  func split(
    _ files: [BindingTable.File],
    in connection: borrowing Connection
  ) throws -> UID {
    var shown: Set<Int64> = []
    for file in files {
      shown.formUnion(try bindings.bindings(of: file, in: connection).map(\.entity))
    }
    guard let first = files.first, let source = UID(bytes: first.sourceUID),
      shown.count == 1, let old = shown.first,
      let row = try HandEntity.find(old, in: connection),
      row.kind == .movie || row.kind == .episode
    else {
      throw StorageError(
        .refused,
        message: "Files that are split off must all show one film or one episode."
      )
    }
    guard try !bindings.files(of: old).isSubset(of: files.map(\.id)) else {
      throw StorageError(
        .refused,
        message: "Those are all of its files; match them as something else instead."
      )
    }
    let uid = changes.database.uids.nextUID()
    var key = IdentityKey(row.kind, at: first.path, of: source, name: "split")
    if try finder.find(key) != nil {
      key = IdentityKey(row.kind, at: first.path, of: source, name: uid.description)
    }
    try connection.run(Self.copySQL) { statement in
      statement.bind(1, old)
      statement.bind(2, uid.bytes)
      statement.bind(3, key.text)
      statement.bind(4, files.map(\.firstSeenAt).min() ?? now.milliseconds)
      statement.bind(5, now.milliseconds)
      statement.bind(6, Int64(bitPattern: uid.low << 2 ^ uid.high))
    }
    let new = connection.lastInsertedRowID
    try connection.run(Self.textSQL) { statement in
      statement.bind(1, old)
      statement.bind(2, new)
      statement.bind(3, now.milliseconds)
    }
    for file in files {
      let target = Target(entity: new, binding: .whole)
      try HandBinding(changes: changes, now: now).bind(file, to: [target], in: connection)
    }
    return uid
  }

  private static let copySQL = """
    INSERT INTO media_entity (uid, kind, identity_key, parent_id, series_id, season_number,
      episode_number, absolute_number, title, sort_key, sort_locale, sort_version, release_date,
      year, shuffle_key, match_state, added_at_ms, latest_added_at_ms, created_at_ms,
      updated_at_ms, changed_revision)
    SELECT ?2, kind, ?3, parent_id, series_id, season_number, episode_number, absolute_number,
      title, sort_key, sort_locale, sort_version, release_date, year, ?6, 'manual', ?4, ?4, ?5,
      ?5, (SELECT revision + 1 FROM library_revision)
    FROM media_entity WHERE id = ?1
    """
  private static let textSQL = """
    INSERT INTO localized_metadata (entity_id, locale, title, sort_title, sort_key, sort_version,
      updated_at_ms)
    SELECT ?2, locale, title, sort_title, sort_key, sort_version, ?3
    FROM localized_metadata WHERE entity_id = ?1
    """
}
