import KinoCore
import KinoSQL

extension Materializer {
  /// What a file shows, as rows; series and seasons are made on the way.
  mutating func targets(
    of item: Item,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [Target] {
    let label = Self.label(of: item.reading.record)
    switch item.reading.showing {
    case .movie(let draft, let part):
      var row = EntityRow(draft)
      let found = try finder.find(draft)
      // What was found by another key keeps that, unless it is given a better one.
      if let found, draft.ids.isEmpty, let key = try finder.find(found)?.key { row.key = key }
      return [
        Target(row: row, found: found, binding: Self.binding(part, label), draft: draft)
      ]
    case .episodes(let draft, let numbers, let part):
      guard let series = try series(draft, for: item, in: connection) else { return [] }
      return try episodes(numbers, of: series, part, label, for: item, in: connection)
    case .season(let draft, let number):
      guard let series = try series(draft, for: item, in: connection) else { return [] }
      let row = EntityRow(season: number, of: series)
      let found = try find(row.key, of: series)
      return [Target(row: row, found: found, binding: Self.binding(nil, label))]
    case .extra(let draft):
      let owner = try owner(of: draft, in: item.file.directory, connection)
      let row = EntityRow(draft, of: owner)
      let binding = BindingDraft(role: .extra, position: 0, label: nil)
      return [Target(row: row, found: try finder.find(row.key), binding: binding)]
    }
  }

  private mutating func episodes(
    _ numbers: [EpisodeNumber],
    of series: SeriesRow,
    _ part: Int?,
    _ label: String?,
    for item: Item,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [Target] {
    var targets: [Target] = []
    for (index, number) in numbers.enumerated() {
      var season: Int64?
      if let known = number.season {
        season = try self.season(known, of: series, for: item, in: connection)
      }
      let row = EntityRow(episode: number, of: series, season: season)
      var binding = Self.binding(part, label)
      if numbers.count > 1 {
        binding = BindingDraft(role: .contained, position: index, label: label)
      }
      let found = try find(row.key, of: series)
      targets.append(Target(row: row, found: found, binding: binding))
    }
    return targets
  }

  /// A season of a series; made if it is not there.
  private mutating func season(
    _ number: Int,
    of series: SeriesRow,
    for item: Item,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int64 {
    let place = SeasonPlace(series: series.id, number: number)
    if let known = seasons[place] { return known }
    let row = EntityRow(season: number, of: series)
    let found = try find(row.key, of: series)
    let id =
      if let found {
        found
      } else {
        try entities.add(row, for: item.file, in: connection)
      }
    seasons[place] = id
    return id
  }

  /// A season or an episode of a series that this block has met.
  private func find(_ key: IdentityKey, of series: SeriesRow) throws(SQLiteError) -> Int64? {
    if series.hasNone, !entities.novelties.mayHave(key) { return nil }
    return try finder.find(key)
  }

  private static func binding(_ part: Int?, _ label: String?) -> BindingDraft {
    guard let part else { return BindingDraft(role: .primary, position: 0, label: label) }
    return BindingDraft(role: .part, position: part, label: label)
  }

  /// What tells a version from others: its edition and its resolution.
  private static func label(of record: NameRecord) -> String? {
    let words = [record.edition, record.attributes["resolution"]].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
