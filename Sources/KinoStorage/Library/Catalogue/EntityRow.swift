import KinoCore

/// What `media_entity` says of something that names tell of.
struct EntityRow {
  var kind: EntityKind
  var key: IdentityKey
  var title: String
  var sorting: SortKey
  var year: Int?
  var parent: Int64?
  var series: Int64?
  var season: Int?
  var episode: Int?
  var absolute: Int?
  var releaseDate: String?
  var extraKind: String?

  /// A film or a series.
  init(_ draft: TitleDraft) {
    kind = draft.kind
    key = draft.key
    title = draft.title
    sorting = draft.sorting
    year = draft.year
  }

  /// A season of a series.
  init(season number: Int, of series: SeriesRow) {
    kind = .season
    key = series.key.season(number)
    title = number == 0 ? "Specials" : "Season \(number)"
    sorting = series.sorting(UInt32(clamping: number))
    parent = series.id
    self.series = series.id
    season = number
  }

  /// An episode of a series, in its season where that is known.
  init(episode number: EpisodeNumber, of series: SeriesRow, season: Int64?) {
    kind = .episode
    key = series.key.episode(number)
    parent = season ?? series.id
    self.series = series.id
    self.season = number.season
    switch number {
    case .numbered(let season, let episode):
      title = "Episode \(episode)"
      sorting = series.sorting(UInt32(clamping: season), UInt32(clamping: episode))
      self.episode = episode
    case .absolute(let absolute):
      title = "Episode \(absolute)"
      sorting = series.sorting(UInt32(clamping: absolute))
      self.absolute = absolute
    case .dated(let day):
      title = day
      sorting = series.sorting(UInt32(day.filter { $0 != "-" }) ?? 0)
      releaseDate = day
      year = Int(day.prefix(4))
    }
  }

  /// An extra, of its owner if that is known.
  init(_ draft: ExtraDraft, of owner: Int64?) {
    kind = .extra
    key = draft.key
    title = draft.title
    sorting = draft.sorting
    parent = owner
    extraKind = draft.kind
  }
}

/// A series as its seasons and episodes need to know it.
struct SeriesRow {
  var id: Int64
  var key: IdentityKey
  var sortKey: SortKey
  /// Whether no season or episode had its key when this block met it.
  var hasNone = false

  /// Sorts what belongs to a series behind it, by its numbers.
  func sorting(_ numbers: UInt32...) -> SortKey {
    var bytes = sortKey.bytes + [0]
    for number in numbers {
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
    }
    return SortKey(bytes, version: sortKey.version)
  }
}
