import KinoCore
import KinoSQL

/// Writes what descriptions say of entities into their rows and texts; writes nothing that stands there.
struct DescribedEntityTable: ~Copyable {
  /// A row with what decides how it is described.
  struct Entity {
    var subject: DescriptionReader.Subject
    var key: String?
    var fields: DescribedFields
    var locked: Int64
    /// Whether no hand has said what it is called.
    var isTitleOpen: Bool
  }

  private let keys: any TitleKeys
  private let row: Statement
  private let named: Statement
  private let nameYear: Statement
  private let update: Statement
  private let text: Statement
  private let noText: Statement

  init(
    _ keys: any TitleKeys,
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let row = try connection.prepare(Self.rowSQL)
    let named = try connection.prepare(Self.namedSQL)
    let nameYear = try connection.prepare(Self.nameYearSQL)
    let update = try connection.prepare(Self.updateSQL)
    let text = try connection.prepare(Self.textSQL)
    text.bind(9, now.milliseconds)
    let noText = try connection.prepare(Self.noTextSQL)
    self.keys = keys
    self.row = row
    self.named = named
    self.nameYear = nameYear
    self.update = update
    self.text = text
    self.noText = noText
  }

  /// What a row says; `nil` for one that is gone or was merged.
  func find(_ id: Int64) throws(SQLiteError) -> Entity? {
    row.bind(1, id)
    return try row.first { row in
      Entity(
        subject: DescriptionReader.Subject(
          id: id,
          kind: EntityKind(rawValue: row.text(0)) ?? .extra,
          series: row.optionalInt64(1),
          season: row.optionalInt(2),
          episode: row.optionalInt(3)
        ),
        key: row.optionalText(4),
        fields: Self.fields(of: row),
        locked: row.int64(17),
        isTitleOpen: row.bool(18)
      )
    }
  }

  /// Writes what a description says; `nil` takes away what one has said.
  func write(_ record: MetadataRecord?, of entity: Entity) throws(SQLiteError) {
    var fields = entity.fields
    let isSorted = entity.subject.kind != .episode && entity.subject.kind != .season
    let sorting = isSorted ? (record?.sortTitle ?? record?.title).map(keys.sortKey) : nil
    fields.take(
      record,
      names: try names(of: entity, isSorted: isSorted),
      sorting: sorting,
      isTitleOpen: entity.isTitleOpen
    )
    fields.keep(entity.fields, locked: entity.locked)
    if fields != entity.fields { try write(fields, of: entity.subject.id) }
    try writeText(record, of: entity.subject.id)
  }

  private func write(_ fields: DescribedFields, of id: Int64) throws(SQLiteError) {
    update.bind(1, id)
    update.bind(2, fields.title)
    update.bind(3, fields.sortKey.bytes)
    update.bind(4, fields.sortKey.version)
    update.bind(5, fields.originalTitle)
    update.bind(6, fields.releaseDate)
    update.bind(7, fields.year)
    update.bind(8, fields.runtimeMilliseconds)
    update.bind(9, fields.contentRating)
    update.bind(10, fields.rating)
    update.bind(11, fields.ratingCount)
    update.bind(12, fields.status)
    let provenance = JSONValue.object(fields.provenance.mapValues { .string($0) })
    update.bind(13, fields.provenance.isEmpty ? nil : provenance.text)
    try update.run()
  }

  /// Texts have a locale of their own: nobody says in which language a description is written.
  private func writeText(_ record: MetadataRecord?, of id: Int64) throws(SQLiteError) {
    let title = record?.title
    let aliases = record?.aliases ?? []
    guard title != nil || record?.overview != nil || record?.tagline != nil || !aliases.isEmpty
    else {
      noText.bind(1, id)
      return try noText.run()
    }
    text.bind(1, id)
    text.bind(2, title)
    text.bind(3, record?.sortTitle)
    let sorting = (record?.sortTitle ?? title).map(keys.sortKey)
    text.bind(4, sorting?.bytes)
    text.bind(5, sorting?.version)
    text.bind(6, record?.tagline)
    text.bind(7, record?.overview)
    let list = JSONValue.array(aliases.map { .string($0) })
    text.bind(8, aliases.isEmpty ? nil : list.text)
    try text.run()
  }

  private func names(
    of entity: Entity,
    isSorted: Bool
  ) throws(SQLiteError) -> DescribedFields.Names {
    var names = DescribedFields.Names()
    guard !entity.fields.provenance.isEmpty else { return names }
    named.bind(1, entity.subject.id)
    let text = try named.first { row in
      (title: row.optionalText(0), key: row.optionalBytes(1), version: row.optionalText(2))
    }
    names.title = text?.title
    if isSorted, let key = text?.key, let version = text?.version {
      names.sortKey = SortKey(key, version: version)
    }
    // The key of an episode that is told by its day ends with that.
    if let day = entity.key?.split(separator: "#d").last, day.utf8.count == 10,
      entity.subject.kind == .episode
    {
      names.releaseDate = String(day)
      names.year = Int(day.prefix(4))
    } else if entity.subject.kind == .movie || entity.subject.kind == .series {
      nameYear.bind(1, entity.subject.id)
      names.year = try nameYear.first { $0.optionalInt(0) } ?? nil
    }
    return names
  }

  private static func fields(of row: borrowing Row) -> DescribedFields {
    let provenance = row.optionalText(16).flatMap { JSONValue(text: $0)?.objectValue } ?? [:]
    return DescribedFields(
      title: row.text(5),
      sortKey: SortKey(row.bytes(6), version: row.text(7)),
      originalTitle: row.optionalText(8),
      releaseDate: row.optionalText(9),
      year: row.optionalInt(10),
      runtimeMilliseconds: row.optionalInt64(11),
      contentRating: row.optionalText(12),
      rating: row.isNull(13) ? nil : row.double(13),
      ratingCount: row.optionalInt(14),
      status: row.optionalText(15),
      provenance: provenance.compactMapValues(\.stringValue)
    )
  }
}

extension DescribedEntityTable {
  static let locale = "und-x-nfo"

  static let rowSQL = """
    SELECT kind, series_id, season_number, episode_number, identity_key, title, sort_key,
      sort_version, original_title, release_date, year, runtime_ms, content_rating, rating,
      rating_count, status, provenance_json, locked_fields,
      NOT EXISTS (
        SELECT 1 FROM localized_metadata AS text
        WHERE text.entity_id = media_entity.id AND text.locked_fields & 3 <> 0
      )
    FROM media_entity WHERE id = ?1 AND merged_into_id IS NULL
    """
  private static let namedSQL = """
    SELECT title, sort_key, sort_version FROM localized_metadata
    WHERE entity_id = ?1 AND locale = 'und'
    """
  static let nameYearSQL = """
    SELECT year FROM (
      SELECT parsed.media_file_id AS file, parsed.year
      FROM file_binding AS bound CROSS JOIN parse_result AS parsed
        ON parsed.media_file_id = bound.media_file_id
      WHERE bound.entity_id = ?1 AND parsed.year IS NOT NULL
      UNION ALL
      SELECT parsed.media_file_id, parsed.year
      FROM media_entity AS below CROSS JOIN file_binding AS bound ON bound.entity_id = below.id
      CROSS JOIN parse_result AS parsed ON parsed.media_file_id = bound.media_file_id
      WHERE below.series_id = ?1 AND parsed.year IS NOT NULL
    ) ORDER BY file LIMIT 1
    """
  private static let updateSQL = """
    UPDATE media_entity
    SET title = ?2, sort_key = ?3, sort_version = ?4,
      original_title = ?5, release_date = ?6, year = ?7, runtime_ms = ?8, content_rating = ?9,
      rating = ?10, rating_count = ?11, status = ?12, provenance_json = ?13
    WHERE id = ?1
    """
  private static let textSQL = """
    INSERT INTO localized_metadata (entity_id, locale, title, sort_title, sort_key, sort_version,
      tagline, overview, aliases_json, updated_at_ms)
    VALUES (?1, '\(locale)', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
    ON CONFLICT (entity_id, locale) DO UPDATE
    SET title = iif(locked_fields & 1, title, excluded.title),
      sort_title = iif(locked_fields & 2, sort_title, excluded.sort_title),
      sort_key = iif(locked_fields & 3, sort_key, excluded.sort_key),
      sort_version = iif(locked_fields & 3, sort_version, excluded.sort_version),
      tagline = iif(locked_fields & 4, tagline, excluded.tagline),
      overview = iif(locked_fields & 8, overview, excluded.overview),
      aliases_json = iif(locked_fields & 16, aliases_json, excluded.aliases_json),
      updated_at_ms = excluded.updated_at_ms
    WHERE (locked_fields & 1 = 0 AND title IS NOT excluded.title)
      OR (locked_fields & 2 = 0 AND sort_title IS NOT excluded.sort_title)
      OR (locked_fields & 3 = 0 AND sort_key IS NOT excluded.sort_key)
      OR (locked_fields & 4 = 0 AND tagline IS NOT excluded.tagline)
      OR (locked_fields & 8 = 0 AND overview IS NOT excluded.overview)
      OR (locked_fields & 16 = 0 AND aliases_json IS NOT excluded.aliases_json)
    """
  private static let noTextSQL = """
    DELETE FROM localized_metadata
    WHERE entity_id = ?1 AND locale = '\(locale)' AND locked_fields = 0
    """
}
