import KinoCore
import KinoSQL

extension Materializer {
  /// Lets a series that all of its files now call by another name become that in place.
  ///
  /// Comes before its episodes look for theirs.
  mutating func meetSeries(
    of items: [Item],
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    var files: [IdentityKey: (draft: TitleDraft, items: [Item])] = [:]
    for item in items where !item.bound.isEmpty {
      guard let draft = item.reading.showing.series else { continue }
      files[draft.key, default: (draft, [])].items.append(item)
    }
    for (key, group) in files {
      guard try finder.find(group.draft) == nil,
        let old = try solelyHeld(by: group.items, in: connection),
        let row = try finder.find(old), row.isProvisional, let oldKey = row.key,
        try !EntityLocks.hasLockedText(old, in: connection)
      else { continue }
      try entities.change(old, to: EntityRow(group.draft), in: connection)
      try entities.note(group.draft.ids, of: old, .series)
      try connection.run(Self.rekeySQL) { statement in
        statement.bind(1, old)
        statement.bind(2, key.text)
        statement.bind(3, oldKey.text.utf8.count)
        statement.bind(4, oldKey.text)
      }
      entities.noteRekeyed()
      touch(old)
    }
  }

  /// The one series that all of these files are of, if it has no others.
  private func solelyHeld(
    by items: [Item],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int64? {
    var series: Int64?
    for bound in items.flatMap(\.bound) {
      let found = try connection.int64(Self.seriesSQL) { $0.bind(1, bound.entity) }
      guard let found, series == nil || series == found else { return nil }
      series = found
    }
    guard let series else { return nil }
    let held = try bindings.files(of: series)
    return held.isSubset(of: items.map(\.file.id)) ? series : nil
  }

  /// The series that a draft means; made if it is not there.
  mutating func series(
    _ draft: TitleDraft,
    for item: Item,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> SeriesRow? {
    if let known = series[draft.key] { return known }
    let found = try finder.find(draft)
    let id: Int64
    var hasNone = false
    if let found {
      id = found
    } else {
      hasNone = try finder.hasNothing(of: draft.key)
      id = try entities.add(EntityRow(draft), for: item.file, in: connection)
    }
    try entities.note(draft.ids, of: id, .series)
    var key = draft.key
    if found != nil, let row = try finder.find(id), let old = row.key, old != draft.key {
      key = try upgraded(row, from: old, to: draft, in: connection)
    }
    let made = SeriesRow(id: id, key: key, sortKey: draft.sorting, hasNone: hasNone)
    series[draft.key] = made
    return made
  }

  /// Gives a series that was found by a weaker key the better one; returns the key that it has.
  private mutating func upgraded(
    _ row: EntityFinder.Found,
    from old: IdentityKey,
    to draft: TitleDraft,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> IdentityKey {
    guard row.isProvisional, !draft.ids.isEmpty, !old.isByProvider else { return old }
    try connection.run("UPDATE media_entity SET identity_key = ?2 WHERE id = ?1") { statement in
      statement.bind(1, row.id)
      statement.bind(2, draft.key.text)
    }
    try connection.run(Self.rekeySQL) { statement in
      statement.bind(1, row.id)
      statement.bind(2, draft.key.text)
      statement.bind(3, old.text.utf8.count)
      statement.bind(4, old.text)
    }
    entities.noteRekeyed()
    touch(row.id)
    return draft.key
  }

  static let seriesSQL = "SELECT series_id FROM media_entity WHERE id = ?1"
  /// Keys of seasons and episodes begin with their series's.
  static let rekeySQL = """
    UPDATE media_entity
    SET identity_key = ?2 || CAST(substr(CAST(identity_key AS BLOB), ?3 + 1) AS TEXT)
    WHERE series_id = ?1
      AND substr(CAST(identity_key AS BLOB), 1, ?3) = CAST(?4 AS BLOB)
    """
}

extension Showing {
  /// The series of episodes or of a season.
  fileprivate var series: TitleDraft? {
    switch self {
    case .episodes(let series, _, _), .season(let series, _): series
    case .movie, .extra: nil
    }
  }
}
