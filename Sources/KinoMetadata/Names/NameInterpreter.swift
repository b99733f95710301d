package import KinoCore
import KinoNaming

/// Says what a file shows, from what its name says.
///
/// A pure function of the path and the identifier of its source.
package struct NameInterpreter: Sendable {
  private let parser = NameParser()
  private let titles: TitleFolding

  /// Compares titles by a folding.
  package init(_ titles: TitleFolding) { self.titles = titles }

  /// Reads a name.
  ///
  /// - Parameters:
  ///   - path: The path below the source's root.
  ///   - source: The source's identifier.
  ///   - claim: The work that this is.
  /// - Returns: The record of what was read, and what the file shows.
  package func reading(of path: SourcePath, in source: UID, for claim: WorkClaim) -> NameReading {
    let name = parser.parse(path.bytes)
    return NameReading(
      claim,
      path: path,
      record: NameRecord(name),
      showing: showing(name, Place(path, source))
    )
  }

  /// Where a file lies.
  private struct Place {
    var path: SourcePath
    var source: UID
    var folder: SourcePath
    /// Where the file's own name begins.
    var nameStart: Int

    init(_ path: SourcePath, _ source: UID) {
      self.path = path
      self.source = source
      folder = path.parent ?? .root
      nameStart = folder.isRoot ? 0 : folder.bytes.count + 1
    }

    /// The file's name without what stands behind its last dot.
    var stem: String {
      let name = path.bytes[nameStart...]
      guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
        return Array(name).displayText
      }
      return Array(name[..<dot]).displayText
    }
  }

  private func showing(_ name: ParsedName, _ place: Place) -> Showing {
    switch name.kind {
    case .extra:
      return .extra(extra(name, place))
    case .episode:
      guard let series = series(name, place) else { break }
      let numbers = Self.numbers(of: name)
      guard !numbers.isEmpty else { break }
      return .episodes(of: series, numbers, part: name.part?.value)
    case .season:
      guard let series = series(name, place), let season = name.season?.value else { break }
      return .season(of: series, season)
    case .movie:
      break
    }
    return .movie(movie(name, place), part: name.part?.value)
  }

  private static func numbers(of name: ParsedName) -> [EpisodeNumber] {
    if let episodes = name.episodes?.value, !episodes.isEmpty {
      let season = name.season?.value ?? 1
      return episodes.map { .numbered(season: season, $0) }
    }
    if let absolute = name.absolute?.value { return [.absolute(absolute)] }
    return name.date.map { [.dated($0.value.description)] } ?? []
  }

  private func series(_ name: ParsedName, _ place: Place) -> TitleDraft? {
    guard let title = name.title?.value else { return nil }
    let folded = titles.folded(title)
    guard !folded.isEmpty else { return nil }
    // What stands in the file's own name is the episode's.
    let ids = name.externalIDs.filter { $0.evidence.range.lowerBound < place.nameStart }
    return draft(
      .series,
      title,
      folded,
      name.year?.value,
      nameKey: IdentityKey(.series, folded: folded, year: name.year?.value),
      ids: ids.map { ProviderID($0.value) }
    )
  }

  private func movie(_ name: ParsedName, _ place: Place) -> TitleDraft {
    let title = name.title?.value ?? place.stem
    let folded = titles.folded(title)
    let nameKey = movieKey(name, folded, in: place.folder, place.source)
    let atPlace = IdentityKey(.movie, at: place.path, of: place.source)
    return draft(
      .movie,
      title,
      folded,
      name.year?.value,
      nameKey: nameKey ?? atPlace,
      ids: name.externalIDs.map { ProviderID($0.value) }
    )
  }

  /// A film by its title: with a year it is the same everywhere, without one only in its folder.
  private func movieKey(
    _ name: ParsedName,
    _ folded: String,
    in folder: SourcePath,
    _ source: UID
  ) -> IdentityKey? {
    guard name.title != nil, !folded.isEmpty else { return nil }
    if let year = name.year?.value { return IdentityKey(.movie, folded: folded, year: year) }
    return IdentityKey(.movie, at: folder, of: source, name: folded)
  }

  private func draft(
    _ kind: EntityKind,
    _ title: String,
    _ folded: String,
    _ year: Int?,
    nameKey: IdentityKey,
    ids: [ProviderID]
  ) -> TitleDraft {
    let order = kind == .movie ? Self.moviesProviders : Self.seriesProviders
    let best = order.lazy.compactMap { provider in ids.first { $0.provider == provider } }.first
    return TitleDraft(
      kind,
      title: title,
      sorting: titles.sortKey(folded: folded),
      year: year,
      key: best.map { IdentityKey(kind, $0) } ?? nameKey,
      nameKey: nameKey,
      ids: ids
    )
  }

  /// Whose identifier says best what a thing is.
  static let moviesProviders = ["tmdb", "imdb", "tvdb", "anidb", "anilist", "tvmaze"]
  static let seriesProviders = ["tvdb", "tmdb", "imdb", "tvmaze", "anidb", "anilist"]

  private func extra(_ name: ParsedName, _ place: Place) -> ExtraDraft {
    let isInFolder = (name.extra?.evidence.range.lowerBound ?? place.nameStart) < place.nameStart
    let title = place.stem
    return ExtraDraft(
      key: IdentityKey(.extra, at: place.path, of: place.source),
      title: title,
      sorting: titles.sortKey(title),
      kind: name.extra?.value.rawValue ?? ExtraKind.other.rawValue,
      owners: owners(of: name, place, isInFolder: isInFolder),
      isInFolderOfExtras: isInFolder
    )
  }

  /// What the name tells of the owner, then what the folder does beside whose contents it lies.
  private func owners(
    of name: ParsedName,
    _ place: Place,
    isInFolder: Bool
  ) -> [IdentityKey] {
    let folder = isInFolder ? place.folder.parent ?? .root : place.folder
    let own = owners(namedBy: name, in: folder, place.source)
    guard isInFolder, !folder.isRoot else { return own }
    return own + owners(namedBy: parser.parse(folder.bytes), in: folder, place.source)
  }

  private func owners(
    namedBy name: ParsedName,
    in folder: SourcePath,
    _ source: UID
  ) -> [IdentityKey] {
    var keys: [IdentityKey] = []
    for id in name.externalIDs.map({ ProviderID($0.value) }) {
      keys += [IdentityKey(.movie, id), IdentityKey(.series, id)]
    }
    let folded = titles.folded(name.title?.value ?? "")
    guard !folded.isEmpty else { return keys }
    if let movie = movieKey(name, folded, in: folder, source) { keys.append(movie) }
    keys.append(IdentityKey(.series, folded: folded, year: name.year?.value))
    return keys
  }
}
