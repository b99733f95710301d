import KinoCore
import KinoSQL

/// What a row of `media_entity` says, where descriptions may say it better.
struct DescribedFields: Equatable {
  var title: String
  var sortKey: SortKey
  var originalTitle: String?
  var releaseDate: String?
  var year: Int?
  var runtimeMilliseconds: Int64?
  var contentRating: String?
  var rating: Double?
  var ratingCount: Int?
  var status: String?
  /// Where fields have their values from, if not from names.
  var provenance: [String: String]

  /// What names say, for fields that no description has any more.
  struct Names {
    var title: String?
    var sortKey: SortKey?
    var year: Int?
    var releaseDate: String?
  }

  /// Takes what a description says; gives what one said before and none says now back to the names.
  ///
  /// What a provider or a hand has said stays where there is no description.
  mutating func take(
    _ record: MetadataRecord?,
    names: Names,
    sorting: SortKey?,
    isTitleOpen: Bool
  ) {
    if isTitleOpen { takeTitle(record?.title, names, sorting) }
    originalTitle = take("originalTitle", record?.originalTitle, over: originalTitle)
    releaseDate = take("releaseDate", record?.releaseDate, over: releaseDate, names.releaseDate)
    year = take("year", record?.year, over: year, names.year)
    runtimeMilliseconds = take(
      "runtime",
      record?.runtimeMinutes.map { Int64($0) * 60_000 },
      over: runtimeMilliseconds
    )
    contentRating = take("contentRating", record?.contentRating, over: contentRating)
    let isRated = record?.ratingHundredths != nil
    // The votes are those of the rating.
    let before = provenance["rating"]
    if isRated || before == Self.origin { ratingCount = record?.ratingCount }
    rating = take("rating", record?.ratingHundredths.map { Double($0) / 100 }, over: rating)
    status = take("status", record?.status, over: status)
  }

  /// Keeps what is locked as it was: bits as the contract names them.
  mutating func keep(_ before: DescribedFields, locked: Int64) {
    func keep(_ bit: Int64, _ names: [String], _ restore: () -> Void) {
      guard locked & bit != 0 else { return }
      restore()
      for name in names { provenance[name] = before.provenance[name] }
    }
    keep(1, ["originalTitle"]) { originalTitle = before.originalTitle }
    keep(2, ["releaseDate", "year"]) {
      releaseDate = before.releaseDate
      year = before.year
    }
    keep(4, ["runtime"]) { runtimeMilliseconds = before.runtimeMilliseconds }
    keep(8, ["contentRating", "rating"]) {
      contentRating = before.contentRating
      rating = before.rating
      ratingCount = before.ratingCount
    }
  }

  private mutating func takeTitle(_ described: String?, _ names: Names, _ sorting: SortKey?) {
    let hadTitle = provenance["title"] == Self.origin
    title = take("title", described, over: title, names.title ?? title)
    if described != nil {
      if let sorting { sortKey = sorting }
    } else if hadTitle, let sorting = names.sortKey {
      sortKey = sorting
    }
  }

  private mutating func take<Value>(
    _ field: String,
    _ described: Value?,
    over current: Value?,
    _ named: Value? = nil
  ) -> Value? {
    if let described {
      provenance[field] = Self.origin
      return described
    }
    guard provenance[field] == Self.origin else { return current }
    provenance[field] = nil
    return named
  }

  private mutating func take(
    _ field: String,
    _ described: String?,
    over current: String,
    _ named: String
  ) -> String {
    take(field, described, over: current as String?, named as String?) ?? current
  }

  /// What stands for descriptions beside files.
  static let origin = "nfo"
}
