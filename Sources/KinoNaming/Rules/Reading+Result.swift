/// What a reading takes over from the folders around it.
struct Borrowed {
  var season: Found<Int>?
  var title: Found<String>?
  var alternativeTitle: Found<String>?
  var year: Found<Int>?
  var resolution: Found<Resolution>?
  var source: Found<VideoSource>?
  var codec: Found<VideoCodec>?
  var group: Found<String>?
}

extension Reading {
  /// Whether the title stands behind a number: it may be the name of the episode.
  var titleFollowsNumber: Bool {
    guard let title, let first = absolute?.words ?? episodes?.words, !first.isEmpty else {
      return false
    }
    return words[first.lowerBound].start < title.evidence.range.lowerBound
      && (titleStart >= titleEnd || first.lowerBound <= titleStart)
  }

  /// Whether nothing but a title, if that, was found.
  var isSilent: Bool {
    !isEpisodic && year == nil && codec == nil && resolution == nil && source == nil && ids.isEmpty
      && part == nil
      && extra == nil
  }

  /// Whether the name is a number and no more.
  var isBareNumber: Bool { words.count == 1 && absolute != nil }

  /// Takes over what a folder says of the release and the name does not.
  func borrowPicture(from folder: Reading) {
    borrowed.resolution = folder.found(folder.resolution)
    borrowed.source = folder.found(folder.source)
    borrowed.codec = folder.found(folder.codec)
    borrowed.group = folder.group
  }

  /// Whether more than a title was found.
  var isTelling: Bool {
    title != nil
      && (year != nil || episodes != nil || date != nil || source != nil || resolution != nil)
  }

  /// All fields as callers see them.
  func result(in folders: Folders) -> ParsedName {
    var name = ParsedName()
    name.title = borrowed.title ?? title ?? wholeName
    name.alternativeTitle = borrowed.title == nil ? alternativeTitle : borrowed.alternativeTitle
    name.year = found(year) ?? borrowed.year
    name.season = found(season) ?? borrowed.season
    name.seasons = found(seasons)
    name.episodes = found(episodes)
    name.absolute = found(absolute)
    name.date = found(date)
    name.part = found(part)
    name.edition = found(edition)
    name.resolution = found(resolution) ?? borrowed.resolution
    name.source = found(source) ?? borrowed.source
    name.videoCodec = found(codec) ?? borrowed.codec
    name.releaseGroup = group ?? borrowed.group
    name.languages = languages.compactMap { found($0) }
    name.is3D = found(stereoscopic)
    name.externalIDs = trustedIDs
    name.extra = found(extra)
    if name.extra == nil, let mark = folders.extra, let range = folders.extraRange {
      name.extra = Found(mark.value, Evidence(range, mark.rule))
    }
    if name.season == nil, isSpecials { name.season = Found(0, Evidence(range, .seasonWord)) }
    name.kind = kind(of: name, in: folders.surroundings)
    name.confidence = confidence(of: name)
    return name
  }

  private func kind(of name: ParsedName, in surroundings: Surroundings) -> ParsedName.Kind {
    if name.extra != nil { return .extra }
    if name.episodes != nil { return .episode }
    if name.seasons != nil || name.season != nil { return .season }
    if surroundings.isMovies { return .movie }
    if name.absolute != nil || name.date != nil { return .episode }
    return surroundings.isSeries || surroundings.season != nil ? .episode : .movie
  }

  /// The identifiers, unless a place for another was left empty: a template that was filled in wrongly
  /// says nothing for certain.
  private var trustedIDs: [Found<ExternalID>] {
    let isFilled = emptyIDs.allSatisfy { provider in ids.contains { $0.value.provider == provider }
    }
    return isFilled ? ids : []
  }

  private func confidence(of name: ParsedName) -> ParsedName.Confidence {
    if !name.externalIDs.isEmpty || name.date != nil { return .high }
    if name.season != nil, name.episodes != nil, name.title != nil { return .high }
    return name.year != nil || name.season != nil || name.episodes != nil ? .medium : .low
  }

  /// The name as it is, where no word of it is left for a title.
  private var wholeName: Found<String>? {
    guard !isEpisodic, source == nil, resolution == nil, codec == nil, year == nil, ids.isEmpty,
      !words.isEmpty,
      edition == nil, part == nil
    else { return nil }
    return text(0..<words.count)
  }
}
