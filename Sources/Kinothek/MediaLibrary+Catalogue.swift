public import KinoCore
internal import KinoStorage

extension MediaLibrary {
  /// How many films, series, seasons, episodes and extras the library has.
  ///
  /// Costs a pass over an index: a few milliseconds for 100,000 titles.
  ///
  /// - Returns: The counts; entities merged into others are not counted.
  /// - Throws: `StorageError`.
  public func catalogueCounts() async throws(StorageError) -> CatalogueCounts {
    try await CatalogueReader(database: database).counts()
  }

  /// The films or the series of the library, in the order in which lists show them.
  ///
  /// ``processPendingWork()`` makes them of the names of files. What is missing is listed, too: its
  /// `presentFiles` is 0.
  ///
  /// ```swift
  /// var page = try await library.titles(of: .movie)
  /// while let next = page.next { page = try await library.titles(of: .movie, after: next) }
  /// ```
  ///
  /// - Parameters:
  ///   - kind: `movie` or `series`; other kinds belong to one of these.
  ///   - cursor: Where the page before ended; `nil` begins.
  ///   - limit: The most titles of a page, 1 to 1,000.
  /// - Returns: The titles that follow, and where the next ones begin.
  /// - Throws: `StorageError`.
  public func titles(
    of kind: EntityKind,
    after cursor: CatalogueCursor? = nil,
    limit: Int = 200
  ) async throws(StorageError) -> CataloguePage {
    try await CatalogueReader(database: database)
      .titles(of: kind, after: cursor, limit: min(max(1, limit), 1_000))
  }
}
