import KinoCore
import KinoSQL

/// Reads what descriptions beside files say of an entity: of several, each field from the first that
/// has it; NFOs come before JSON.
struct DescriptionReader: ~Copyable {
  /// What is described.
  struct Subject {
    var id: Int64
    var kind: EntityKind
    var series: Int64?
    var season: Int?
    var episode: Int?
  }

  private let own: Statement
  private let ofSeries: Statement
  private let ofSeason: Statement

  init(in connection: borrowing Connection) throws(SQLiteError) {
    let own = try connection.prepare(Self.ownSQL)
    let ofSeries = try connection.prepare(Self.seriesSQL)
    let ofSeason = try connection.prepare(Self.seasonSQL)
    self.own = own
    self.ofSeries = ofSeries
    self.ofSeason = ofSeason
  }

  /// What is said of an entity; `nil` when nothing is.
  func description(of subject: Subject) throws(SQLiteError) -> MetadataRecord? {
    var result: MetadataRecord?
    switch subject.kind {
    case .series: result = Self.merged(try series(subject.id))
    case .season:
      let records = try records(ofSeason, subject.id).flatMap(\.records)
      result = Self.merged(records.filter { $0.kind == .season })
      try addSeasonPictures(of: subject, to: &result)
    case .movie, .extra:
      let records = try records(own, subject.id).flatMap { $0.records.prefix(1) }
      result = Self.merged(records.filter { $0.kind == .movie || $0.kind == nil })
    case .episode:
      result = Self.merged(try records(own, subject.id).compactMap { $0.episode(subject) })
    }
    return result
  }

  private func series(_ id: Int64) throws(SQLiteError) -> [MetadataRecord] {
    try records(ofSeries, id).flatMap(\.records).filter { $0.kind == .series || $0.kind == nil }
  }

  /// A series's description may offer pictures of its seasons.
  private func addSeasonPictures(
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
    return try statement.all { row in
      let content = JSONValue(text: row.text(0)).map { SidecarContent($0) } ?? SidecarContent()
      return Source(records: content.records, position: row.int(1))
    }
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
  private static let isRead =
    "item.availability = 'present' AND item.content_json IS NOT NULL"
  static let ownSQL = """
    SELECT item.content_json, bound.position
    FROM file_binding AS bound CROSS JOIN sidecar AS item
      ON item.media_file_id = bound.media_file_id
    WHERE bound.entity_id = ?1 AND coalesce(item.tags, '') NOT IN ('series', 'season')
      AND \(isRead)
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
