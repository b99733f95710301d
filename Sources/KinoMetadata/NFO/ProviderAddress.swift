package import KinoCore

/// The address of a provider's page, which names what the page is about.
package struct ProviderAddress: Hashable {
  package var id: ProviderID
  /// What the address says that it is; `nil` where the provider has one kind for all.
  package var kind: EntityKind?

  /// The addresses in a text, in order, at most 16.
  static func all(in text: ArraySlice<UInt8>) -> [ProviderAddress] {
    var found: [ProviderAddress] = []
    for word in text.split(whereSeparator: { $0 <= 0x20 || $0 == 0x22 || $0 == 0x3C || $0 == 0x3E })
    where word.count >= 12 && word.count <= 2_000 && found.count < 16 {
      let word = String(decoding: word, as: UTF8.self).lowercased()
      if let address = ProviderAddress(word), !found.contains(address) { found.append(address) }
    }
    return found
  }

  /// Reads one address in small letters, with or without its scheme.
  package init?(_ text: String) {
    if let rest = Self.rest(of: text, behind: "imdb.com/") {
      guard let id = rest.split(separator: "/").lazy.compactMap({ Self.imdb($0) }).first else {
        return nil
      }
      self.init(id: ProviderID("imdb", id))
    } else if let rest = Self.rest(of: text, behind: "themoviedb.org/") {
      let parts = rest.split(separator: "/")
      guard parts.count >= 2, let number = Self.number(parts[1]) else { return nil }
      // What stands behind a series's number is about a part of it.
      guard parts[0] == "movie" || (parts[0] == "tv" && parts.count == 2) else { return nil }
      self.init(
        id: ProviderID("tmdb", number),
        kind: parts[0] == "movie" ? .movie : .series
      )
    } else if let rest = Self.rest(of: text, behind: "thetvdb.com/") {
      guard let number = Self.tvdb(rest) else { return nil }
      self.init(id: ProviderID("tvdb", number), kind: .series)
    } else {
      return nil
    }
  }

  private init(id: ProviderID, kind: EntityKind? = nil) {
    self.id = id
    self.kind = kind
  }

  private static func rest(of text: String, behind host: String) -> Substring? {
    text.firstRange(of: host).map { text[$0.upperBound...] }
  }

  private static func imdb(_ part: Substring) -> String? {
    let digits = part.dropFirst(2).prefix { $0.isASCII && $0.isNumber }
    guard part.hasPrefix("tt"), (5...10).contains(digits.utf8.count) else { return nil }
    return "tt\(digits)"
  }

  /// The digits at the beginning of a part, as far as they are a number that is used.
  private static func number(_ part: Substring) -> String? {
    let digits = part.prefix { $0.isASCII && $0.isNumber }
    return Int32(digits).flatMap { $0 > 0 ? String($0) : nil }
  }

  /// `?tab=series&id=81189`, `dereferrer/series/81189`, `series/81189`.
  private static func tvdb(_ rest: Substring) -> String? {
    if let query = rest.firstRange(of: "id=") { return number(rest[query.upperBound...]) }
    guard let path = rest.firstRange(of: "series/") else { return nil }
    return number(rest[path.upperBound...])
  }
}
