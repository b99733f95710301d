public import KinoCore
internal import KinoMetadata
internal import KinoStorage
internal import KinoUnicode

extension MediaLibrary {
  /// Says by hand what a file shows; nothing but a hand changes that any more.
  ///
  /// What the library has by that title, year or identifier is used, and made where it has nothing.
  /// What the file was taken for goes along: progress, lists and bookmarks of something that only this
  /// file shows belong to what it shows now.
  ///
  /// ```swift
  /// try await library.match(FileLocation(path, in: source.id), as: .movie(title: "Heat", year: 1995))
  /// ```
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - target: What it shows.
  /// - Returns: The identifier of the film, or of each episode in order.
  /// - Throws: `StorageError`: `notFound` for a file or an entity that the library does not know;
  ///   `refused` for a title without letters, no or too many episodes, or an entity that no file can
  ///   show.
  @discardableResult
  public func match(
    _ file: FileLocation,
    as target: MatchTarget
  ) async throws(StorageError) -> [UID] {
    let showing = try showing(target, for: file)
    return try await hand.match(file, as: showing, at: environment.clock.now())
  }

  /// Takes back what a hand has said of a file: its name says again what it shows.
  ///
  /// The next ``processPendingWork()`` reads it.
  ///
  /// - Parameter file: The file.
  /// - Throws: `StorageError`: `notFound` when no hand has matched it.
  public func unmatch(_ file: FileLocation) async throws(StorageError) {
    try await hand.unmatch(file, at: environment.clock.now())
  }

  /// Locks fields: they stay as they are, whatever names, files beside and providers say.
  ///
  /// Something with a locked field is renamed by no file any more.
  ///
  /// - Parameters:
  ///   - entity: A film, series, season, episode or extra.
  ///   - fields: Which; all by default.
  /// - Throws: `StorageError`: `notFound`.
  public func lock(
    _ entity: UID,
    _ fields: Set<LockableField> = Set(LockableField.allCases)
  ) async throws(StorageError) {
    try await hand.lock(entity, fields, isLocked: true, at: environment.clock.now())
  }

  /// Unlocks fields.
  ///
  /// - Parameters:
  ///   - entity: A film, series, season, episode or extra.
  ///   - fields: Which; all by default.
  /// - Throws: `StorageError`: `notFound`.
  public func unlock(
    _ entity: UID,
    _ fields: Set<LockableField> = Set(LockableField.allCases)
  ) async throws(StorageError) {
    try await hand.lock(entity, fields, isLocked: false, at: environment.clock.now())
  }

  /// Makes one film, series, season or episode another that is the same.
  ///
  /// Its files, what belongs to it and what people made of it go there; seasons and episodes of a
  /// series meet by their numbers. What names called it by leads to the other from now on.
  ///
  /// - Parameters:
  ///   - entity: What is to be no more.
  ///   - other: What it is in truth.
  /// - Returns: The identifier of both; that of `entity` goes on leading there.
  /// - Throws: `StorageError`: `notFound`; `refused` for two kinds, or for one that is both.
  @discardableResult
  public func merge(_ entity: UID, into other: UID) async throws(StorageError) -> UID {
    try await hand.merge(entity, into: other, at: environment.clock.now())
  }

  /// Makes files of one film or episode one of their own, with the same title.
  ///
  /// They are matched to it by hand. What people made stays with the first.
  ///
  /// - Parameter files: Some, and not all, of what shows it.
  /// - Returns: The identifier of the new one.
  /// - Throws: `StorageError`: `notFound`; `refused` for files of several, or for all of one.
  public func split(_ files: [FileLocation]) async throws(StorageError) -> UID {
    try await hand.split(files, at: environment.clock.now())
  }

  private var hand: LibraryHandStore { LibraryHandStore(database: database) }

  private func showing(
    _ target: MatchTarget,
    for file: FileLocation
  ) throws(StorageError) -> HandShowing {
    let titles = TitleFolding(FoundationFolding())
    switch target {
    case .entity(let uid): return .entity(uid)
    case .movie(let title, let year, let ids):
      guard let draft = titles.draft(.movie, title, year: year, ids: ids, for: file) else {
        throw Self.untitled
      }
      return .movie(draft)
    case .episodes(let title, let year, let season, let numbers, let ids):
      guard let draft = titles.draft(.series, title, year: year, ids: ids, for: file) else {
        throw Self.untitled
      }
      let isCountable = (1...100).contains(numbers.count) && Set(numbers).count == numbers.count
      guard isCountable, season >= 0, numbers.allSatisfy({ $0 >= 0 }) else {
        throw StorageError(
          .refused,
          message: "A file shows one to a hundred episodes, each once, with numbers from 0 on."
        )
      }
      return .episodes(of: draft, season: season, numbers)
    }
  }

  private static let untitled = StorageError(
    .refused,
    message: "A title needs letters or digits."
  )
}
