package import KinoCore

/// What a hand says that a file shows, in the terms of the catalogue.
package enum HandShowing: Hashable, Sendable {
  /// A film.
  case movie(TitleDraft)
  /// Episodes of a season of a series, in the order in which the file shows them.
  case episodes(of: TitleDraft, season: Int, [Int])
  /// A film or an episode that is there.
  case entity(UID)
}
