extension Reading {
  /// All that was read, as it is carried on with.
  var result: PartReading {
    var part = PartReading(range)
    part.title = title
    part.alternativeTitle = alternativeTitle
    part.group = group
    part.emptyIDs = emptyIDs
    part.isSpecials = isSpecials
    part.isSingleWord = words.count == 1
    part.titleFollowsNumber = titleFollowsNumber
    part.wholeName = title == nil ? wholeName : nil
    fill(&part.name)
    return part
  }

  private func fill(_ name: inout ParsedName) {
    name.year = found(year)
    name.season = found(season)
    name.seasons = found(seasons)
    name.episodes = found(episodes)
    name.absolute = found(absolute)
    name.date = found(date)
    name.part = found(part)
    name.edition = found(edition)
    name.resolution = found(resolution)
    name.source = found(source)
    name.videoCodec = found(codec)
    if !languages.isEmpty { name.languages = languages.compactMap { found($0) } }
    name.is3D = found(stereoscopic)
    name.externalIDs = ids
    name.extra = found(extra)
  }

  /// Whether the title stands behind a number: it may be the name of the episode.
  private var titleFollowsNumber: Bool {
    guard let title, let first = absolute?.words ?? episodes?.words, !first.isEmpty else {
      return false
    }
    return words[first.lowerBound].start < title.lowerBound
      && (titleStart >= titleEnd || first.lowerBound <= titleStart)
  }

  /// The name as it is, where no word of it is left for a title.
  private var wholeName: Range<Int>? {
    guard !isEpisodic, source == nil, resolution == nil, codec == nil, year == nil,
      edition == nil, part == nil, !words.isEmpty
    else { return nil }
    return titleRange(0..<words.count)
  }
}
