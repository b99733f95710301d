import KinoCore
import KinoSQL

/// Writes what entities can be found by; writes nothing that stands there.
///
/// Seasons, and episodes of which nothing but a number is known, are not looked for.
struct SearchDocumentTable: ~Copyable {
  private let folding: any SearchFolding
  private let head: Statement
  private let texts: Statement
  private let people: Statement
  private let genres: Statement
  private let present: Statement
  private let removal: Statement
  private let write: Statement
  private let index: Statement

  init(
    _ folding: any SearchFolding,
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let head = try connection.prepare(Self.headSQL)
    let texts = try connection.prepare(Self.textsSQL)
    let people = try connection.prepare(Self.peopleSQL)
    let genres = try connection.prepare(Self.genresSQL)
    let present = try connection.prepare(Self.presentSQL)
    let removal = try connection.prepare(Self.removalSQL)
    let write = try connection.prepare(Self.writeSQL)
    write.bind(8, now.milliseconds)
    let index = try connection.prepare(Self.indexSQL)
    self.folding = folding
    self.head = head
    self.texts = texts
    self.people = people
    self.genres = genres
    self.present = present
    self.removal = removal
    self.write = write
    self.index = index
  }

  /// What an entity is found by.
  private struct Document: Equatable {
    var title: String
    var aliases: String
    var people: String
    var genres: String
    var boost: Double
    var version: String
  }

  /// Writes an entity's document, or takes it away from one that is not looked for any more.
  func update(_ entity: Int64, in connection: borrowing Connection) throws(SQLiteError) {
    let document = try document(of: entity)
    present.bind(1, entity)
    let before = try present.first { row in
      Document(
        title: row.text(0),
        aliases: row.text(1),
        people: row.text(2),
        genres: row.text(3),
        boost: row.double(4),
        version: row.text(5)
      )
    }
    guard document != before else { return }
    if before != nil {
      // The full-text row goes with the very texts that it was made of.
      removal.bind(1, entity)
      try removal.run()
    }
    guard let document else {
      try connection.run("DELETE FROM search_document WHERE entity_id = ?1") { $0.bind(1, entity) }
      return
    }
    write.bind(1, entity)
    write.bind(2, document.title)
    write.bind(3, document.aliases)
    write.bind(4, document.people)
    write.bind(5, document.genres)
    write.bind(6, document.boost)
    write.bind(7, document.version)
    try write.run()
    index.bind(1, entity)
    try index.run()
  }

  private func document(of entity: Int64) throws(SQLiteError) -> Document? {
    head.bind(1, entity)
    let row = try head.first { row in
      (kind: row.text(0), title: row.text(1), original: row.optionalText(2))
    }
    guard let row, let kind = EntityKind(rawValue: row.kind), kind != .season else { return nil }
    var titles = [row.title]
    var aliases = [row.original].compactMap(\.self)
    var isDescribed = kind != .episode
    texts.bind(1, entity)
    let found = try texts.all { row in
      (locale: row.text(0), title: row.optionalText(1), aliases: row.optionalText(2))
    }
    for text in found {
      if text.locale != "und" { isDescribed = true }
      titles += [text.title].compactMap(\.self)
      let list = text.aliases.flatMap { JSONValue(text: $0)?.arrayValue } ?? []
      aliases += list.compactMap(\.stringValue)
    }
    guard isDescribed else { return nil }
    return Document(
      title: searchable(titles),
      aliases: searchable(aliases),
      people: searchable(try names(people, of: entity)),
      genres: searchable(try names(genres, of: entity)),
      boost: kind == .movie || kind == .series ? 2 : kind == .episode ? 1 : 0,
      version: folding.version
    )
  }

  private func names(
    _ statement: borrowing Statement,
    of entity: Int64
  ) throws(SQLiteError) -> [String] {
    statement.bind(1, entity)
    return try statement.all { $0.text(0) }
  }

  /// Folded texts, each once, one behind the other.
  private func searchable(_ texts: [String]) -> String {
    var parts: [String] = []
    for text in texts {
      let part = folding.searchable(text)
      if !part.isEmpty, !parts.contains(part) { parts.append(part) }
    }
    return parts.joined(separator: "\n")
  }
}

extension SearchDocumentTable {
  private static let headSQL = """
    SELECT kind, title, original_title FROM media_entity
    WHERE id = ?1 AND merged_into_id IS NULL
    """
  private static let textsSQL = """
    SELECT locale, title, aliases_json FROM localized_metadata WHERE entity_id = ?1 ORDER BY locale
    """
  private static let peopleSQL = """
    SELECT person.name FROM credit AS own CROSS JOIN person ON person.id = own.person_id
    WHERE own.entity_id = ?1 ORDER BY own.position, own.id LIMIT 200
    """
  private static let genresSQL = """
    SELECT named.name
    FROM entity_genre AS own CROSS JOIN genre_name AS named ON named.genre_id = own.genre_id
    WHERE own.entity_id = ?1 ORDER BY own.position, named.locale
    """
  private static let presentSQL = """
    SELECT title, aliases, people, genres, boost, fold_version FROM search_document
    WHERE entity_id = ?1
    """
  private static let removalSQL = """
    INSERT INTO search_document_fts (search_document_fts, rowid, title, aliases, people, genres)
    SELECT 'delete', entity_id, title, aliases, people, genres FROM search_document
    WHERE entity_id = ?1
    """
  private static let writeSQL = """
    INSERT INTO search_document (entity_id, title, aliases, people, genres, boost, fold_version,
      built_at_ms)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    ON CONFLICT (entity_id) DO UPDATE
    SET title = excluded.title, aliases = excluded.aliases, people = excluded.people,
      genres = excluded.genres, boost = excluded.boost, fold_version = excluded.fold_version,
      built_at_ms = excluded.built_at_ms
    """
  private static let indexSQL = """
    INSERT INTO search_document_fts (rowid, title, aliases, people, genres)
    SELECT entity_id, title, aliases, people, genres FROM search_document WHERE entity_id = ?1
    """
}
