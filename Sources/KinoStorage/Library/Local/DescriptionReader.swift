import KinoCore
import KinoSQL

/// Reads what descriptions beside files say of the entities of a block: of several, each field from the
/// first that has it; NFOs come before JSON.
struct DescriptionReader: ~Copyable {
  /// What is described.
  struct Subject {
    var id: Int64
    var kind: EntityKind
    var series: Int64?
    var season: Int?
    var episode: Int?
  }

  /// What lies beside the files of the block's entities themselves.
  private var own: [Int64: [Source]] = [:]
  /// What is said of series that were looked at.
  private var known: [Int64: [MetadataRecord]] = [:]
  private let ofSeries: Statement
  private let ofSeason: Statement

  init(in connection: borrowing Connection) throws(SQLiteError) {
    let ofSeries = try connection.prepare(Self.seriesSQL)
    let ofSeason = try connection.prepare(Self.seasonSQL)
    self.ofSeries = ofSeries
    self.ofSeason = ofSeason
  }

  /// Reads what lies beside the files of entities themselves, in one statement for all.
  mutating func load(
    _ entities: [Int64],
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    own = [:]
    known = [:]
    try connection.query(Self.ownSQL) { statement in
      statement.bind(1, JSONText(entities.map { Int($0) }))
    } _: { row in
      own[row.int64(0), default: []].append(Source(content: row.text(1), position: row.int(2)))
    }
  }

  /// Whether anything lies beside an entity's own files that says something.
  func describes(_ entity: Int64) -> Bool { own[entity] != nil }

  /// What is said of an entity of the block; `nil` when nothing is.
  mutating func description(of subject: Subject) throws(SQLiteError) -> MetadataRecord? {
    var result: MetadataRecord?
    switch subject.kind {
    case .series: result = Self.merged(try series(subject.id))
    case .season:
      let records = try records(ofSeason, subject.id).flatMap(\.records)
      result = Self.merged(records.filter { $0.kind == .season })
      try addSeasonPictures(of: subject, to: &result)
    case .movie, .extra:
      let records = (own[subject.id] ?? []).flatMap { $0.records.prefix(1) }
      result = Self.merged(records.filter { $0.kind == .movie || $0.kind == nil })
    case .episode:
      result = Self.merged((own[subject.id] ?? []).compactMap { $0.episode(subject) })
    }
    return result
  }

  private mutating func series(_ id: Int64) throws(SQLiteError) -> [MetadataRecord] {
    if let found = known[id] { return found }
    let found = try records(ofSeries, id).flatMap(\.records)
      .filter { $0.kind == .series || $0.kind == nil }
    known[id] = found
    return found
  }

  /// A series's description may offer pictures of its seasons.
  private mutating func addSeasonPictures(
    of subject: Subject,
    to record: inout MetadataRecord?
  ) throws(SQLiteError) {
    guard let series = subject.series, let season = subject.season else { return }
    let pictures = try self.series(series).flatMap(\.pictures).filter { $0.season == season }
    guard !pictures.isEmpty else { return }
    var described = record ?? MetadataRecord(.season)
    described.pictures += pictures.map { MetadataRecord.Picture($0.kind, $0.address) }
    record = described
  }

  /// The descriptions of one sidecar.
  private struct Source {
    var records: [MetadataRecord]
    /// The place that the entity has in the file.
    var position: Int

    /// Reads what was kept of a sidecar.
    init(content: String, position: Int) {
      records = JSONValue(text: content).map { SidecarContent($0).records } ?? []
      self.position = position
    }

    /// The one of an episode: by its numbers, else by its place.
    func episode(_ subject: Subject) -> MetadataRecord? {
      let records = records.filter { $0.kind == .episode || $0.kind == nil }
      let numbered = records.first { record in
        record.episode != nil && record.episode == subject.episode
          && (record.season ?? subject.season) == subject.season
      }
      guard numbered == nil, records.count > 1 else { return numbered ?? records.first }
      return position < records.count ? records[position] : nil
    }
  }

  private func records(
    _ statement: borrowing Statement,
    _ entity: Int64
  ) throws(SQLiteError) -> [Source] {
    statement.bind(1, entity)
    return try statement.all { Source(content: $0.text(0), position: $0.int(1)) }
  }

  /// Each field from the first record that has it.
  private static func merged(_ records: [MetadataRecord]) -> MetadataRecord? {
    guard var result = records.first else { return nil }
    for record in records.dropFirst() {
      result.title = result.title ?? record.title
      result.originalTitle = result.originalTitle ?? record.originalTitle
      result.sortTitle = result.sortTitle ?? record.sortTitle
      result.tagline = result.tagline ?? record.tagline
      result.overview = result.overview ?? record.overview
      result.releaseDate = result.releaseDate ?? record.releaseDate
      result.year = result.year ?? record.year
      result.runtimeMinutes = result.runtimeMinutes ?? record.runtimeMinutes
      result.contentRating = result.contentRating ?? record.contentRating
      if result.ratingHundredths == nil {
        result.ratingHundredths = record.ratingHundredths
        result.ratingCount = record.ratingCount
      }
      result.status = result.status ?? record.status
      if result.aliases.isEmpty { result.aliases = record.aliases }
      if result.genres.isEmpty { result.genres = record.genres }
      if result.credits.isEmpty { result.credits = record.credits }
      result.ids += record.ids.filter { id in
        !result.ids.contains { $0.provider == id.provider }
      }
      result.pictures += record.pictures.filter { !result.pictures.contains($0) }
    }
    return result
  }
}

extension DescriptionReader {
  /// What says nothing has no records.
  private static let isRead =
    "item.availability = 'present' AND instr(item.content_json, '\"records\":') > 0"
  static let ownSQL = """
    SELECT bound.entity_id, item.content_json, bound.position
    FROM json_each(?1) AS wanted
    CROSS JOIN file_binding AS bound ON bound.entity_id = wanted.value
    CROSS JOIN sidecar AS item ON item.media_file_id = bound.media_file_id
    WHERE coalesce(item.tags, '') NOT IN ('series', 'season') AND \(isRead)
    ORDER BY item.kind = 'json', bound.role <> 'primary', item.id
    """
  static let seriesSQL = below("entity.series_id = ?1", tag: "series")
  static let seasonSQL = below("entity.parent_id = ?1", tag: "season")

  /// What lies beside files that stand for what their entities are part of; each once.
  private static func below(_ condition: String, tag: String) -> String {
    """
    SELECT DISTINCT item.content_json, 0, item.kind = 'json', item.id
    FROM media_entity AS entity CROSS JOIN file_binding AS bound ON bound.entity_id = entity.id
    CROSS JOIN sidecar AS item ON item.media_file_id = bound.media_file_id
    WHERE \(condition) AND item.tags = '\(tag)' AND \(isRead)
    ORDER BY 3, 4
    """
  }
}
