internal import CBenchmark
import Foundation

/// Makes a tree that looks like a collection.
///
/// Films have folders of their own, series have seasons, and each video has its sidecars. The same
/// number of files is always the same tree.
struct TreeGenerator {
  private let root: String
  private let limit: Int
  private var random = TreeRandom(seed: 7)
  private var count = 0
  private var index = 0

  init(root: String, limit: Int) {
    self.root = root
    self.limit = limit
  }

  /// Makes files until there are as many as were asked for.
  mutating func run() throws {
    while count < limit {
      index += 1
      let title = TreeNames.title(&random)
      let year = 1950 + random.below(76)
      let time = 1_420_070_400_000_000 + Int64(random.below(300_000_000)) * 1_000_000
      if random.below(100) < 95 {
        try makeFilm(title, year, time)
      } else {
        try makeSeries(title, year, time)
      }
    }
  }

  private mutating func makeFilm(_ title: String, _ year: Int, _ time: Int64) throws {
    let shelf = title.first.map { $0.isASCII ? String($0) : "#" } ?? "#"
    let folder = try makeFolder("Movies/\(shelf)/\(title) (\(year)) [\(index)]")
    let release = TreeNames.release(&random)
    let base =
      random.below(2) == 0
      ? "\(title.replacing(" ", with: ".")).\(year).\(release)" : "\(title) (\(year)) [\(release)]"
    try put(folder, base + ".mkv", size: Int64(700 + random.below(59_300)) << 20, time)
    try put(folder, base + ".nfo", size: Int64(1000 + random.below(8000)), time)
    try put(folder, "poster.jpg", size: Int64(40_000 + random.below(860_000)), time)
    let first = random.below(TreeNames.languages.count)
    for step in 0...random.below(3) {
      let language = TreeNames.languages[(first + step) % TreeNames.languages.count]
      try put(folder, "\(base).\(language).srt", size: Int64(20_000 + random.below(100_000)), time)
    }
    if random.below(100) < 30 {
      try put(folder, "fanart.jpg", size: Int64(90_000 + random.below(2_910_000)), time)
    }
  }

  private mutating func makeSeries(_ title: String, _ year: Int, _ time: Int64) throws {
    let show = "TV Shows/\(title) (\(year)) [\(index)]"
    let folder = try makeFolder(show)
    try put(folder, "tvshow.nfo", size: 4000, time)
    try put(folder, "poster.jpg", size: 300_000, time)
    for season in 1...(1 + random.below(6)) {
      let seasonFolder = try makeFolder("\(show)/Season \(twoDigits(season))")
      let release = TreeNames.release(&random)
      for episode in 1...(10 + random.below(15)) {
        let number = "S\(twoDigits(season))E\(twoDigits(episode))"
        let base = "\(title) - \(number) - \(TreeNames.title(&random)) [\(release)]"
        let aired = time + (Int64(season) * 365 + Int64(episode) * 7) * 86_400_000_000
        try put(seasonFolder, base + ".mkv", size: Int64(200 + random.below(3800)) << 20, aired)
        try put(seasonFolder, base + ".nfo", size: 2500, aired)
        try put(seasonFolder, base + "-thumb.jpg", size: 60_000, aired)
      }
    }
  }

  private func makeFolder(_ name: String) throws -> String {
    let path = "\(root)/\(name)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private mutating func put(_ folder: String, _ name: String, size: Int64, _ time: Int64) throws {
    guard count < limit else { return }
    let code = unsafe kb_make_file("\(folder)/\(name)", size, time)
    guard code == 0 else { throw BenchmarkError("\(name) cannot be made: error \(code)") }
    count += 1
  }

  private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
