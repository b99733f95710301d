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
    let episodes = JSONValue.array(record.episodes.map { .integer(Int64($0)) })
    statement.bind(7, record.episodes.isEmpty ? nil : episodes.text)
    statement.bind(8, record.airDate)
    statement.bind(9, record.absolute)
    statement.bind(10, record.part)
    statement.bind(11, record.edition)
    statement.bind(12, record.extraKind)
    let ids = record.ids.map { ($0.provider, JSONValue.string($0.value)) }
    statement.bind(13, Self.object(ids))
    statement.bind(14, Self.object(record.attributes.map { ($0, .string($1)) }))
    let evidence = record.evidence.map { ($0.field, Self.json($0)) }
    statement.bind(15, Self.object(evidence))
    statement.bind(16, record.confidence)
    try statement.run()
  }

  private static func object(_ members: [(String, JSONValue)]) -> String? {
    guard !members.isEmpty else { return nil }
    return JSONValue.object(Dictionary(members) { first, _ in first }).text
  }

  private static func json(_ evidence: NameRecord.Evidence) -> JSONValue {
    let (start, end) = (Int64(evidence.range.lowerBound), Int64(evidence.range.upperBound))
    return .array([.integer(start), .integer(end), .string(evidence.rule)])
  }

  private static let sql = """
    INSERT OR REPLACE INTO parse_result (media_file_id, parser_version, kind, title, year,
      season_number, episode_numbers_json, air_date, absolute_number, part_number, edition,
      extra_kind, provider_ids_json, attributes_json, evidence_json, confidence, parsed_at_ms)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
    """
}
