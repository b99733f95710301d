import KinoCore

/// Reads what providers call what an NFO describes.
struct NFOIdentifiers {
  private let root: XMLElement
  private let kind: EntityKind

  init(_ root: XMLElement, _ kind: EntityKind) {
    self.root = root
    self.kind = kind
  }

  /// One identifier of each provider; what is said in so many words comes first.
  var all: [ProviderID] {
    var ids: [ProviderID] = []
    func add(_ provider: String, _ value: String?) {
      guard let id = Self.id(provider, value), ids.count < 16,
        !ids.contains(where: { $0.provider == id.provider })
      else { return }
      ids.append(id)
    }
    for unique in root.all("uniqueid") {
      add(unique.attributes["type"] ?? "", FieldValue.line(unique))
    }
    for (name, provider) in Self.elements {
      add(provider, root.first(name).flatMap(FieldValue.line))
    }
    for id in root.all("id") {
      for (provider, value) in id.attributes.sorted(by: { $0.key < $1.key }) {
        add(provider, value)
      }
      guard let value = FieldValue.line(id) else { continue }
      if value.hasPrefix("tt") {
        add("imdb", value)
      } else if kind == .series {
        // Kodi's first scraper of series was TheTVDB's.
        add("tvdb", value)
      }
    }
    return ids
  }

  private static let elements = [
    ("tmdbid", "tmdb"), ("tmdb_id", "tmdb"), ("imdbid", "imdb"), ("imdb_id", "imdb"),
    ("tvdbid", "tvdb"), ("tvdb_id", "tvdb"),
  ]

  /// An identifier in the form that the provider gives it; `nil` for what cannot be one.
  static func id(_ provider: String, _ value: String?) -> ProviderID? {
    guard let value else { return nil }
    switch provider.lowercased() {
    case "imdb":
      let digits = value.dropFirst(2)
      guard value.hasPrefix("tt"), (5...10).contains(digits.utf8.count),
        digits.allSatisfy({ $0.isASCII && $0.isNumber })
      else { return nil }
      return ProviderID("imdb", value)
    case "tmdb", "themoviedb", "moviedb": return numeric("tmdb", value)
    case "tvdb", "thetvdb": return numeric("tvdb", value)
    case "tvmaze", "anidb", "anilist", "trakt": return numeric(provider.lowercased(), value)
    default: return nil
    }
  }

  private static func numeric(_ provider: String, _ value: String) -> ProviderID? {
    guard value.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int32(value), number > 0
    else { return nil }
    return ProviderID(provider, String(number))
  }
}

/// Reads who had a part in what an NFO describes.
struct NFOCredits {
  private let root: XMLElement

  init(_ root: XMLElement) { self.root = root }

  /// The people of each role, in order, each once a role.
  var all: [MetadataRecord.Credit] {
    var credits: [MetadataRecord.Credit] = []
    func add(_ credit: MetadataRecord.Credit) {
      guard credits.count < MetadataRecord.Limit.list, !credits.contains(credit) else { return }
      credits.append(credit)
    }
    for (role, names) in Self.roles {
      for name in names.flatMap({ root.all($0) }).compactMap(FieldValue.line) {
        for person in FieldValue.list([name], "/|;") { add(MetadataRecord.Credit(role, person)) }
      }
    }
    for actor in root.all("actor") {
      guard let name = actor.first("name").flatMap(FieldValue.line) else { continue }
      let isGuest = actor.first("type").flatMap(FieldValue.line)?.lowercased() == "gueststar"
      let character = actor.first("role").flatMap(FieldValue.line)
      add(MetadataRecord.Credit(isGuest ? "guest" : "actor", name, character: character))
    }
    return credits
  }

  private static let roles = [
    ("director", ["director"]), ("writer", ["credits", "writer"]), ("creator", ["creator"]),
    ("producer", ["producer"]), ("composer", ["composer"]),
  ]
}

/// Reads which pictures an NFO offers: addresses of the web, for files lie beside it and speak for
/// themselves.
struct NFOPictures {
  private let root: XMLElement

  init(_ root: XMLElement) { self.root = root }

  /// The pictures in order, each once.
  var all: [MetadataRecord.Picture] {
    var pictures: [MetadataRecord.Picture] = []
    func add(_ kind: PictureKind?, _ element: XMLElement, season: Int? = nil) {
      guard let kind, let address = FieldValue.line(element).flatMap(FieldValue.address),
        pictures.count < MetadataRecord.Limit.list
      else { return }
      let picture = MetadataRecord.Picture(kind, address, season: season)
      if !pictures.contains(picture) { pictures.append(picture) }
    }
    for thumb in root.all("thumb") {
      let isOfSeason = thumb.attributes["type"] == "season"
      let season = isOfSeason ? thumb.attributes["season"].flatMap(FieldValue.ordinal) : nil
      guard season != nil || !isOfSeason else { continue }
      add(Self.kind(thumb.attributes["aspect"] ?? defaultAspect), thumb, season: season)
    }
    for thumb in root.all("fanart").flatMap({ $0.all("thumb") + [$0] }) { add(.backdrop, thumb) }
    for art in root.all("art").flatMap(\.children) { add(Self.kind(art.name), art) }
    return pictures
  }

  private var defaultAspect: String { root.name == "episodedetails" ? "thumb" : "poster" }

  private static func kind(_ aspect: String) -> PictureKind? {
    switch aspect.lowercased() {
    case "fanart", "backdrop": .backdrop
    case "clearlogo", "logo": .logo
    case "keyart": .poster
    default: PictureKind(rawValue: aspect.lowercased())
    }
  }
}
