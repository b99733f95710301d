import KinoCore
import KinoSQL

/// Writes what was read from names: `parse_result`.
struct NameRecordTable: ~Copyable {
  private let statement: Statement

  init(at now: Timestamp, in connection: borrowing Connection) throws(SQLiteError) {
    let statement = try connection.prepare(Self.sql)
    statement.bind(17, now.milliseconds)
    self.statement = statement
  }

  /// Writes the record of a file, over that of before.
  func write(_ record: NameRecord, of file: FileID) throws(SQLiteError) {
    statement.bind(1, file.rawValue)
    statement.bind(2, record.parserVersion)
    statement.bind(3, record.kind)
    statement.bind(4, record.title)
    statement.bind(5, record.year)
    statement.bind(6, record.season)
    statement.bind(7, record.episodes.isEmpty ? nil : JSONText(record.episodes))
    statement.bind(8, record.airDate)
    statement.bind(9, record.absolute)
    statement.bind(10, record.part)
    statement.bind(11, record.edition)
    statement.bind(12, record.extraKind)
    statement.bind(13, Self.json(record.ids))
    statement.bind(14, Self.json(record.attributes))
    statement.bind(15, Self.json(record.evidence))
    statement.bind(16, record.confidence)
    try statement.run()
  }

  private static func json(_ ids: [ProviderID]) -> JSONText? {
    guard !ids.isEmpty else { return nil }
    return JSONText(ids, name: \.provider) { $0.append($1.value) }
  }

  private static func json(_ attributes: [String: String]) -> JSONText? {
    guard !attributes.isEmpty else { return nil }
    return JSONText(attributes, name: \.key) { $0.append($1.value) }
  }

  private static func json(_ evidence: [NameRecord.Evidence]) -> JSONText? {
    guard !evidence.isEmpty else { return nil }
    return JSONText(evidence, name: \.field) { text, one in
      text.append(one.range.lowerBound, one.range.upperBound, one.rule)
    }
  }

  /// No REPLACE: a table that refers to another keeps a copy of its page for each row replaced.
  static let sql = """
    INSERT INTO parse_result (media_file_id, parser_version, kind, title, year, season_number,
      episode_numbers_json, air_date, absolute_number, part_number, edition, extra_kind,
      provider_ids_json, attributes_json, evidence_json, confidence, parsed_at_ms)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
    ON CONFLICT (media_file_id) DO UPDATE
    SET parser_version = excluded.parser_version, kind = excluded.kind, title = excluded.title,
      year = excluded.year, season_number = excluded.season_number,
      episode_numbers_json = excluded.episode_numbers_json, episode_title = NULL,
      air_date = excluded.air_date, absolute_number = excluded.absolute_number,
      part_number = excluded.part_number, edition = excluded.edition,
      extra_kind = excluded.extra_kind, provider_ids_json = excluded.provider_ids_json,
      attributes_json = excluded.attributes_json, evidence_json = excluded.evidence_json,
      confidence = excluded.confidence, parsed_at_ms = excluded.parsed_at_ms
    """
}
