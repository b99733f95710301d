/// What a path says about the video it names, each field with its evidence.
///
/// A field that is `nil` or empty was not found; nothing is filled in from outside the path.
public struct ParsedName: Hashable, Sendable {
  /// What kind of thing is named.
  public enum Kind: String, Hashable, Sendable {
    case movie, episode, extra
    /// A whole season, or several: a folder or a pack.
    case season
  }

  /// How far the reading can be relied upon.
  public enum Confidence: String, Hashable, Sendable {
    /// A title alone, or a bare number.
    case low
    /// A title and a year, or a number that a folder explains.
    case medium
    /// A provider's id, or season and episode or date in so many words.
    case high
  }

  /// What kind of thing is named; a movie where nothing says otherwise.
  public var kind: Kind = .movie
  /// How far the reading can be relied upon.
  public var confidence: Confidence = .low
  /// The title of the movie or series, with its separators turned into spaces.
  public var title: Found<String>?
  /// The same title in another language or script, where the name has two.
  public var alternativeTitle: Found<String>?
  /// The year of the movie, or that tells series of one title apart.
  public var year: Found<Int>?
  /// The season, 0 for specials; `nil` where the name gives several, or none.
  public var season: Found<Int>?
  /// Every season of a pack of several, in ascending order; `nil` otherwise.
  public var seasons: Found<[Int]>?
  /// The episodes in ascending order, ranges filled in; at most `NameParser.longestRange`.
  public var episodes: Found<[Int]>?
  /// The number of an episode that is counted without seasons.
  public var absolute: Found<Int>?
  /// The day of broadcast of a dated episode.
  public var date: Found<CalendarDate>?
  /// The number of a part of a movie or episode that is stored in several files.
  public var part: Found<Int>?
  /// Every edition that is named.
  public var edition: Found<Edition>?
  /// The picture's size.
  public var resolution: Found<Resolution>?
  /// Where the picture comes from.
  public var source: Found<VideoSource>?
  /// How the picture is coded.
  public var videoCodec: Found<VideoCodec>?
  /// Who made the release.
  public var releaseGroup: Found<String>?
  /// Languages that are named, as BCP 47 tags, in order; hints and no more.
  public var languages: [Found<String>] = []
  /// Whether the picture is said to be stereoscopic.
  public var is3D: Found<Bool>?
  /// Identifiers at providers, at most one for each.
  public var externalIDs: [Found<ExternalID>] = []
  /// What kind of extra this is.
  public var extra: Found<ExtraKind>?

  /// A reading that found nothing.
  package init() {}
}
