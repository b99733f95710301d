/// An open connection to one source.
///
/// All calls may run at the same time, up to
/// ``SourceCapabilities/maxConcurrentOperations``. Every call is bounded in time and ends early,
/// with ``SourceError/Kind/cancelled``, when its task is cancelled. An unknown answer of a server
/// is never taken for "not found".
public protocol SourceSession: Sendable {
  /// What this source can do and how far its facts can be trusted; fixed for the session.
  var capabilities: SourceCapabilities { get }

  /// Where calls do their work without a change of threads, if the session has such a place.
  ///
  /// A caller with much to do runs its loop inside `withTaskExecutorPreference(session.executor)`.
  /// Calls from elsewhere are right as well, and pay for two changes of threads each.
  var executor: (any TaskExecutor)? { get }

  /// Reads the root's identity anew.
  ///
  /// - Throws: ``SourceError``: `sourceMissing` when the root is not there.
  func rootIdentity() async throws(SourceError) -> RootIdentity

  /// Looks at one path, without following a link.
  ///
  /// - Parameter path: What to look at; the root gives a directory named ``PathComponent/root``.
  /// - Returns: What is there now.
  /// - Throws: ``SourceError``: `notFound` only if the path is certainly not there.
  func stat(_ path: SourcePath) async throws(SourceError) -> SourceEntry

  /// Begins to list a directory.
  ///
  /// Neither links nor entries' subdirectories are followed.
  ///
  /// - Parameter request: The directory, and how to deliver it.
  /// - Returns: The listing, of which nothing may have been read yet.
  /// - Throws: ``SourceError``: `notFound`, `notADirectory`, `permissionDenied`. The first call of
  ///   ``DirectoryLister/next()`` may still throw any of them.
  func list(_ request: ListRequest) async throws(SourceError) -> any DirectoryLister

  /// Opens a regular file for reading.
  ///
  /// - Parameters:
  ///   - path: The file. A link is not followed and nothing but a regular file is opened.
  ///   - locator: ``SourceEntry/locator`` of its entry, if there is one.
  ///   - expected: What the file must still be like; `changedDuringRead` when it is not.
  /// - Returns: A reader that holds the file open.
  /// - Throws: ``SourceError``: `notFound`, `isADirectory`, `unsupported` for other kinds.
  func open(
    _ path: SourcePath,
    locator: [UInt8]?,
    expecting expected: FileFingerprint?
  ) async throws(SourceError) -> any SourceReader

  /// Begins to watch the source for changes, where ``SourceCapabilities/watch`` says that it can.
  ///
  /// Whatever changes after this has returned is hinted at, or lost with an overflow. The watch does
  /// not need the session any more. It waits until all that is there is watched, which may take as
  /// long as a scan; cancelling ends it at once.
  ///
  /// - Parameter request: What to watch for.
  /// - Returns: The watch.
  /// - Throws: ``SourceError``: `unsupported` where the source can not be watched, `tooLarge` when it
  ///   has more directories than may be watched.
  func watch(_ request: WatchRequest) async throws(SourceError) -> ChangeWatch

  /// Ends the session; calls after it throw `unavailable`. Closing twice is allowed.
  func close() async
}

extension SourceSession {
  /// No place of its own.
  public var executor: (any TaskExecutor)? { nil }

  /// Refuses: the source can not be watched.
  public func watch(_ request: WatchRequest) async throws(SourceError) -> ChangeWatch {
    throw SourceError(.unsupported, scope: .root)
  }

  /// Opens a regular file for reading, whatever it is like now.
  ///
  /// - Parameter path: The file.
  /// - Returns: A reader that holds the file open.
  /// - Throws: ``SourceError``
  public func open(_ path: SourcePath) async throws(SourceError) -> any SourceReader {
    try await open(path, locator: nil, expecting: nil)
  }
}

/// Which directory to list, and how to deliver it.
public struct ListRequest: Hashable, Sendable {
  /// The directory.
  public var path: SourcePath
  /// ``SourceEntry/locator`` of the directory's entry, if there is one.
  public var locator: [UInt8]?
  /// The most entries on one page, at least 1.
  ///
  /// An adapter may deliver fewer.
  public var pageLimit: Int

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - locator: The locator of its entry, if any.
  ///   - pageLimit: The most entries on one page.
  public init(path: SourcePath, locator: [UInt8]? = nil, pageLimit: Int = 1024) {
    self.path = path
    self.locator = locator
    self.pageLimit = pageLimit
  }
}
