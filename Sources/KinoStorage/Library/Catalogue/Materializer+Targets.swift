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
      return [
        Target(row: row, found: try finder.find(row.key), binding: Self.binding(nil, label))
      ]
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
        let row = EntityRow(season: known, of: series)
        season = try finder.find(row.key)
        if season == nil {
          season = try entities.add(row, addedAt: item.file.firstSeenAt, in: connection)
        }
      }
      let row = EntityRow(episode: number, of: series, season: season)
      var binding = Self.binding(part, label)
      if numbers.count > 1 {
        binding = BindingDraft(role: .contained, position: index, label: label)
      }
      targets.append(Target(row: row, found: try finder.find(row.key), binding: binding))
    }
    return targets
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
