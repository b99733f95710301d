package import KinoCore
import KinoSQL

extension CatalogueReader {
  /// Everything about the film or series that an entity is, or belongs to.
  ///
  /// Costs a few look-ups for each file of it.
  ///
  /// - Throws: ``StorageError``: `notFound`.
  package func details(of uid: UID) async throws(StorageError) -> TitleDetails {
    try await database.read { connection in
      let entity = try HandEntity.find(uid, in: connection)
      let id = try Self.title(of: entity, in: connection)
      let found = try connection.first(Self.headSQL) {
        $0.bind(1, id)
      } _: { row in
        (
          head: Head(row), kind: EntityKind(rawValue: row.text(5)), state: row.text(6),
          locks: row.int64(7), added: Timestamp(milliseconds: row.int64(8))
        )
      }
      guard let found, let kind = found.kind else {
        throw StorageError(.notFound, message: "The library has nothing with that identifier.")
      }
      var details = TitleDetails(
        title: try Self.title(of: found.head, kind, in: connection),
        matchState: found.state,
        addedAt: found.added
      )
      let texts = try connection.all(Self.textLocksSQL) {
        $0.bind(1, id)
      } _: {
        $0.int64(0)
      }
      details.locked = EntityLocks.fields(entity: found.locks, texts: texts.reduce(0, |))
      details.ids = try connection.all(Self.idsSQL) {
        $0.bind(1, id)
      } _: {
        ProviderID($0.text(0), $0.text(1))
      }
      var files = try BoundFileReader(in: connection)
      details.files = try files.files(of: id, in: connection)
      details.extras = try Self.items(Self.extrasSQL, of: id, &files, in: connection).map(\.item)
      if kind == .series { details.seasons = try Self.seasons(of: id, &files, in: connection) }
      return details
    }
  }

  /// The film or series that an entity is or belongs to.
  private static func title(
    of entity: HandEntity,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int64 {
    let owner = entity.series ?? (entity.kind == .extra ? entity.parent : nil)
    guard let owner, let row = try HandEntity.find(owner, in: connection) else { return entity.id }
    return row.series ?? row.id
  }

  private static func seasons(
    of series: Int64,
    _ files: inout BoundFileReader,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [SeasonDetails] {
    let episodes = try items(episodesSQL, of: series, &files, in: connection)
    let rows = try connection.all(seasonsSQL) {
      $0.bind(1, series)
    } _: { row in
      (id: row.int64(0), uid: UID(bytes: row.bytes(1)), number: row.optionalInt(2))
    }
    var seasons: [SeasonDetails] = []
    for row in rows {
      seasons.append(
        SeasonDetails(
          uid: row.uid,
          number: row.number,
          files: try files.files(of: row.id, in: connection),
          episodes: episodes.filter { $0.parent == row.id }.map(\.item)
        )
      )
    }
    let known = Set(rows.map(\.id))
    let others = episodes.filter { !known.contains($0.parent) }.map(\.item)
    if !others.isEmpty {
      seasons.append(SeasonDetails(uid: nil, number: nil, files: [], episodes: others))
    }
    return seasons.filter { !$0.files.isEmpty || !$0.episodes.isEmpty }
  }

  private static func items(
    _ sql: String,
    of owner: Int64,
    _ files: inout BoundFileReader,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [(parent: Int64, item: ItemDetails)] {
    let rows = try connection.all(sql) {
      $0.bind(1, owner)
    } _: { row in
      (
        id: row.int64(0), uid: UID(bytes: row.bytes(1)), title: row.text(2),
        number: row.optionalInt(3), label: row.optionalText(4), parent: row.int64(5)
      )
    }
    var items: [(parent: Int64, item: ItemDetails)] = []
    for row in rows {
      let shown = try files.files(of: row.id, in: connection)
      guard let uid = row.uid, !shown.isEmpty else { continue }
      let item = ItemDetails(
        uid: uid,
        title: row.title,
        number: row.number,
        label: row.label,
        files: shown
      )
      items.append((row.parent, item))
    }
    return items
  }

  private static let headSQL = """
    SELECT id, uid, title, year, sort_key, kind, match_state, locked_fields, added_at_ms
    FROM media_entity WHERE id = ?1
    """
  private static let textLocksSQL =
    "SELECT locked_fields FROM localized_metadata WHERE entity_id = ?1 AND locked_fields <> 0"
  private static let idsSQL =
    "SELECT provider, value FROM external_id WHERE entity_id = ?1 ORDER BY provider, value"
  static let seasonsSQL = """
    SELECT id, uid, season_number FROM media_entity
    WHERE parent_id = ?1 AND kind = 'season' AND merged_into_id IS NULL ORDER BY season_number
    """
  static let episodesSQL = """
    SELECT id, uid, title, coalesce(episode_number, absolute_number), release_date,
      coalesce(parent_id, 0)
    FROM media_entity WHERE series_id = ?1 AND kind = 'episode' AND merged_into_id IS NULL
    ORDER BY season_number, episode_number, id
    """
  static let extrasSQL = """
    SELECT id, uid, title, NULL, extra_kind, parent_id
    FROM media_entity WHERE parent_id = ?1 AND kind = 'extra' AND merged_into_id IS NULL
    ORDER BY extra_kind, sort_key, id
    """
}
