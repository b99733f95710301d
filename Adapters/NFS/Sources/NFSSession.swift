import KinoCore
internal import Synchronization

/// An open directory on an NFS server.
final class NFSSession: SourceSession {
  let capabilities: SourceCapabilities
  let dialect: any NFSDialect
  let deadlines: SourceConfiguration.Deadlines
  /// The file system of the root, in which file numbers are taken as they are.
  let home: FileFacts.FileSystem?
  let readLimit: Int
  private let loop: RPCLoop
  private let names: [[UInt8]]
  private let firstRoot: FileFacts
  private let root: Mutex<FileHandle>
  private let isClosed = Atomic(false)

  init(
    _ loop: RPCLoop,
    _ dialect: any NFSDialect,
    root: FoundRoot,
    names: [[UInt8]],
    deadlines: SourceConfiguration.Deadlines,
    concurrency: Int
  ) {
    self.loop = loop
    self.dialect = dialect
    self.deadlines = deadlines
    self.names = names
    home = root.node.facts.fileSystem
    firstRoot = root.node.facts
    readLimit = root.traits.readLimit
    self.root = Mutex(root.node.handle)
    capabilities = SourceCapabilities(root.traits, concurrency: concurrency)
  }

  func rootIdentity() async throws(SourceError) -> RootIdentity {
    let facts = try await find(.root, until: .now + deadlines.control).facts
    return facts.identity
  }

  func stat(_ path: SourcePath) async throws(SourceError) -> SourceEntry {
    let facts = try await find(path, until: .now + deadlines.control).facts
    return SourceEntry(path.lastComponent ?? .root, facts, below: nil, home: home)
  }

  func list(_ request: ListRequest) async throws(SourceError) -> any DirectoryLister {
    try checkOpen()
    return NFSLister(request, in: self)
  }

  func open(
    _ path: SourcePath,
    locator: [UInt8]?,
    expecting expected: FileFingerprint?
  ) async throws(SourceError) -> any SourceReader {
    let node = try await find(path, until: .now + deadlines.control)
    switch node.facts.kind {
    case .file: break
    case .directory: throw SourceError(.isADirectory, path: path)
    case .symlink, .other, .unknown: throw SourceError(.unsupported, path: path)
    }
    guard expected?.agrees(with: FileFingerprint(node.facts)) ?? true else {
      throw SourceError(.changedDuringRead, path: path)
    }
    return NFSReader(path, node, in: self)
  }

  func close() async {
    isClosed.store(true, ordering: .relaxed)
    loop.stop()
  }

  // MARK: Calls

  /// Looks at a path.
  func find(
    _ path: SourcePath,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) -> Node {
    try await perform(path, path.isRoot ? .root : .entry, until: deadline) {
      root throws(NFSFailure) in
      try await self.dialect.find(path.names, below: root, until: deadline)
    }
  }

  /// Begins to list a directory.
  func openDirectory(
    _ path: SourcePath,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) -> OpenedDirectory {
    try await perform(path, path.isRoot ? .root : .directory, until: deadline) {
      root throws(NFSFailure) in
      try await self.dialect.openDirectory(path.names, below: root, until: deadline)
    }
  }

  func checkOpen() throws(SourceError) {
    guard !isClosed.load(ordering: .relaxed) else {
      throw SourceError(.unavailable, retry: .permanent)
    }
  }

  /// Makes a call that begins at the root.
  ///
  /// A stale handle is given a second chance: the root is looked up anew, once. Whether something is
  /// really not there is decided by whether the root is.
  private func perform<Value: Sendable>(
    _ path: SourcePath,
    _ scope: SourceError.Scope,
    until deadline: ContinuousClock.Instant,
    _ call: (FileHandle) async throws(NFSFailure) -> Value
  ) async throws(SourceError) -> Value {
    try checkOpen()
    let handle = root.withLock { $0 }
    do throws(NFSFailure) {
      return try await call(handle)
    } catch {
      guard error.isStale || error == .status(NFSStatus.noEntry) else {
        throw SourceError(error, at: path, scope: scope)
      }
      let current = try await confirmRoot(handle, until: deadline)
      guard error.isStale else { throw SourceError(error, at: path, scope: scope) }
      do throws(NFSFailure) {
        return try await call(current)
      } catch {
        throw SourceError(error, at: path, scope: scope)
      }
    }
  }

  /// Makes sure that the root is there and the same as ever.
  ///
  /// - Returns: Its handle, looked up anew if the old one is stale.
  /// - Throws: ``KinoCore/SourceError``: `sourceMissing` when it is not, whatever the server says.
  private func confirmRoot(
    _ handle: FileHandle,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) -> FileHandle {
    do throws(NFSFailure) {
      do throws(NFSFailure) {
        let facts = try await dialect.find([], below: handle, until: deadline).facts
        if facts.mayBe(firstRoot) { return handle }
      } catch {
        guard error.isStale else { throw error }
      }
      let found = try await dialect.findRoot(names, until: deadline).node
      guard found.facts.mayBe(firstRoot) else { throw .status(NFSStatus.noEntry) }
      root.withLock { $0 = found.handle }
      return found.handle
    } catch {
      var translated = SourceError(error, at: .root, scope: .root)
      if translated.kind == .staleHandle { translated.kind = .sourceMissing }
      throw translated
    }
  }
}

extension SourcePath {
  /// The bytes of the names from the root down.
  fileprivate var names: [[UInt8]] { components.map(\.bytes) }
}
