/// An identifier that a provider of metadata has given to a title.
public struct ExternalID: Hashable, Sendable {
  /// Who gives the identifiers.
  public enum Provider: String, Hashable, Sendable, CaseIterable {
    case imdb, tmdb, tvdb, anidb, anilist, tvmaze
  }

  /// Whose identifier it is.
  public let provider: Provider
  /// The identifier as the provider writes it: `tt0133093`, `603`.
  public let value: String

  /// Creates an identifier.
  package init(_ provider: Provider, _ value: String) {
    self.provider = provider
    self.value = value
  }
}

/// Several providers at once.
struct Providers: OptionSet {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ provider: ExternalID.Provider) {
    let place = ExternalID.Provider.allCases.firstIndex(of: provider) ?? 0
    rawValue = 1 << UInt8(place)
  }
}
