import KinoCore
import KinoSQL

/// Writes the genres that descriptions give; writes nothing that stands there.
struct GenreTable {
  let keys: any TitleKeys
  let uids: UIDGenerator
  let now: Timestamp

  /// Makes an entity's genres these; without any, takes those away that descriptions gave.
  func write(
    _ genres: [String],
    of entity: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    var wanted: [(key: String, name: String)] = []
    for genre in genres {
      let key = keys.folded(genre)
      if !key.isEmpty, !wanted.contains(where: { $0.key == key }) { wanted.append((key, genre)) }
    }
    let present = try connection.all(Self.presentSQL) {
      $0.bind(1, entity)
    } _: { row in
      row.text(0)
    }
    guard present != wanted.map({ "\($0.key)/nfo" }) else { return }
    let removal = wanted.isEmpty ? Self.removalSQL : Self.clearanceSQL
    try connection.run(removal) { $0.bind(1, entity) }
    for (position, genre) in wanted.enumerated() {
      let uid = uids.next()
      try connection.run(Self.genreSQL) { statement in
        statement.bind(1, uid)
        statement.bind(2, genre.key)
        statement.bind(3, now.milliseconds)
      }
      try connection.run(Self.nameSQL) { statement in
        statement.bind(1, genre.key)
        statement.bind(2, genre.name)
      }
      try connection.run(Self.insertionSQL) { statement in
        statement.bind(1, entity)
        statement.bind(2, genre.key)
        statement.bind(3, position)
      }
    }
  }

  private static let presentSQL = """
    SELECT genre.genre_key || '/' || own.origin
    FROM entity_genre AS own CROSS JOIN genre ON genre.id = own.genre_id
    WHERE own.entity_id = ?1 AND own.origin <> 'manual' ORDER BY own.position
    """
  private static let clearanceSQL =
    "DELETE FROM entity_genre WHERE entity_id = ?1 AND origin <> 'manual'"
  private static let removalSQL =
    "DELETE FROM entity_genre WHERE entity_id = ?1 AND origin = 'nfo'"
  private static let genreSQL = """
    INSERT OR IGNORE INTO genre (uid, genre_key, created_at_ms) VALUES (?1, ?2, ?3)
    """
  private static let nameSQL = """
    INSERT OR IGNORE INTO genre_name (genre_id, locale, name, origin)
    SELECT id, 'und', ?2, 'nfo' FROM genre WHERE genre_key = ?1
    """
  private static let insertionSQL = """
    INSERT OR IGNORE INTO entity_genre (entity_id, genre_id, position, origin)
    SELECT ?1, id, ?3, 'nfo' FROM genre WHERE genre_key = ?2
    """
}

/// Writes the people that descriptions name; writes nothing that stands there.
struct CreditTable {
  let keys: any TitleKeys
  let uids: UIDGenerator
  let now: Timestamp

  /// Makes an entity's credits these; without any, takes those away that descriptions gave.
  func write(
    _ credits: [MetadataRecord.Credit],
    of entity: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    var wanted: [(credit: MetadataRecord.Credit, key: String)] = []
    for credit in credits {
      let folded = keys.folded(credit.name)
      if !folded.isEmpty { wanted.append((credit, "name:\(folded)")) }
    }
    let lines = wanted.map { "nfo/\($0.credit.role)/\($0.key)/\($0.credit.character ?? "")" }
    let present = try connection.all(Self.presentSQL) {
      $0.bind(1, entity)
    } _: { row in
      row.text(0)
    }
    guard present != lines else { return }
    try connection.run(wanted.isEmpty ? Self.removalSQL : Self.clearanceSQL) {
      $0.bind(1, entity)
    }
    for (position, part) in wanted.enumerated() {
      try add(part.credit, part.key, at: position, to: entity, in: connection)
    }
  }

  private func add(
    _ credit: MetadataRecord.Credit,
    _ key: String,
    at position: Int,
    to entity: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let (uid, sorting) = (uids.next(), keys.sortKey(credit.name))
    try connection.run(Self.personSQL) { statement in
      statement.bind(1, uid)
      statement.bind(2, key)
      statement.bind(3, credit.name)
      statement.bind(4, sorting.bytes)
      statement.bind(5, sorting.version)
      statement.bind(6, now.milliseconds)
    }
    try connection.run(Self.creditSQL) { statement in
      statement.bind(1, entity)
      statement.bind(2, key)
      statement.bind(3, credit.role)
      statement.bind(4, credit.character)
      statement.bind(5, position)
    }
  }

  private static let presentSQL = """
    SELECT own.origin || '/' || own.role || '/' || person.identity_key || '/'
      || coalesce(own.character, '')
    FROM credit AS own CROSS JOIN person ON person.id = own.person_id
    WHERE own.entity_id = ?1 AND own.origin <> 'manual' ORDER BY own.position, own.id
    """
  private static let clearanceSQL =
    "DELETE FROM credit WHERE entity_id = ?1 AND origin <> 'manual'"
  private static let removalSQL = "DELETE FROM credit WHERE entity_id = ?1 AND origin = 'nfo'"
  private static let personSQL = """
    INSERT OR IGNORE INTO person (uid, identity_key, name, sort_key, sort_locale, sort_version,
      updated_at_ms)
    VALUES (?1, ?2, ?3, ?4, 'und', ?5, ?6)
    """
  private static let creditSQL = """
    INSERT INTO credit (entity_id, person_id, role, character, position, origin)
    SELECT ?1, id, ?3, ?4, ?5, 'nfo' FROM person WHERE identity_key = ?2
    """
}

/// Writes the identifiers that descriptions give; one that is another's stays there.
struct DescribedIDTable {
  let now: Timestamp

  /// Makes what descriptions say of an entity's identifiers these.
  func write(
    _ ids: [ProviderID],
    of entity: Int64,
    _ kind: EntityKind,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let wanted = ids.map { [$0.provider, Self.namespace(of: $0, kind), $0.value] }
    let present = try connection.all(Self.presentSQL) {
      $0.bind(1, entity)
    } _: { row in
      [row.text(0), row.text(1), row.text(2)]
    }
    for old in present where !wanted.contains(old) {
      try connection.run(Self.removalSQL) { statement in
        for (index, text) in old.enumerated() { statement.bind(Int32(index + 1), text) }
        statement.bind(4, entity)
      }
    }
    for new in wanted where !present.contains(new) {
      try connection.run(Self.insertionSQL) { statement in
        for (index, text) in new.enumerated() { statement.bind(Int32(index + 1), text) }
        statement.bind(4, entity)
        statement.bind(5, now.milliseconds)
      }
    }
  }

  /// The provider's own kind of what an identifier names; IMDb has one for all.
  private static func namespace(of id: ProviderID, _ kind: EntityKind) -> String {
    switch kind {
    case _ where id.provider == "imdb": ""
    case .movie, .extra: "movie"
    case .series: "tv"
    case .season: "season"
    case .episode: "episode"
    }
  }

  private static let presentSQL = """
    SELECT provider, namespace, value FROM external_id
    WHERE entity_id = ?1 AND origin = 'nfo' AND locked = 0
    """
  private static let removalSQL = """
    DELETE FROM external_id
    WHERE provider = ?1 AND namespace = ?2 AND value = ?3 AND entity_id = ?4 AND locked = 0
    """
  private static let insertionSQL = """
    INSERT OR IGNORE INTO external_id (provider, namespace, value, entity_id, origin,
      created_at_ms)
    VALUES (?1, ?2, ?3, ?4, 'nfo', ?5)
    """
}
