/// A film or a series of a library, with how much of it there is.
public struct CatalogueTitle: Hashable, Sendable {
  /// Its identifier, which lasts.
  public let uid: UID
  /// `movie` or `series`.
  public let kind: EntityKind
  /// As shown.
  public let title: String
  /// The year of its release; `nil` where none is known.
  public let year: Int?
  /// Files of a film that show it whole, each a version; for a series 0.
  public let versions: Int
  /// Files of a film that is in parts; for a series 0.
  public let parts: Int
  /// Seasons of a series, specials included.
  public let seasons: Int
  /// Episodes of a series.
  public let episodes: Int
  /// Trailers and the like.
  public let extras: Int
  /// Files of it that are there; 0 for one all of whose files are missing.
  public let presentFiles: Int
  /// Languages of the subtitles that lie beside its files, as BCP 47 tags in their order; `und` where a
  /// name tells none.
  public let subtitles: [String]

  package init(
    uid: UID,
    kind: EntityKind,
    title: String,
    year: Int?,
    versions: Int,
    parts: Int,
    seasons: Int,
    episodes: Int,
    extras: Int,
    presentFiles: Int,
    subtitles: [String] = []
  ) {
    self.uid = uid
    self.kind = kind
    self.title = title
    self.year = year
    self.versions = versions
    self.parts = parts
    self.seasons = seasons
    self.episodes = episodes
    self.extras = extras
    self.presentFiles = presentFiles
    self.subtitles = subtitles
  }
}

/// A stretch of a library's titles, and where the next one begins.
public struct CataloguePage: Sendable {
  /// In the order of their sort keys.
  public let titles: [CatalogueTitle]
  /// Pass it on to get what follows; `nil` at the end.
  public let next: CatalogueCursor?

  package init(titles: [CatalogueTitle], next: CatalogueCursor?) {
    self.titles = titles
    self.next = next
  }
}

/// A place among the titles of a library.
///
/// It stays good while titles come and go: what is sorted behind it follows.
public struct CatalogueCursor: Hashable, Sendable {
  package var kind: EntityKind
  package var sortKey: [UInt8]
  package var uid: UID

  package init(kind: EntityKind, sortKey: [UInt8], uid: UID) {
    self.kind = kind
    self.sortKey = sortKey
    self.uid = uid
  }
}

/// How many entities of each kind a library has; those merged into others are not counted.
public struct CatalogueCounts: Hashable, Sendable {
  private let counts: [EntityKind: Int]

  package init(_ counts: [EntityKind: Int]) { self.counts = counts }

  /// How many there are of a kind.
  public subscript(_ kind: EntityKind) -> Int { counts[kind] ?? 0 }
}
