/// A film or a series with everything that the library knows of it.
public struct TitleDetails: Hashable, Sendable {
  /// What lists show of it.
  public var title: CatalogueTitle
  /// How sure it is: `provisional` from names alone, `manual` by hand, and what matching says.
  public var matchState: String
  /// What a hand has locked.
  public var locked: Set<LockableField>
  /// What providers call it.
  public var ids: [ProviderID]
  /// When its first file came.
  public var addedAt: Timestamp
  /// The files that show it as a whole, or a part of it; the primary one first.
  public var files: [BoundFile]
  /// The seasons of a series in order, specials first; episodes without one come in a season that has
  /// no number.
  public var seasons: [SeasonDetails]
  /// Trailers and the like.
  public var extras: [ItemDetails]

  package init(title: CatalogueTitle, matchState: String, addedAt: Timestamp) {
    self.title = title
    self.matchState = matchState
    self.addedAt = addedAt
    locked = []
    ids = []
    files = []
    seasons = []
    extras = []
  }
}

/// A season of a series.
public struct SeasonDetails: Hashable, Sendable {
  /// Its identifier; `nil` for the episodes that have no season.
  public var uid: UID?
  /// 0 for specials; `nil` for the episodes that have no season.
  public var number: Int?
  /// Files that show the season as a whole.
  public var files: [BoundFile]
  /// In order.
  public var episodes: [ItemDetails]

  package init(uid: UID?, number: Int?, files: [BoundFile], episodes: [ItemDetails]) {
    self.uid = uid
    self.number = number
    self.files = files
    self.episodes = episodes
  }
}

/// An episode or an extra.
public struct ItemDetails: Hashable, Sendable {
  /// Its identifier.
  public var uid: UID
  /// As shown.
  public var title: String
  /// An episode's number in its season, else that through all seasons.
  public var number: Int?
  /// An extra's kind, such as `trailer`; an episode's day of broadcast.
  public var label: String?
  /// The files that show it.
  public var files: [BoundFile]

  package init(uid: UID, title: String, number: Int?, label: String?, files: [BoundFile]) {
    self.uid = uid
    self.title = title
    self.number = number
    self.label = label
    self.files = files
  }
}
