import KinoCore
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// An open folder of a share.
final class SMBSession: SourceSession {
  let capabilities: SourceCapabilities
  private let link: SMBLink
  private let root: SMBRoot
  private let deadlines: SourceConfiguration.Deadlines
  private let isClosed = Atomic(false)
  /// Directories that lead to other servers, which the library would go to by itself.
  private let links = Mutex<Set<SourcePath>>([])

  init(_ link: SMBLink, root: SMBRoot, deadlines: SourceConfiguration.Deadlines) {
    self.link = link
    self.root = root
    self.deadlines = deadlines
    capabilities = SourceCapabilities(
      hasFileIDs: root.hasFileIDs,
      concurrency: link.width,
      watch: link.canWatch ? .hints : .none
    )
  }

  func rootIdentity() async throws(SourceError) -> RootIdentity {
    let facts = try await look(at: .root)
    guard root.hasFileIDs, facts.fileID != 0 else { return .unknown }
    return .identity(StableID(high: 0, low: facts.fileID).encoded)
  }

  func stat(_ path: SourcePath) async throws(SourceError) -> SourceEntry {
    let facts = try await look(at: path)
    return facts.entry(named: path.lastComponent ?? .root, hasFileIDs: root.hasFileIDs)
  }

  func list(_ request: ListRequest) async throws(SourceError) -> any DirectoryLister {
    try checkOpen()
    return SMBLister(request, in: self)
  }

  func open(
    _ path: SourcePath,
    locator: [UInt8]?,
    expecting expected: FileFingerprint?
  ) async throws(SourceError) -> any SourceReader {
    let file = try await openFile(path)
    guard expected?.agrees(with: file.facts.fingerprint) ?? true else {
      throw SourceError(.changedDuringRead, path: path)
    }
    return SMBReader(file, of: path, in: self, expecting: expected, within: deadlines.read)
  }

  func watch(_ request: WatchRequest) async throws(SourceError) -> ChangeWatch {
    try checkOpen()
    guard link.canWatch else { throw SourceError(.unsupported, scope: .root) }
    return try await ShareWatcher.begin(link, request, within: deadlines.connect)
  }

  func close() async {
    isClosed.store(true, ordering: .relaxed)
    link.close()
  }

  // MARK: Calls

  /// Reads a whole directory.
  func read(directory path: SourcePath) async throws(SourceError) -> SMBListing {
    let url = try url(of: path, scope: .directory)
    do throws(SMBFailure) {
      return try await link.run(within: deadlines.page) {
        connection,
        _ throws(SMBFailure) -> SMBListing in
        try connection.list(url)
      }
    } catch {
      throw await confirmed(error, at: path, scope: .directory)
    }
  }

  /// Whether a directory has been changed since it was read.
  func hasChanged(_ listing: SMBListing, of path: SourcePath) async throws(SourceError) -> Bool {
    // What fits one answer of the server was read at once.
    guard listing.count > Self.entriesOfOneAnswer else { return false }
    guard let before = listing.modifiedAt, let now = try await look(at: path).modifiedAt else {
      return false
    }
    return now != before
  }

  /// Makes entries of a listing, a page at a time.
  func entry(of record: SMBListing.Record, named name: PathComponent) -> SourceEntry {
    record.facts.entry(named: name, hasFileIDs: root.hasFileIDs)
  }

  /// Notes a directory that leads to another server.
  func note(link path: SourcePath) {
    _ = links.withLock { $0.insert(path) }
  }

  /// Opens a file on whichever connection has the least to do.
  func openFile(_ path: SourcePath) async throws(SourceError) -> SMBFile {
    let url = try url(of: path, scope: .entry)
    do throws(SMBFailure) {
      return try await link.run(within: deadlines.control) {
        connection,
        lane throws(SMBFailure) -> SMBFile in
        let handle = try connection.open(url)
        do throws(SMBFailure) {
          let facts = try connection.look(at: handle)
          guard !facts.isDirectory else { throw SMBFailure(code: EISDIR) }
          return SMBFile(handle, facts: facts, on: connection, lane)
        } catch {
          if !error.endsConnection { connection.close(handle) }
          throw error
        }
      }
    } catch {
      throw await confirmed(error, at: path, scope: .entry)
    }
  }

  /// Of names of 255 characters, in an answer of 64 KiB.
  private static let entriesOfOneAnswer = 100
  private static let longestSurePath = 2048

  private func look(at path: SourcePath) async throws(SourceError) -> SMBFacts {
    let scope = path.isRoot ? SourceError.Scope.root : .entry
    let url = try url(of: path, scope: scope)
    do throws(SMBFailure) {
      return try await link.run(within: deadlines.control) {
        connection,
        _ throws(SMBFailure) -> SMBFacts in
        try connection.look(at: url)
      }
    } catch {
      throw await confirmed(error, at: path, scope: scope)
    }
  }

  private func checkOpen() throws(SourceError) {
    guard !isClosed.load(ordering: .relaxed) else {
      throw SourceError(.unavailable, retry: .permanent)
    }
  }

  private func url(of path: SourcePath, scope: SourceError.Scope) throws(SourceError) -> SMBURL {
    try checkOpen()
    let leadsAway = links.withLock { links in
      !links.isEmpty && links.contains { $0 == path || $0.isAncestor(of: path) }
    }
    guard !leadsAway else {
      throw SourceError(.unavailable, retry: .permanent, scope: .directory, path: path)
    }
    guard let url = link.place.url(of: path) else {
      throw SourceError(.nameNotRepresentable, scope: scope, path: path)
    }
    return url
  }

  /// Makes sure that a failure is that of a path: when the root fails as well, it is the source's.
  ///
  /// A share that was withdrawn answers as if nothing were there, and what the library has no word
  /// for may be anything.
  private func confirmed(
    _ failure: SMBFailure,
    at path: SourcePath,
    scope: SourceError.Scope
  ) async -> SourceError {
    guard !path.isRoot else { return SourceError(root: failure) }
    var error = SourceError(failure, at: path, scope: scope)
    if error.kind == .notFound, path.bytes.count > Self.longestSurePath {
      // Servers say the same of what is too long for them.
      error.kind = .nameNotRepresentable
      return error
    }
    guard failure.stage == .call, error.kind == .notFound || error.isUnclear else { return error }
    let place = link.place
    do throws(SMBFailure) {
      _ = try await link.run(within: deadlines.control) {
        connection,
        _ throws(SMBFailure) -> SMBFacts in
        try connection.look(at: place.url)
      }
      return error
    } catch let rootFailure {
      return SourceError(root: rootFailure)
    }
  }
}

extension SourceError {
  /// Whether it says that something failed and not what.
  fileprivate var isUnclear: Bool { kind == .unavailable && scope != .connection }
}

extension SourceCapabilities {
  /// What a share can do.
  fileprivate init(hasFileIDs: Bool, concurrency: Int, watch: WatchSupport) {
    self.init()
    self.watch = watch
    if hasFileIDs {
      stableID = StableIDCapability(scope: .source, survivesRename: true, reusedAfterDelete: true)
    }
    modificationPrecision = 1
    ranges = .any
    // Servers follow them without a word.
    symlinks = .followed
    maxConcurrentOperations = concurrency
    enforcesDeadlines = true
    isRemote = true
  }
}
