import KinoCore
import KinoSQL

/// Reads what lies around files: videos, what they show, and sidecars.
struct LocalFolderReader: ~Copyable {
  private let home: Statement
  private let videos: Statement
  private let sidecars: Statement
  private let below: Statement
  private let folder: Statement
  private let evidence: Statement
  private let seriesBelow: Statement
  private let anchor: Statement
  private let seasons: Statement
  private let seasonOf: Statement
  private var paths: PathResolver

  init(in connection: borrowing Connection) throws(SQLiteError) {
    let home = try connection.prepare(Self.homeSQL)
    let videos = try connection.prepare(Self.videosSQL)
    let sidecars = try connection.prepare(Self.sidecarsSQL)
    let below = try connection.prepare(Self.belowSQL)
    let folder = try connection.prepare(Self.folderSQL)
    let evidence = try connection.prepare(Self.evidenceSQL)
    let seriesBelow = try connection.prepare(Self.seriesBelowSQL)
    let anchor = try connection.prepare(Self.anchorSQL)
    let seasons = try connection.prepare(Self.seasonsSQL)
    let seasonOf = try connection.prepare(Self.seasonOfSQL)
    let paths = try PathResolver(in: connection)
    self.home = home
    self.videos = videos
    self.sidecars = sidecars
    self.below = below
    self.folder = folder
    self.evidence = evidence
    self.seriesBelow = seriesBelow
    self.anchor = anchor
    self.seasons = seasons
    self.seasonOf = seasonOf
    self.paths = paths
  }

  /// The folders around files; a file that is not there has none.
  mutating func surroundings(of files: [FileID]) throws(SQLiteError) -> LocalSurroundings {
    var result = LocalSurroundings()
    for file in files {
      home.bind(1, file.rawValue)
      let found = try home.first { row in
        (directory: DirectoryID(row.int64(0)), disc: row.optionalInt64(1).map { DirectoryID($0) })
      }
      guard let found else { continue }
      // A disc's own folder holds its parts; what describes it lies beside that folder.
      let own = found.disc ?? found.directory
      if result.folders[own] == nil {
        result.folders[own] = try read(own, disc: found.disc == nil ? nil : found.directory)
      }
      result.homes[file] = [own]
      guard result.folders[own]?.season != nil, let parent = try facts(of: own).parent else {
        continue
      }
      if result.folders[parent] == nil { result.folders[parent] = try read(parent, disc: nil) }
      result.homes[file] = [own, parent]
    }
    return result
  }

  private mutating func read(
    _ id: DirectoryID,
    disc: DirectoryID?
  ) throws(SQLiteError) -> LocalFolder {
    var folder = LocalFolder(id: id)
    folder.videos = try videos(in: id)
    if let disc {
      let name = try facts(of: id).name
      folder.videos += try videos(in: disc).map { video in
        var video = video
        video.name = name
        return video
      }
    }
    folder.sidecars = try sidecars(in: id, isBelow: false)
    for subtitles in try folders(below: id) {
      folder.sidecars += try sidecars(in: subtitles, isBelow: true)
    }
    try addSeries(to: &folder)
    return folder
  }

  private func videos(in id: DirectoryID) throws(SQLiteError) -> [LocalVideo] {
    videos.bind(1, id.rawValue)
    let rows = try videos.all { row in
      let kind = EntityKind(rawValue: row.text(3)) ?? .extra
      let entity = LocalEntity(id: row.int64(2), kind: kind)
      return LocalVideo(file: FileID(row.int64(0)), name: row.bytes(1), entities: [entity])
    }
    var found: [LocalVideo] = []
    for row in rows {
      if found.last?.file == row.file {
        found[found.count - 1].entities += row.entities
      } else {
        found.append(row)
      }
    }
    return found
  }

  private mutating func sidecars(
    in id: DirectoryID,
    isBelow: Bool
  ) throws(SQLiteError) -> [LocalSidecar] {
    sidecars.bind(1, id.rawValue)
    let found = try sidecars.all { row in
      LocalSidecar(
        id: row.int64(0),
        kind: row.text(1),
        path: SourcePath.root.appending(PathComponent(trusted: row.bytes(2))),
        locator: row.optionalBytes(3),
        size: row.optionalInt64(4),
        modifiedAt: row.timestamp(5),
        revision: row.int64(6),
        isRead: row.bool(7),
        isBelow: isBelow
      )
    }
    guard !found.isEmpty, let parent = try paths.path(of: id) else { return [] }
    return found.map { sidecar in
      var sidecar = sidecar
      if let name = sidecar.path.lastComponent { sidecar.path = parent.appending(name) }
      return sidecar
    }
  }

  /// Folders of subtitles, and those in them, which may be one for each video.
  private func folders(below id: DirectoryID) throws(SQLiteError) -> [DirectoryID] {
    below.bind(1, id.rawValue)
    return try below.all { DirectoryID($0.int64(0)) }
  }

  /// The series that a folder is of: that of all episodes in it, or below it where it has none.
  private mutating func addSeries(to folder: inout LocalFolder) throws(SQLiteError) {
    let episodes = folder.videos.filter { $0.entities.contains { $0.kind == .episode } }
    if let episode = episodes.first {
      folder.season = try season(of: folder.id, showing: episode.file)
    }
    seriesBelow.bind(1, folder.id.rawValue)
    let series = try seriesBelow.all { $0.int64(0) }
    guard series.count == 1, folder.videos.allSatisfy({ $0.entities[0].kind != .movie }) else {
      folder.season = nil
      return
    }
    anchor.bind(1, folder.id.rawValue)
    anchor.bind(2, series[0])
    guard let file = try anchor.first({ FileID($0.int64(0)) }) else { return }
    seasons.bind(1, series[0])
    let numbers = try seasons.all { ($0.int(0), $0.int64(1)) }
    folder.series = LocalSeries(
      id: series[0],
      seasons: Dictionary(numbers) { first, _ in first },
      file: file
    )
  }

  /// Whether the season was read from the names of folders, and not from the file's own.
  private mutating func isInSeasonFolder(
    _ file: FileID,
    _ directory: DirectoryID
  ) throws(SQLiteError) -> Bool {
    evidence.bind(1, file.rawValue)
    let text = try evidence.first { $0.optionalText(0) } ?? nil
    let range = text.flatMap { JSONValue(text: $0) }?["season"]?.arrayValue
    guard let start = range?.first?.integerValue, let path = try paths.path(of: directory) else {
      return false
    }
    return start < path.bytes.count
  }

  /// The season that a folder is named for, and of which all episodes in it are.
  private mutating func season(
    of id: DirectoryID,
    showing file: FileID
  ) throws(SQLiteError) -> Int64? {
    seasonOf.bind(1, id.rawValue)
    let found = try seasonOf.all { (id: $0.int64(0), number: $0.int(1)) }
    guard found.count == 1 else { return nil }
    if Self.names(found[0].number, try facts(of: id).name) { return found[0].id }
    return try isInSeasonFolder(file, id) ? found[0].id : nil
  }

  /// Whether a folder's name has the number of a season, or says that it is of specials.
  private static func names(_ season: Int, _ name: [UInt8]) -> Bool {
    let text = String(decoding: name, as: UTF8.self).lowercased()
    if season == 0, text.contains("special") { return true }
    return text.split { !($0.isASCII && $0.isNumber) }.contains { Int($0) == season }
  }

  private func facts(
    of id: DirectoryID
  ) throws(SQLiteError) -> (parent: DirectoryID?, name: [UInt8]) {
    folder.bind(1, id.rawValue)
    let found = try folder.first { row in
      (parent: row.optionalInt64(0).map { DirectoryID($0) }, name: row.bytes(1))
    }
    return found ?? (nil, [])
  }
}
