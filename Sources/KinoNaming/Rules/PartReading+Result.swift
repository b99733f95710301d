extension PartReading {
  /// All fields as callers see them.
  mutating func result(of path: PathText, in folders: borrowing Folders) -> ParsedName {
    if let borrowed {
      name.title = path.title(borrowed.title)
      name.alternativeTitle = path.title(borrowed.alternative)
    } else {
      name.title = path.title(title ?? (name.externalIDs.isEmpty ? wholeName : nil))
      name.alternativeTitle = path.title(alternativeTitle)
    }
    name.releaseGroup = group.map {
      Found(String(decoding: path.raw[$0.range], as: UTF8.self), $0)
    }
    if !isTrusted { name.externalIDs = [] }
    if name.extra == nil, let kind = folders.extra, let range = folders.extraRange {
      name.extra = Found(kind, Evidence(range, .extraFolder))
    }
    if name.season == nil, isSpecials { name.season = Found(0, Evidence(range, .seasonWord)) }
    name.kind = Self.kind(of: name, in: folders.surroundings)
    name.confidence = Self.confidence(of: name)
    return name
  }

  private static func kind(
    of name: ParsedName,
    in surroundings: Surroundings
  ) -> ParsedName.Kind {
    if name.extra != nil { return .extra }
    if name.episodes != nil { return .episode }
    if name.seasons != nil || name.season != nil { return .season }
    if surroundings.isMovies { return .movie }
    if name.absolute != nil || name.date != nil { return .episode }
    return surroundings.isSeries || surroundings.season != nil ? .episode : .movie
  }

  /// Whether no place for an identifier was left empty: a template that was filled in wrongly says
  /// nothing for certain.
  private var isTrusted: Bool {
    guard !emptyIDs.isEmpty else { return true }
    let found = name.externalIDs.reduce(into: Providers()) {
      $0.insert(Providers($1.value.provider))
    }
    return emptyIDs.isSubset(of: found)
  }

  private static func confidence(of name: ParsedName) -> ParsedName.Confidence {
    if !name.externalIDs.isEmpty || name.date != nil { return .high }
    if name.season != nil, name.episodes != nil, name.title != nil { return .high }
    return name.year != nil || name.season != nil || name.episodes != nil ? .medium : .low
  }
}
