/// What a hand can lock of a film, a series, a season, an episode or an extra.
///
/// Nothing but another hand changes it then: no name, no file beside it, no provider.
public enum LockableField: String, Hashable, Sendable, CaseIterable {
  /// The title, in every language.
  case title
  /// What it is sorted by.
  case sortTitle = "sort-title"
  /// The one line below the title.
  case tagline
  /// The summary.
  case overview
  /// Other titles that it is found by.
  case aliases
  /// The title in its original language, and which that is.
  case originalTitle = "original-title"
  /// Year and day of its release.
  case dates
  /// Its length as published.
  case runtime
  /// Public ratings.
  case ratings
  /// Its numbers, and what it belongs to.
  case numbers
  /// Its genres.
  case genres
  /// Who took part in it.
  case credits
  /// What it is: neither matched again nor merged.
  case identity

  /// The bit of `localized_metadata.locked_fields`; `nil` for what is no text.
  package var textBit: Int64? {
    switch self {
    case .title: 1
    case .sortTitle: 2
    case .tagline: 4
    case .overview: 8
    case .aliases: 16
    default: nil
    }
  }

  /// The bit of `media_entity.locked_fields`; `nil` for texts.
  package var entityBit: Int64? {
    switch self {
    case .originalTitle: 1
    case .dates: 2
    case .runtime: 4
    case .ratings: 8
    case .numbers: 16
    case .genres: 32
    case .credits: 64
    case .identity: 128
    default: nil
    }
  }
}
