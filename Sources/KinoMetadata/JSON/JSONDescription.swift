package import KinoCore

/// Reads JSON files that describe the video beside them: those of yt-dlp (`name.info.json`), and objects
/// whose members are called what providers and NFOs call them.
package enum JSONDescription {
  /// The longest file that is read, in bytes.
  package static let sizeLimit = 2 << 20

  /// What a file says, or a word for why it says nothing: `tooLarge`, `malformed` or `empty`.
  ///
  /// - Parameter bytes: The whole file.
  /// - Returns: At most one description.
  package static func content(of bytes: [UInt8]) -> SidecarContent {
    guard bytes.count <= sizeLimit else { return SidecarContent(failure: "tooLarge") }
    guard let document = LooseJSON(TextDecoding.utf8(bytes)) else {
      return SidecarContent(failure: "malformed")
    }
    let record = record(of: document)
    return record == MetadataRecord(record.kind)
      ? SidecarContent(failure: "empty") : SidecarContent([record])
  }

  private static func record(of document: LooseJSON) -> MetadataRecord {
    var record = MetadataRecord(kind(of: document))
    let line = { (names: [String]) in names.lazy.compactMap { document[$0]?.line }.first }
    let text = { (names: [String]) in
      names.lazy.compactMap { name -> String? in
        guard case .text(let text)? = document[name] else { return nil }
        return FieldValue.text(text)
      }.first
    }
    record.title = line(["title", "name"])
    record.originalTitle = line(["original_title", "originalTitle", "original_name"])
    record.sortTitle = line(["sort_title", "sortTitle"])
    record.tagline = line(["tagline"])
    record.overview = text(["overview", "plot", "description", "summary"])
    record.releaseDate = line(dates).flatMap(FieldValue.date)
    record.year =
      line(["year", "release_year"]).flatMap(FieldValue.year)
      ?? record.releaseDate.flatMap(FieldValue.year)
    record.runtimeMinutes = runtime(of: document)
    record.contentRating = line(["content_rating", "contentRating", "mpaa"])
    record.ratingHundredths = line(["vote_average", "rating"])
      .flatMap { FieldValue.hundredths($0, outOf: 10) }
    record.ratingCount = line(["vote_count", "votes"]).flatMap(FieldValue.count)
    record.season = line(["season_number", "season"]).flatMap(FieldValue.ordinal)
    record.episode = line(["episode_number", "episode"]).flatMap(FieldValue.ordinal)
    record.genres = FieldValue.list(
      ["genres", "genre", "categories"].flatMap { names(in: document[$0]) },
      "/|;,"
    )
    record.ids = ids(in: document)
    record.credits = credits(in: document)
    return record
  }

  private static let dates = [
    "release_date", "releaseDate", "air_date", "premiered", "first_air_date", "upload_date",
  ]

  private static func kind(of document: LooseJSON) -> EntityKind? {
    switch (document["type"] ?? document["kind"])?.line {
    case "movie": .movie
    case "tvshow", "series", "tv": .series
    case "season": .season
    case "episode", "episodedetails": .episode
    default: nil
    }
  }

  /// Minutes of `runtime`; seconds of yt-dlp's `duration`.
  private static func runtime(of document: LooseJSON) -> Int? {
    if let runtime = document["runtime"]?.line { return FieldValue.minutes(runtime) }
    guard let seconds = document["duration"]?.line.flatMap(FieldValue.decimal), seconds >= 60,
      seconds <= 360_000
    else { return nil }
    return Int((seconds / 60).rounded())
  }

  /// Texts, or the names of objects.
  private static func names(in value: LooseJSON?) -> [String] {
    (value?.elements ?? []).compactMap { $0.line ?? $0["name"]?.line ?? $0["tag"]?.line }
  }

  private static func ids(in document: LooseJSON) -> [ProviderID] {
    let members = [
      ("tmdb", ["tmdb_id", "tmdbid", "tmdbId"]), ("imdb", ["imdb_id", "imdbid", "imdbId"]),
      ("tvdb", ["tvdb_id", "tvdbid", "tvdbId"]),
    ]
    return members.compactMap { provider, names in
      names.lazy.compactMap { NFOIdentifiers.id(provider, document[$0]?.line) }.first
    }
  }

  private static func credits(in document: LooseJSON) -> [MetadataRecord.Credit] {
    var credits: [MetadataRecord.Credit] = []
    for (role, member) in [("director", "directors"), ("writer", "writers")] {
      credits += names(in: document[member]).map { MetadataRecord.Credit(role, $0) }
    }
    for actor in (document["cast"] ?? document["actors"])?.elements ?? [] {
      guard let name = actor.line ?? actor["name"]?.line else { continue }
      let character = actor["character"]?.line ?? actor["role"]?.line
      credits.append(MetadataRecord.Credit("actor", name, character: character))
    }
    return Array(credits.prefix(MetadataRecord.Limit.list))
  }
}
