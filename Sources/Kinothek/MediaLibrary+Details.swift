public import KinoCore
internal import KinoMetadata
internal import KinoStorage
internal import KinoUnicode

extension MediaLibrary {
  /// The films and series that a person may mean by a title.
  ///
  /// Those of just this title, whatever its case, punctuation and article; where there are none, those
  /// that contain it.
  ///
  /// - Parameters:
  ///   - title: As a person writes it.
  ///   - year: Only those of this year.
  ///   - limit: The most titles, 1 to 1,000.
  /// - Returns: The titles, films first.
  /// - Throws: `StorageError`.
  public func titles(
    named title: String,
    year: Int? = nil,
    limit: Int = 20
  ) async throws(StorageError) -> [CatalogueTitle] {
    try await CatalogueReader(database: database).titles(
      named: TitleFolding(FoundationFolding()).sortKey(title),
      year: year,
      limit: min(max(1, limit), 1_000)
    )
  }

  /// A film or series with its files, seasons, episodes and extras, and why each file is thought to
  /// show what it does.
  ///
  /// - Parameter entity: The film or series, or anything that belongs to it, or was merged into it.
  /// - Returns: All that the library knows, of one moment.
  /// - Throws: `StorageError`: `notFound`.
  public func details(of entity: UID) async throws(StorageError) -> TitleDetails {
    try await CatalogueReader(database: database).details(of: entity)
  }
}
