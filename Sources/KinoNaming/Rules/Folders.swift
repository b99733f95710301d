/// The folders of a path, as far as they tell what a name in them means.
struct Folders {
  /// The nearest first, at most three.
  private var readings: [Reading] = []
  private(set) var surroundings = Surroundings()
  /// What the nearest folders say that everything in them is.
  private(set) var extra: Mark<ExtraKind>?
  private(set) var extraRange: Range<Int>?

  init(_ path: PathText, _ parts: ArraySlice<Range<Int>>) {
    for part in parts.reversed() {
      guard readings.count < 3 else { break }
      let folded = path.folded[part]
      if readings.isEmpty, extraRange == nil, let kind = ExtraKind.folder(folded) {
        extra = Mark(kind, 0..<1, .extraFolder)
        extraRange = part
        continue
      }
      if let isSeries = Self.shelf(folded) {
        surroundings.isSeries = isSeries
        surroundings.isMovies = !isSeries
        break
      }
      add(Reading.read(path, part, Surroundings()))
    }
  }

  private mutating func add(_ reading: Reading) {
    if surroundings.season == nil {
      surroundings.season = reading.season?.value ?? (reading.isSpecials ? 0 : nil)
    }
    if surroundings.title == nil, !reading.isSpecials { surroundings.title = reading.title }
    readings.append(reading)
  }

  /// Whether a folder is one in which series are kept (`TV`) or movies (`Filme`); `nil` for another.
  private static func shelf(_ folded: ArraySlice<UInt8>) -> Bool? {
    guard folded.count <= 24 else { return nil }
    return shelves[String(decoding: folded, as: UTF8.self)]
  }

  private static let shelves: [String: Bool] = [
    "movies": false, "movie": false, "films": false, "filme": false, "film": false,
    "peliculas": false,
    "películas": false, "кино": false, "фильмы": false, "映画": false, "电影": false, "영화": false,
    "series": true, "tv": true, "tv shows": true, "tv series": true, "shows": true, "serien": true,
    "séries": true,
    "anime": true, "сериалы": true, "serie": true, "tv-shows": true, "tvshows": true, "剧集": true,
    "アニメ": true,
  ]

  /// Fills in what a name leaves to its folders.
  func explain(_ reading: inout Reading) {
    for index in readings.indices {
      for id in readings[index].ids
      where !reading.ids.contains(where: { $0.value.provider == id.value.provider }) {
        reading.ids.append(id)
      }
    }
    explainSeason(&reading)
    if extraRange == nil { explainNamelessFile(&reading) }
    explainTitle(&reading)
  }

  private func explainSeason(_ reading: inout Reading) {
    guard reading.season == nil, reading.seasons == nil, reading.date == nil else { return }
    guard reading.episodes != nil || reading.absolute != nil else { return }
    guard let index = readings.firstIndex(where: { $0.season != nil || $0.isSpecials }) else {
      return
    }
    reading.borrowed.season =
      readings[index].found(readings[index].season)
      ?? Found(0, Evidence(readings[index].range, .seasonWord))
    if let absolute = reading.absolute {
      reading.episodes = Mark([absolute.value], absolute.words, absolute.rule)
      reading.absolute = nil
    }
  }

  /// A name that says nothing in a folder that says much: `0e895c37.mkv`, `abc.mkv`.
  private func explainNamelessFile(_ reading: inout Reading) {
    guard let index = readings.firstIndex(where: { !$0.isSilent }), readings[index].isTelling else {
      return
    }
    if reading.isSilent
      || reading.isBareNumber && readings[index].season != nil && readings[index].episodes != nil
    {
      reading = readings[index]
    } else if readings[index].season != nil || readings[index].year != nil {
      reading.borrowPicture(from: readings[index])
    }
  }

  private func explainTitle(_ reading: inout Reading) {
    guard let index = readings.firstIndex(where: { $0.title != nil && !$0.isSpecials }) else {
      return
    }
    if reading.title == nil || reading.titleFollowsNumber {
      reading.borrowed.title = readings[index].title
      reading.borrowed.alternativeTitle = readings[index].alternativeTitle
      if reading.year == nil { reading.borrowed.year = readings[index].found(readings[index].year) }
    } else if reading.year == nil, let title = reading.title?.value,
      title.lowercased() == readings[index].title?.value.lowercased()
    {
      reading.borrowed.year = readings[index].found(readings[index].year)
    }
  }
}
