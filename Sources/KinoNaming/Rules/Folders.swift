/// The folders of a path, as far as they tell what a name in them means.
struct Folders {
  /// The nearest first, at most three.
  private var readings: [PartReading] = []
  private(set) var surroundings = Surroundings()
  /// What the nearest folders say that everything in them is.
  private(set) var extra: ExtraKind?
  private(set) var extraRange: Range<Int>?

  init(_ path: PathText, _ parts: ArraySlice<Range<Int>>) {
    guard !parts.isEmpty else { return }
    readings.reserveCapacity(min(parts.count, 3))
    for part in parts.reversed().lazy.map(NameParser.shortened) {
      guard readings.count < 3 else { break }
      let key = WordKey(path.folded, part)
      if readings.isEmpty, extraRange == nil, let kind = key.flatMap({ ExtraKind.folders[$0] }) {
        extra = kind
        extraRange = part
        continue
      }
      if let isSeries = key.flatMap({ Self.shelves[$0] }) {
        surroundings.isSeries = isSeries
        surroundings.isMovies = !isSeries
        break
      }
      add(Reading.read(path, part, Surroundings()))
    }
  }

  private mutating func add(_ reading: PartReading) {
    if surroundings.season == nil {
      surroundings.season = reading.name.season?.value ?? (reading.isSpecials ? 0 : nil)
    }
    if surroundings.title == nil, !reading.isSpecials { surroundings.title = reading.title }
    readings.append(reading)
  }

  /// Whether a folder is one in which series are kept (`TV`) or movies (`Filme`).
  private static let shelves = KeyTable(
    slots: 128,
    [
      ("movies,movie,films,filme,film,peliculas,películas,кино,фильмы,映画,电影,영화", false),
      (
        """
        series,tv,tv shows,tv series,shows,serien,séries,anime,сериалы,serie,tv-shows,tvshows,剧集,\
        アニメ
        """, true
      ),
    ]
  )

  /// Fills in what a name leaves to its folders.
  func explain(_ reading: inout PartReading, _ path: PathText) {
    for index in readings.indices where !readings[index].name.externalIDs.isEmpty {
      for id in readings[index].name.externalIDs
      where !reading.name.externalIDs.contains(where: { $0.value.provider == id.value.provider }) {
        reading.name.externalIDs.append(id)
      }
    }
    explainSeason(&reading)
    if extraRange == nil { explainNamelessFile(&reading) }
    explainTitle(&reading, path)
  }

  /// The nearest folder of which something is so; a reading is too large to be handed round.
  private func first(_ isSo: (Int) -> Bool) -> Int? {
    for index in readings.indices where isSo(index) { return index }
    return nil
  }

  private func explainSeason(_ reading: inout PartReading) {
    guard reading.name.season == nil, reading.name.seasons == nil, reading.name.date == nil,
      reading.name.episodes != nil || reading.name.absolute != nil
    else { return }
    guard let index = first({ readings[$0].name.season != nil || readings[$0].isSpecials }) else {
      return
    }
    reading.name.season =
      readings[index].name.season ?? Found(0, Evidence(readings[index].range, .seasonWord))
    if let absolute = reading.name.absolute {
      reading.name.episodes = Found([absolute.value], absolute.evidence)
      reading.name.absolute = nil
    }
  }

  /// A name that says nothing in a folder that says much: `0e895c37.mkv`, `abc.mkv`.
  private func explainNamelessFile(_ reading: inout PartReading) {
    guard let index = first({ !readings[$0].isSilent }), readings[index].isTelling else { return }
    let isNumbered = readings[index].name.season != nil && readings[index].name.episodes != nil
    if reading.isSilent || reading.isBareNumber && isNumbered {
      reading = readings[index]
    } else if readings[index].name.season != nil || readings[index].name.year != nil {
      reading.borrowPicture(from: readings[index])
    }
  }

  private func explainTitle(_ reading: inout PartReading, _ path: PathText) {
    guard let index = first({ readings[$0].title != nil && !readings[$0].isSpecials }),
      let title = readings[index].title
    else { return }
    if reading.title == nil || reading.titleFollowsNumber {
      reading.borrowed = .init(title: title, alternative: readings[index].alternativeTitle)
      if reading.name.year == nil { reading.name.year = readings[index].name.year }
    } else if reading.name.year == nil, let year = readings[index].name.year,
      let own = path.title(reading.title)?.value.lowercased(),
      own == path.title(title)?.value.lowercased()
    {
      reading.name.year = year
    }
  }
}
