import KinoCore

/// Lists a directory, and with it those below, in an order that is always the same: a directory to
/// its end, then what lies in each directory in it, one after the other.
///
/// Directories that come later are listed ahead meanwhile, as many at a time as the source allows,
/// those that come first first. What is kept of them is bounded (``DirectoriesAhead``), beside the names of the
/// directories on the way down. One with more entries than are kept is told page by page, when its
/// turn has come.
final class TreeWalk {
  /// What came next.
  enum Step {
    /// A page of the directory.
    case page(SourcePath, DirectoryPage)
    /// The directory could not be listed, or not to its end; the walk goes on.
    case failed(SourcePath, SourceError)
  }

  typealias Listings = TaskGroup<(id: Int, listing: ListingAhead)>

  /// How deep directories may lie: a link that is followed by its server leads ever deeper.
  static let depthLimit = 1024
  /// Directories in a row that failed for want of the source.
  static let failureLimit = 3

  private let session: any SourceSession
  private let isRecursive: Bool
  private let root = WalkedDirectory(.root, locator: nil)
  private var ahead: DirectoriesAhead
  private var failures = 0

  /// Prepares to list the root.
  ///
  /// - Parameters:
  ///   - session: The source.
  ///   - isRecursive: Whether to list what lies below, too.
  init(_ session: any SourceSession, isRecursive: Bool) {
    self.session = session
    self.isRecursive = isRecursive
    ahead = DirectoriesAhead(atOnce: min(64, max(1, session.capabilities.maxConcurrentOperations)))
  }

  /// Walks once, and hands over each page and failure.
  ///
  /// - Parameter take: What is done with it; the walk goes on when it returns.
  /// - Throws: What `take` throws; `Interruption.source` when there is no point in going on: the root
  ///   cannot be listed, the source is away or refuses the credential, or the task was cancelled.
  func run(
    _ take: (Step) async throws(Interruption) -> Void
  ) async throws(Interruption) {
    let result = await withTaskGroup(of: Listings.Element.self) {
      group -> Result<Void, Interruption> in
      do throws(Interruption) {
        try await walk(&group, take)
        return .success(())
      } catch {
        group.cancelAll()
        return .failure(error)
      }
    }
    try result.get()
  }

  private func walk(
    _ group: inout Listings,
    _ take: (Step) async throws(Interruption) -> Void
  ) async throws(Interruption) {
    ahead.enter(root)
    try await tellPages(of: root, &group, take)
    while let directory = ahead.current {
      guard !Task.isCancelled else { throw .source(SourceError(.cancelled)) }
      beginListings(&group, atOnce: ahead.atOnce)
      guard let next = directory.begun.first else {
        if directory.pending.isEmpty { ahead.leave() } else { await collect(&group) }
        continue
      }
      guard let listing = next.listing else {
        await collect(&group)
        continue
      }
      ahead.tell(next, in: directory)
      for page in listing.pages { try await tell(page, of: next, take) }
      switch listing.end {
      case .complete: break
      case .failed(let error): try await fail(error, at: next, take)
      case .tooLarge: try await tellPages(of: next, &group, take)
      }
    }
  }

  // MARK: Telling

  /// Lists the directory whose turn it is, page by page.
  private func tellPages(
    of directory: WalkedDirectory,
    _ group: inout Listings,
    _ take: (Step) async throws(Interruption) -> Void
  ) async throws(Interruption) {
    var lister: (any DirectoryLister)?
    while true {
      let page: DirectoryPage
      do throws(SourceError) {
        let listing = if let lister { lister } else { try await session.list(directory.request) }
        lister = listing
        page = try await listing.next()
      } catch {
        return try await fail(error, at: directory, take)
      }
      if isRecursive { directory.find(in: page) }
      // One place is taken by the listing here.
      beginListings(&group, atOnce: ahead.atOnce - 1)
      try await tell(page, of: directory, take)
      if page.end != nil { return }
    }
  }

  private func tell(
    _ page: DirectoryPage,
    of directory: WalkedDirectory,
    _ take: (Step) async throws(Interruption) -> Void
  ) async throws(Interruption) {
    failures = 0
    try await take(.page(directory.path, page))
  }

  /// What a failure means: a step of the walk, or its end.
  private func fail(
    _ error: SourceError,
    at directory: WalkedDirectory,
    _ take: (Step) async throws(Interruption) -> Void
  ) async throws(Interruption) {
    switch error.kind {
    case .cancelled, .authenticationFailed, .tlsFailure, .redirectRefused, .sourceMissing:
      throw .source(error)
    default: break
    }
    failures = error.scope == .connection ? failures + 1 : 0
    guard !directory.path.isRoot, error.scope != .root, failures < Self.failureLimit else {
      throw .source(error)
    }
    try await take(.failed(directory.path, error))
  }

  // MARK: Listing ahead

  /// Begins to list what comes next, as far as that may be.
  private func beginListings(_ group: inout Listings, atOnce limit: Int) {
    while ahead.running.count < limit, let directory = ahead.next() {
      guard directory.path.depth <= Self.depthLimit else {
        let error = SourceError(.tooLarge, path: directory.path)
        ahead.keep(ListingAhead(end: .failed(error)), of: directory, isRecursive: false)
        continue
      }
      let id = ahead.begin(directory)
      let (session, request) = (session, directory.request)
      group.addTask { (id, await ListingAhead.make(request, in: session)) }
    }
  }

  /// Waits for one of the listings that were begun.
  private func collect(_ group: inout Listings) async {
    guard let (id, listing) = await group.next(), let directory = ahead.running[id] else { return }
    ahead.running[id] = nil
    ahead.keep(listing, of: directory, isRecursive: isRecursive)
  }
}
