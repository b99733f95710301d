import KinoCore
import KinoSQL

/// Finds rows of `media_entity` by what names say; writes nothing.
struct EntityFinder: ~Copyable {
  /// A row that was found.
  struct Found {
    var id: Int64
    var kind: EntityKind
    var key: IdentityKey?
    var parent: Int64?
    /// Whether nobody but names has said what it is, and nobody has locked it.
    var isProvisional: Bool
  }

  private let byKey: Statement
  private let byID: Statement
  private let byName: Statement
  private let row: Statement
  private let ofSeries: Statement

  init(in connection: borrowing Connection) throws(SQLiteError) {
    let byKey = try connection.prepare(Self.byKeySQL)
    let byID = try connection.prepare(Self.byIDSQL)
    let byName = try connection.prepare(Self.byNameSQL)
    let row = try connection.prepare(Self.rowSQL)
    let ofSeries = try connection.prepare(Self.ofSeriesSQL)
    self.byKey = byKey
    self.byID = byID
    self.byName = byName
    self.row = row
    self.ofSeries = ofSeries
  }

  /// The entity of a key; where that was merged, the one that it is now.
  func find(_ key: IdentityKey) throws(SQLiteError) -> Int64? {
    byKey.bind(1, key.text)
    return try byKey.first { $0.int64(0) }
  }

  /// The film or series that a draft means: by identifier, by key, by title.
  func find(_ draft: TitleDraft) throws(SQLiteError) -> Int64? {
    for id in draft.ids {
      byID.bind(1, id.provider)
      byID.bind(2, id.namespace(of: draft.kind))
      byID.bind(3, id.value)
      byID.bind(4, draft.kind.rawValue)
      if let found = try byID.first({ $0.int64(0) }) { return found }
    }
    if let found = try find(draft.key) { return found }
    guard let name = draft.nameKey else { return nil }
    if name != draft.key, let found = try find(name) { return found }
    // Who has an identifier has its key by that; the title says it, too, if there is a year.
    guard draft.ids.isEmpty, let year = draft.year else { return nil }
    byName.bind(1, draft.kind.rawValue)
    byName.bind(2, draft.sorting.bytes)
    byName.bind(3, year)
    return try byName.first { $0.int64(0) }
  }

  /// Whether there is no season or episode whose key begins with a series's.
  func hasNothing(of series: IdentityKey) throws(SQLiteError) -> Bool {
    ofSeries.bind(1, "\(series.text)#")
    ofSeries.bind(2, "\(series.text)$")
    return try ofSeries.first { $0.int64(0) } == nil
  }

  /// What a row says.
  func find(_ id: Int64) throws(SQLiteError) -> Found? {
    row.bind(1, id)
    return try row.first { row in
      Found(
        id: id,
        kind: EntityKind(rawValue: row.text(0)) ?? .extra,
        key: row.optionalText(1).map { IdentityKey(stored: $0) },
        parent: row.optionalInt64(2),
        isProvisional: row.bool(3)
      )
    }
  }
}

extension EntityFinder {
  static let byKeySQL = """
    SELECT id FROM media_entity WHERE identity_key = ?1 AND merged_into_id IS NULL
    UNION ALL
    SELECT merged_into_id FROM media_entity WHERE identity_key = ?1 AND merged_into_id IS NOT NULL
    LIMIT 1
    """
  /// `#` ends a series's key, and `$` follows it.
  static let ofSeriesSQL = """
    SELECT 1 FROM media_entity
    WHERE identity_key > ?1 AND identity_key < ?2 AND merged_into_id IS NULL
      AND identity_key IS NOT NULL
    UNION ALL
    SELECT 1 FROM media_entity
    WHERE identity_key > ?1 AND identity_key < ?2 AND merged_into_id IS NOT NULL
    LIMIT 1
    """
  static let byIDSQL = """
    SELECT coalesce(entity.merged_into_id, entity.id)
    FROM external_id AS known CROSS JOIN media_entity AS entity ON entity.id = known.entity_id
    WHERE known.provider = ?1 AND known.namespace = ?2 AND known.value = ?3 AND entity.kind = ?4
    """
  static let byNameSQL = """
    SELECT id FROM media_entity
    WHERE kind = ?1 AND sort_key = ?2 AND merged_into_id IS NULL AND year = ?3
    ORDER BY uid LIMIT 1
    """
  private static let rowSQL = """
    SELECT kind, identity_key, parent_id,
      match_state = 'provisional' AND locked_fields = 0 AND merged_into_id IS NULL
    FROM media_entity WHERE id = ?1
    """
}

extension ProviderID {
  /// The provider's own kind of what an identifier names; IMDb has one for all.
  func namespace(of kind: EntityKind) -> String {
    if provider == "imdb" { return "" }
    return kind == .movie ? "movie" : "tv"
  }
}
