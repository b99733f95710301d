import KinoCore
import KinoSQL

/// Writes what entities can be found by; writes nothing that stands there.
///
/// Seasons, and episodes of which nothing but a number is known, are not looked for.
struct SearchDocumentTable: ~Copyable {
  private let folding: any SearchFolding
  private let now: Timestamp
  private let head: Statement
  private let texts: Statement
  private let people: Statement
  private let genres: Statement
  private let present: Statement
  private let removal: Statement
  private let write: Statement

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
    let removal = try connection.prepare(
      "DELETE FROM search_document WHERE entity_id = ?1"
    )
    let write = try connection.prepare(Self.writeSQL)
    write.bind(8, now.milliseconds)
    self.folding = folding
    self.now = now
    self.head = head
    self.texts = texts
    self.people = people
    self.genres = genres
    self.present = present
    self.removal = removal
    self.write = write
  }

  /// What an entity is found by.
  fileprivate struct Document: Equatable {
    var title: String
    var aliases: String
    var people: String
    var genres: String
    var boost: Double
    var version: String
  }

  /// Writes the documents of entities that were made in this transaction, and of which nothing is known
  /// but their titles.
  func add(
    _ entities: [EntityNovelties.Named],
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    guard !entities.isEmpty else { return }
    try Self.insertion.run(entities, in: connection) { statement, column, one in
      statement.bind(column + 1, one.id)
      statement.bind(column + 2, searchable([one.title]))
      statement.bind(column + 3, Self.boost(of: one.kind))
      statement.bind(column + 4, folding.version)
      statement.bind(column + 5, now.milliseconds)
    }
    try run(Self.indexSQL, of: entities.map(\.id), in: connection)
  }

  /// Ranks what is found equally well.
  private static func boost(of kind: EntityKind) -> Double {
    switch kind {
    case .movie, .series: 2
    case .episode: 1
    case .season, .extra: 0
    }
  }

  /// Writes the documents of entities, or takes them away from those that are not looked for any more.
  ///
  /// The full-text index is written in one statement for all: whenever one of another table begins that
  /// may have to be undone, what the index has gathered goes to the disk as a piece of its own.
  func update(_ entities: [Int64], in connection: borrowing Connection) throws(SQLiteError) {
    var changed: [(entity: Int64, document: Document?)] = []
    var indexed: [Int64] = []
    for entity in entities {
      let document = try document(of: entity)
      present.bind(1, entity)
      let before = try present.first { Document($0) }
      guard document != before else { continue }
      changed.append((entity, document))
      if before != nil { indexed.append(entity) }
    }
    guard !changed.isEmpty else { return }
    if !indexed.isEmpty {
      // Full-text rows go with the very texts that they were made of.
      try run(Self.removalSQL, of: indexed, in: connection)
    }
    for one in changed {
      if let document = one.document {
        try put(document, of: one.entity)
      } else {
        removal.bind(1, one.entity)
        try removal.run()
      }
    }
    let found = changed.filter { $0.document != nil }.map(\.entity)
    if !found.isEmpty { try run(Self.indexSQL, of: found, in: connection) }
  }

  private func put(_ document: Document, of entity: Int64) throws(SQLiteError) {
    write.bind(1, entity)
    write.bind(2, document.title)
    write.bind(3, document.aliases)
    write.bind(4, document.people)
    write.bind(5, document.genres)
    write.bind(6, document.boost)
    write.bind(7, document.version)
    try write.run()
  }

  private func run(
    _ sql: String,
    of entities: [Int64],
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.run(sql) { $0.bind(1, JSONText(entities.map { Int($0) })) }
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
      boost: Self.boost(of: kind),
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
    SELECT 'delete', entity_id, title, aliases, people, genres
    FROM json_each(?1) AS wanted CROSS JOIN search_document ON entity_id = wanted.value
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
  private static let insertion = RowInsertion(
    """
    INSERT INTO search_document (entity_id, title, aliases, people, genres, boost, fold_version,
      built_at_ms)
    """,
    row: "(?, ?, '', '', '', ?, ?, ?)"
  )
  static let indexSQL = """
    INSERT INTO search_document_fts (rowid, title, aliases, people, genres)
    SELECT entity_id, title, aliases, people, genres
    FROM json_each(?1) AS wanted CROSS JOIN search_document ON entity_id = wanted.value
    """
}

extension SearchDocumentTable.Document {
  /// Reads what stands there.
  fileprivate init(_ row: borrowing Row) {
    self.init(
      title: row.text(0),
      aliases: row.text(1),
      people: row.text(2),
      genres: row.text(3),
      boost: row.double(4),
      version: row.text(5)
    )
  }
}
