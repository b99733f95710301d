/// How the episodes of a series are counted, which no single name can tell.
public enum SeriesNumbering: String, Hashable, Sendable, CaseIterable {
  /// From 1 in each season.
  case seasons
  /// From 1 through the whole series, even where names or folders give seasons too.
  case absolute
  /// By the day of broadcast.
  case dates

  /// The scheme of a series, by the names of all its videos.
  ///
  /// Specials do not count. What most names say counts, the season before the day before the bare
  /// number where there are as many. Seasons through which the numbers go on, the second from where
  /// the first ends, are counted through.
  ///
  /// - Returns: `nil` where no name numbers an episode.
  public init?(of names: some Sequence<ParsedName>) {
    var counts: [SeriesNumbering: Int] = [:]
    var seasons: [Int: ClosedRange<Int>] = [:]
    for name in names where name.extra == nil && name.season?.value != 0 {
      if let season = name.season?.value, let episodes = name.episodes?.value,
        let first = episodes.first, let last = episodes.last
      {
        counts[.seasons, default: 0] += 1
        let known = seasons[season] ?? first...last
        seasons[season] = min(known.lowerBound, first)...max(known.upperBound, last)
      } else if name.date != nil {
        counts[.dates, default: 0] += 1
      } else if name.absolute != nil || name.episodes != nil {
        counts[.absolute, default: 0] += 1
      }
    }
    let order: [SeriesNumbering] = [.seasons, .dates, .absolute]
    guard let most = counts.values.max(), let scheme = order.first(where: { counts[$0] == most })
    else { return nil }
    self = scheme == .seasons && Self.goOn(seasons) ? .absolute : scheme
  }

  /// Whether each season's numbers begin behind those of the one before.
  private static func goOn(_ seasons: [Int: ClosedRange<Int>]) -> Bool {
    let sorted = seasons.sorted { $0.key < $1.key }
    return sorted.count > 1
      && zip(sorted, sorted.dropFirst()).allSatisfy { one, next in
        next.key == one.key + 1 && next.value.lowerBound == one.value.upperBound + 1
      }
  }
}
