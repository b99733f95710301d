/// What a hand says that a file shows.
public enum MatchTarget: Hashable, Sendable {
  /// A film, by its title.
  ///
  /// Without a year, and without an identifier, it is the film of this title in the file's folder.
  case movie(title: String, year: Int? = nil, ids: [ProviderID] = [])
  /// Episodes of a season of a series, in the order in which the file shows them; season 0 holds the
  /// specials.
  ///
  /// Identifiers are those of the series.
  case episodes(
    of: String,
    year: Int? = nil,
    season: Int,
    numbers: [Int],
    ids: [ProviderID] = []
  )
  /// A film or an episode that the library has, by its identifier.
  case entity(UID)
}
