/// What a library shows: the kinds of `media_entity`.
public enum EntityKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// A film.
  case movie
  /// A show, over all of its seasons.
  case series
  /// A season of a series; specials are season 0.
  case season
  /// An episode of a series.
  case episode
  /// A trailer, a featurette, a deleted scene.
  case extra
}
