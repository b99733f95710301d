/// The folders of a path, as far as they tell what a name in them means.
struct Folders: ~Copyable {
  /// The folders from the nearest on; empty readings, which say nothing, where there are fewer.
  private var nearest = PartReading(0..<0)
  private var second = PartReading(0..<0)
  private var third = PartReading(0..<0)
  private var count = 0
  private(set) var surroundings = Surroundings()
  /// What the nearest folders say that everything in them is.
  private(set) var extra: ExtraKind?
  private(set) var extraRange: Range<Int>?

  /// Reads at most three folders, and one of extras in front of them.
  init(_ path: PathText, _ parts: ArraySlice<Range<Int>>) {
    for part in parts.reversed().lazy.map(NameParser.shortened) {
      let key = WordKey(path.folded, part)
      if count == 0, extraRange == nil, let kind = key.flatMap({ ExtraKind.folders[$0] }) {
        extra = kind
        extraRange = part
        continue
      }
      if let isSeries = key.flatMap({ Self.shelves[$0] }) {
        surroundings.isSeries = isSeries
        surroundings.isMovies = !isSeries
        break
      }
      add(PartReading(plainSeason: part, path) ?? Reading.read(path, part, Surroundings()))
      if count == 3 { break }
    }
  }

  private mutating func add(_ reading: consuming PartReading) {
    if surroundings.season == nil {
      surroundings.season = reading.name.season?.value ?? (reading.isSpecials ? 0 : nil)
    }
    if surroundings.title == nil, !reading.isSpecials { surroundings.title = reading.title }
    switch count {
    case 0: nearest = reading
    case 1: second = reading
    default: third = reading
    }
    count += 1
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
  ///
  /// A folder that says all takes the place of the name, and is not asked again.
  mutating func explain(_ reading: inout PartReading, _ path: PathText) {
    addIDs(of: nearest, to: &reading)
    addIDs(of: second, to: &reading)
    addIDs(of: third, to: &reading)
    explainSeason(&reading)
    let taken = extraRange == nil ? explainNamelessFile(&reading) : nil
    explainTitle(&reading, path, before: taken ?? count)
  }

  private func addIDs(of folder: borrowing PartReading, to reading: inout PartReading) {
    for id in folder.name.externalIDs
    where !reading.name.externalIDs.contains(where: { $0.value.provider == id.value.provider }) {
      reading.name.externalIDs.append(id)
    }
  }

  private func explainSeason(_ reading: inout PartReading) {
    guard reading.name.season == nil, reading.name.seasons == nil, reading.name.date == nil,
      reading.name.episodes != nil || reading.name.absolute != nil,
      let place = first(where: { $0.name.season != nil || $0.isSpecials })
    else { return }
    reading.name.season = with(place) {
      $0.name.season ?? Found(0, Evidence($0.range, .seasonWord))
    }
    if let absolute = reading.name.absolute {
      reading.name.episodes = Found([absolute.value], absolute.evidence)
      reading.name.absolute = nil
    }
  }

  /// A name that says nothing in a folder that says much: `0e895c37.mkv`, `abc.mkv`.
  ///
  /// Returns the place of the folder if its reading has taken that of the name.
  private mutating func explainNamelessFile(_ reading: inout PartReading) -> Int? {
    guard let place = first(where: { !$0.isSilent }), with(place, { $0.isTelling }) else {
      return nil
    }
    let hasSeason = with(place) { $0.name.season != nil }
    let isNumbered = hasSeason && with(place) { $0.name.episodes != nil }
    if reading.isSilent || reading.isBareNumber && isNumbered {
      switch place {
      case 0: swap(&reading, &nearest)
      case 1: swap(&reading, &second)
      default: swap(&reading, &third)
      }
      return place
    }
    if hasSeason || with(place, { $0.name.year != nil }) {
      with(place) { reading.borrowPicture(from: $0) }
    }
    return nil
  }

  private func explainTitle(_ reading: inout PartReading, _ path: PathText, before end: Int) {
    guard let place = first(where: { $0.title != nil && !$0.isSpecials }), place < end,
      let title = with(place, { $0.title })
    else { return }
    if reading.title == nil || reading.titleFollowsNumber {
      reading.borrowed = .init(
        title: title,
        alternative: with(place) { $0.alternativeTitle }
      )
      if reading.name.year == nil { reading.name.year = with(place) { $0.name.year } }
    } else if reading.name.year == nil, let year = with(place, { $0.name.year }),
      let own = path.title(reading.title)?.value.lowercased(),
      own == path.title(title)?.value.lowercased()
    {
      reading.name.year = year
    }
  }

  /// The nearest folder of which something is so.
  private func first(where isSo: (borrowing PartReading) -> Bool) -> Int? {
    if isSo(nearest) { return 0 }
    if isSo(second) { return 1 }
    return isSo(third) ? 2 : nil
  }

  private func with<Answer>(
    _ place: Int,
    _ answer: (borrowing PartReading) -> Answer
  ) -> Answer {
    switch place {
    case 0: answer(nearest)
    case 1: answer(second)
    default: answer(third)
    }
  }
}
