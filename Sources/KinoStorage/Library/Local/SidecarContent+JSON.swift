import KinoCore

extension SidecarContent {
  /// As `sidecar.content_json` keeps it.
  var json: JSONValue {
    var members: [String: JSONValue] = [:]
    if let failure { members["error"] = .string(failure) }
    if !records.isEmpty { members["records"] = .array(records.map(\.json)) }
    return .object(members)
  }

  /// Reads what was kept; nothing of what a newer version has written and this one does not know.
  init(_ json: JSONValue) {
    let records = json["records"]?.arrayValue ?? []
    self.init(records.map(MetadataRecord.init), failure: json["error"]?.stringValue)
  }
}

extension MetadataRecord {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [:]
    for (name, path) in Self.texts { members[name] = self[keyPath: path].map { .string($0) } }
    for (name, path) in Self.numbers {
      members[name] = self[keyPath: path].map { .integer(Int64($0)) }
    }
    members["kind"] = kind.map { .string($0.rawValue) }
    for (name, list) in [("aliases", aliases), ("genres", genres)] where !list.isEmpty {
      members[name] = .array(list.map { .string($0) })
    }
    if !ids.isEmpty {
      members["ids"] = .array(ids.map { .array([.string($0.provider), .string($0.value)]) })
    }
    if !credits.isEmpty {
      members["credits"] = .array(
        credits.map { credit in
          let character = credit.character.map { [JSONValue.string($0)] } ?? []
          return .array([.string(credit.role), .string(credit.name)] + character)
        }
      )
    }
    if !pictures.isEmpty {
      members["pictures"] = .array(
        pictures.map { picture in
          let season = picture.season.map { [JSONValue.integer(Int64($0))] } ?? []
          return .array([.string(picture.kind.rawValue), .string(picture.address)] + season)
        }
      )
    }
    return .object(members)
  }

  fileprivate init(_ json: JSONValue) {
    self.init(json["kind"]?.stringValue.flatMap { EntityKind(rawValue: $0) })
    for (name, path) in Self.texts { self[keyPath: path] = json[name]?.stringValue }
    for (name, path) in Self.numbers {
      self[keyPath: path] = json[name]?.integerValue.flatMap { Int(exactly: $0) }
    }
    aliases = json["aliases"]?.arrayValue?.compactMap(\.stringValue) ?? []
    genres = json["genres"]?.arrayValue?.compactMap(\.stringValue) ?? []
    ids = Self.lists(json["ids"]).compactMap { list in
      guard let provider = list[0].stringValue, let value = list[1].stringValue else { return nil }
      return ProviderID(provider, value)
    }
    credits = Self.lists(json["credits"]).compactMap { list in
      guard let role = list[0].stringValue, let name = list[1].stringValue else { return nil }
      return Credit(role, name, character: list.count > 2 ? list[2].stringValue : nil)
    }
    pictures = Self.lists(json["pictures"]).compactMap { list in
      guard let kind = list[0].stringValue.flatMap({ PictureKind(rawValue: $0) }),
        let address = list[1].stringValue
      else { return nil }
      let season = list.count > 2 ? list[2].integerValue.flatMap { Int(exactly: $0) } : nil
      return Picture(kind, address, season: season)
    }
  }

  /// The lists of two and more in a list.
  private static func lists(_ json: JSONValue?) -> [[JSONValue]] {
    (json?.arrayValue ?? []).compactMap(\.arrayValue).filter { $0.count >= 2 }
  }

  private static var texts: [(String, WritableKeyPath<Self, String?>)] {
    [
      ("title", \.title), ("originalTitle", \.originalTitle), ("sortTitle", \.sortTitle),
      ("tagline", \.tagline), ("overview", \.overview), ("releaseDate", \.releaseDate),
      ("contentRating", \.contentRating), ("status", \.status), ("collection", \.collection),
    ]
  }

  private static var numbers: [(String, WritableKeyPath<Self, Int?>)] {
    [
      ("year", \.year), ("runtimeMinutes", \.runtimeMinutes),
      ("ratingHundredths", \.ratingHundredths), ("ratingCount", \.ratingCount),
      ("season", \.season), ("episode", \.episode),
    ]
  }
}
