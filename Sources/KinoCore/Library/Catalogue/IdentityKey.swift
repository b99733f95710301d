/// Says what an entity is, in words that mean the same on every device: the `identity_key` of ADR 0005.
///
/// In order of strength: an identifier that a provider gave, a title with its year, a place.
package struct IdentityKey: Hashable, Sendable {
  /// As stored.
  package let text: String

  /// A key as it was stored.
  package init(stored text: String) { self.text = text }

  /// What a provider calls by this identifier.
  package init(_ kind: EntityKind, _ id: ProviderID) {
    text = "\(kind.rawValue):\(id.provider):\(id.value)"
  }

  /// What has this title, which is without case and punctuation.
  package init(_ kind: EntityKind, folded title: String, year: Int?) {
    text = "\(kind.rawValue):name:\(title):\(year.map(String.init) ?? "")"
  }

  /// What lies at a place of a source and has no better name; in a folder, `name` tells it from the
  /// rest of it.
  package init(_ kind: EntityKind, at path: SourcePath, of source: UID, name: String = "") {
    text = "\(kind.rawValue):file:\(source):\(path.bytes.escaped)\(name.isEmpty ? "" : ":" + name)"
  }

  /// A season of the series that this key names.
  package func season(_ number: Int) -> IdentityKey { IdentityKey(stored: "\(text)#s\(number)") }

  /// An episode of the series that this key names.
  package func episode(_ number: EpisodeNumber) -> IdentityKey {
    switch number {
    case .numbered(let season, let episode): IdentityKey(stored: "\(text)#s\(season)e\(episode)")
    case .absolute(let number): IdentityKey(stored: "\(text)#a\(number)")
    case .dated(let day): IdentityKey(stored: "\(text)#d\(day)")
    }
  }
}

/// How an episode is told from the others of its series.
package enum EpisodeNumber: Hashable, Sendable {
  /// By season, 0 for specials, and its number there.
  case numbered(season: Int, Int)
  /// By its number through all seasons.
  case absolute(Int)
  /// By its day of broadcast, as `YYYY-MM-DD`.
  case dated(String)

  /// The season; `nil` where the number tells of none.
  package var season: Int? {
    if case .numbered(let season, _) = self { season } else { nil }
  }
}

/// An identifier that a provider of metadata gave.
public struct ProviderID: Hashable, Sendable {
  /// A provider's name, such as `tmdb`.
  public var provider: String
  /// As the provider writes it.
  public var value: String

  /// Names what a provider knows, such as `603` of `tmdb`.
  public init(_ provider: String, _ value: String) {
    self.provider = provider
    self.value = value
  }
}

extension [UInt8] {
  /// The bytes as text, with `%` before the two hex digits of each that is no plain one.
  fileprivate var escaped: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(count)
    for byte in self {
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: ":"), ..<0x20, 0x7F...:
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
