import KinoCore
package import KinoNaming

extension NameRecord {
  /// The rules that names are read by now.
  package static var version: Int { NameParser.version }

  /// What a name said, as the library keeps it.
  package init(_ name: ParsedName) {
    self.init(
      parserVersion: NameParser.version,
      kind: Self.kind(of: name),
      confidence: Self.weight(of: name.confidence)
    )
    title = name.title?.value
    year = name.year?.value
    season = name.season?.value
    episodes = name.episodes?.value ?? []
    airDate = name.date?.value.description
    absolute = name.absolute?.value
    part = name.part?.value
    edition = name.edition?.value.description
    extraKind = name.extra?.value.rawValue
    ids = name.externalIDs.map { ProviderID($0.value) }
    attributes = Self.attributes(of: name)
    evidence = Self.evidence(of: name)
  }

  private static func kind(of name: ParsedName) -> String {
    switch name.kind {
    case .movie: name.title == nil ? "unknown" : "movie"
    case .episode, .season: "episode"
    case .extra: "extra"
    }
  }

  private static func weight(of confidence: ParsedName.Confidence) -> Double {
    switch confidence {
    case .low: 0.4
    case .medium: 0.7
    case .high: 0.9
    }
  }

  private static func attributes(of name: ParsedName) -> [String: String] {
    var attributes: [String: String] = [:]
    attributes["alternativeTitle"] = name.alternativeTitle?.value
    attributes["resolution"] = name.resolution?.value.description
    attributes["source"] = name.source?.value.rawValue
    attributes["videoCodec"] = name.videoCodec?.value.rawValue
    attributes["releaseGroup"] = name.releaseGroup?.value
    if name.is3D?.value == true { attributes["is3D"] = "true" }
    let languages = name.languages.map(\.value)
    if !languages.isEmpty { attributes["languages"] = languages.joined(separator: ",") }
    return attributes
  }

  private static func evidence(of name: ParsedName) -> [Evidence] {
    let fields: [(String, KinoNaming.Evidence?)] = [
      ("title", name.title?.evidence), ("year", name.year?.evidence),
      ("season", name.season?.evidence), ("episodes", name.episodes?.evidence),
      ("absolute", name.absolute?.evidence), ("airDate", name.date?.evidence),
      ("part", name.part?.evidence), ("edition", name.edition?.evidence),
      ("extraKind", name.extra?.evidence),
    ]
    let ids = name.externalIDs.map { ($0.value.provider.rawValue, $0.evidence as Optional) }
    return (fields + ids).compactMap { field, evidence in
      evidence.map { Evidence(field, $0.range, $0.rule.rawValue) }
    }
  }
}

extension ProviderID {
  /// An identifier as a name gives it.
  init(_ id: ExternalID) { self.init(id.provider.rawValue, id.value) }
}
