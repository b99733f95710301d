import KinoCore

/// Lists a directory, and with it those below, page by page.
///
/// A directory is listed to its end before those in it, so that nothing stays open meanwhile. What is
/// kept is a page and the names of the directories beside the way down.
struct TreeWalk {
  /// What came next.
  enum Step {
    /// A page of the directory.
    case page(SourcePath, DirectoryPage)
    /// The directory could not be listed, or not to its end; the walk goes on.
    case failed(SourcePath, SourceError)
  }

  /// How deep directories may lie: a link that is followed by its server leads ever deeper.
  static let depthLimit = 128
  /// Directories in a row that failed for want of the source.
  static let failureLimit = 3

  private let session: any SourceSession
  private let isRecursive: Bool
  private var lister: (any DirectoryLister)?
  private var current = SourcePath.root
  private var found = PendingDirectories()
  private var levels: [(path: SourcePath, directories: PendingDirectories)] = []
  private var hasBegun = false
  private var failures = 0

  /// Prepares to list the root.
  ///
  /// - Parameters:
  ///   - session: The source.
  ///   - isRecursive: Whether to list what lies below, too.
  init(_ session: any SourceSession, isRecursive: Bool) {
    self.session = session
    self.isRecursive = isRecursive
  }

  /// The next page or failure; `nil` at the end.
  ///
  /// - Throws: `SourceError` when there is no point in going on: the root cannot be listed, the source
  ///   is away or refuses the credential, or the task was cancelled.
  mutating func next() async throws(SourceError) -> Step? {
    while true {
      guard !Task.isCancelled else { throw SourceError(.cancelled) }
      do throws(SourceError) {
        if let lister { return try await page(of: lister) }
        guard let directory = nextDirectory() else { return nil }
        try await begin(directory.path, locator: directory.locator)
      } catch {
        return try failure(error)
      }
    }
  }

  private mutating func page(
    of lister: any DirectoryLister
  ) async throws(SourceError) -> Step {
    let page = try await lister.next()
    failures = 0
    if isRecursive {
      for entry in page.entries where entry.kind == .directory {
        found.append(entry.name, locator: entry.locator)
      }
    }
    if page.end != nil { endDirectory() }
    return .page(current, page)
  }

  private mutating func begin(
    _ path: SourcePath,
    locator: [UInt8]?
  ) async throws(SourceError) {
    current = path
    guard path.depth <= Self.depthLimit else { throw SourceError(.tooLarge, path: path) }
    lister = try await session.list(ListRequest(path: path, locator: locator))
  }

  private mutating func nextDirectory() -> (path: SourcePath, locator: [UInt8]?)? {
    guard hasBegun else {
      hasBegun = true
      return (.root, nil)
    }
    while let level = levels.indices.last {
      if let (name, locator) = levels[level].directories.popFirst() {
        return (levels[level].path.appending(name), locator)
      }
      levels.removeLast()
    }
    return nil
  }

  private mutating func endDirectory() {
    lister = nil
    if !found.isEmpty { levels.append((current, found)) }
    found = PendingDirectories()
  }

  /// What a failure means: a step of the walk, or its end.
  private mutating func failure(_ error: SourceError) throws(SourceError) -> Step {
    endDirectory()
    switch error.kind {
    case .cancelled, .authenticationFailed, .tlsFailure, .redirectRefused, .sourceMissing:
      throw error
    default: break
    }
    failures = error.scope == .connection ? failures + 1 : 0
    guard !current.isRoot, error.scope != .root, failures < Self.failureLimit else { throw error }
    return .failed(current, error)
  }
}
