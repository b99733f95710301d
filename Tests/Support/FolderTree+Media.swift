internal import Foundation

/// Films and series as people keep them, small enough to be scanned a thousand times.
extension FolderTree {
  /// Where the media lie that ``addFilms(_:)`` and ``addShows(_:)`` make.
  package static func film(_ number: Int) -> String {
    "Films/Film \(number) (\(1950 + number % 70))"
  }

  /// A season's folder.
  package static func season(_ show: Int, _ season: Int) -> String {
    "Series/Show \(show)/Season \(season)"
  }

  /// An episode's file.
  package static func episode(_ show: Int, _ season: Int, _ number: Int) -> String {
    "\(self.season(show, season))/Show \(show) S0\(season)E0\(number).mkv"
  }

  /// Adds films with the sidecars they come with: five files a folder.
  package func addFilms(_ numbers: Range<Int>) throws {
    for number in numbers {
      let folder = Self.film(number)
      let base = "\(folder)/Film \(number)"
      let seed = UInt64(number) &* 1_000
      let modified = 1_500_000_000 + number * 60
      try write("\(base).mkv", size: 10_000 + number * 3, content: seed, modified: modified)
      try write("\(base).nfo", size: 200 + number, content: seed + 1, modified: modified)
      try write("\(base).en.srt", size: 300 + number, content: seed + 2, modified: modified + 1)
      try write("\(folder)/poster.jpg", size: 400 + number, content: seed + 3, modified: modified)
      try write("\(folder)/notes.txt", size: 64, content: seed + 4, modified: modified)
    }
  }

  /// Adds series of two seasons with eight episodes each.
  package func addShows(_ numbers: Range<Int>) throws {
    for show in numbers {
      let seed = UInt64(show) &* 1_000_000 &+ 7
      try write(
        "Series/Show \(show)/tvshow.nfo",
        size: 100 + show,
        content: seed,
        modified: 1_400_000_000 + show
      )
      for season in 1...2 {
        for episode in 1...8 {
          let index = season * 100 + episode
          try write(
            Self.episode(show, season, episode),
            size: 20_000 + show * 1_000 + index,
            content: seed + UInt64(index),
            modified: 1_400_000_000 + show * 5_000 + index
          )
        }
      }
    }
  }

  /// The paths in the folder that a library must know: films, episodes and their sidecars.
  package func mediaPaths() throws -> Set<String> {
    let wanted: Set<String> = ["mkv", "nfo", "srt", "jpg"]
    let all = try FileManager.default.subpathsOfDirectory(atPath: path)
    return Set(all.filter { wanted.contains(($0 as NSString).pathExtension) })
  }
}
