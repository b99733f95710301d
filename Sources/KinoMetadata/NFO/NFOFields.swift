import KinoCore

/// Reads the fields of one description in an NFO: direct children of its root, and nothing else.
struct NFOFields {
  private let root: XMLElement
  private let kind: EntityKind

  init(_ root: XMLElement, _ kind: EntityKind) {
    self.root = root
    self.kind = kind
  }

  /// What a root describes; `nil` for one that is no description.
  static func kind(of root: XMLElement) -> EntityKind? {
    switch root.name {
    case "movie": .movie
    case "tvshow": .series
    case "season": .season
    case "episodedetails": .episode
    default: nil
    }
  }

  var record: MetadataRecord {
    var record = MetadataRecord(kind)
    let titles = titles
    record.title = titles.first
    record.originalTitle = line("originaltitle")
    record.sortTitle = line("sorttitle")
    record.tagline = line("tagline")
    record.overview = text("plot") ?? text("outline") ?? text("review")
    record.aliases = aliases(besides: titles)
    record.releaseDate = date
    record.year =
      line("year").flatMap(FieldValue.year) ?? record.releaseDate.flatMap(FieldValue.year)
    record.runtimeMinutes = line("runtime").flatMap(FieldValue.minutes)
    record.contentRating = contentRating
    rate(&record)
    record.status = line("status")?.lowercased()
    record.season = line(kind == .season ? "seasonnumber" : "season").flatMap(FieldValue.ordinal)
    record.episode = line("episode").flatMap(FieldValue.ordinal)
    record.genres = list(of: "genre", separators: "/|;,")
    record.ids = NFOIdentifiers(root, kind).all
    record.credits = NFOCredits(root).all
    record.pictures = NFOPictures(root).all
    record.collection = collection
    return record
  }

  private func line(_ name: String) -> String? { root.first(name).flatMap(FieldValue.line) }

  private func text(_ name: String) -> String? { root.first(name).flatMap(FieldValue.text) }

  private var titles: [String] {
    ["title", "localtitle", "name"].flatMap { root.all($0).compactMap(FieldValue.line) }
      .prefix(MetadataRecord.Limit.list).map(\.self)
  }

  private func aliases(besides titles: [String]) -> [String] {
    let names = ["alternatetitle", "alternativetitle", "aka"]
    let others = names.flatMap { root.all($0).compactMap(FieldValue.line) }
    var aliases: [String] = []
    for title in titles.dropFirst() + others
    where title != titles.first && !aliases.contains(title)
      && aliases.count < MetadataRecord.Limit.list
    {
      aliases.append(title)
    }
    return aliases
  }

  private func list(of name: String, separators: String) -> [String] {
    FieldValue.list(root.all(name).compactMap(FieldValue.line), separators)
  }

  private var date: String? {
    let names = kind == .episode ? ["aired", "premiered"] : ["premiered", "releasedate", "aired"]
    return names.lazy.compactMap { line($0).flatMap(FieldValue.date) }.first
  }

  private var contentRating: String? {
    guard let text = line("mpaa") ?? line("certification") else { return nil }
    let prefix = "Rated "
    return text.hasPrefix(prefix) && text.count > prefix.count
      ? String(text.dropFirst(prefix.count)) : text
  }

  private var collection: String? {
    guard let set = root.first("set") else { return nil }
    return set.first("name").flatMap(FieldValue.line) ?? FieldValue.line(set)
  }

  /// The default of several ratings, else the first; on a scale of ten.
  private func rate(_ record: inout MetadataRecord) {
    let ratings = root.first("ratings")?.all("rating") ?? []
    let isDefault = { (rating: XMLElement) in rating.attributes["default"] == "true" }
    for rating in ratings.filter(isDefault) + ratings {
      guard let value = rating.first("value").flatMap(FieldValue.line) else { continue }
      let most = rating.attributes["max"].flatMap(FieldValue.decimal) ?? 10
      record.ratingHundredths = FieldValue.hundredths(value, outOf: most)
      guard record.ratingHundredths != nil else { continue }
      record.ratingCount = rating.first("votes").flatMap(FieldValue.line)
        .flatMap(FieldValue.count)
      return
    }
    guard let value = root.all("rating").lazy.compactMap(FieldValue.line).first else { return }
    record.ratingHundredths = FieldValue.hundredths(value, outOf: 10)
    guard record.ratingHundredths != nil else { return }
    record.ratingCount = line("votes").flatMap(FieldValue.count)
  }
}
