internal import KinoBlocking
import KinoCore
internal import Synchronization

/// A folder that is open as a source.
final class LocalSession: SourceSession {
  let capabilities: SourceCapabilities
  private let root: OpenRoot
  private let calls: BlockingCalls
  private let deadlines: SourceConfiguration.Deadlines
  private let isClosed = Atomic(false)

  init(_ root: OpenRoot, deadlines: SourceConfiguration.Deadlines, pool: BlockingPool) {
    self.root = root
    self.deadlines = deadlines
    capabilities = SourceCapabilities(of: root.folder.fileSystem)
    let threads = LocalAdapter.concurrency
    calls =
      root.folder.fileSystem.isRemote
      ? .abandonable(BlockingPool(name: "kino-mount", threadLimit: threads))
      : .inline(pool)
  }

  var executor: (any TaskExecutor)? { calls.executor }

  func rootIdentity() async throws(SourceError) -> RootIdentity {
    let root = try openRoot()
    return try await calls.run(within: deadlines.control, at: .root) { () throws(SourceError) in
      do throws(SystemError) {
        return try root.folder.currentIdentity()
      } catch {
        throw SourceError(root: error)
      }
    }
  }

  func stat(_ path: SourcePath) async throws(SourceError) -> SourceEntry {
    let root = try openRoot()
    return try await calls.run(within: deadlines.control, at: path) { () throws(SourceError) in
      try root.entry(at: path)
    }
  }

  func list(_ request: ListRequest) async throws(SourceError) -> any DirectoryLister {
    let root = try openRoot()
    let listing = try await calls.run(within: deadlines.page, at: request.path) {
      () throws(SourceError) in
      try DirectoryListing(of: request.path, pageLimit: request.pageLimit, in: root)
    }
    return LocalLister(listing, calls: calls, deadline: deadlines.page)
  }

  func open(
    _ path: SourcePath,
    locator: [UInt8]?,
    expecting expected: FileFingerprint?
  ) async throws(SourceError) -> any SourceReader {
    let root = try openRoot()
    let file = try await calls.run(within: deadlines.control, at: path) { () throws(SourceError) in
      try OpenFile(path, in: root, expecting: expected)
    }
    return LocalReader(file, calls: calls, deadline: deadlines.read)
  }

  func watch(_ request: WatchRequest) async throws(SourceError) -> ChangeWatch {
    let root = try openRoot()
    guard capabilities.watch != .none else { throw SourceError(.unsupported, scope: .root) }
    return try await FolderWatcher.begin(root, request)
  }

  func close() async {
    isClosed.store(true, ordering: .relaxed)
  }

  private func openRoot() throws(SourceError) -> OpenRoot {
    guard !isClosed.load(ordering: .relaxed) else {
      throw SourceError(.unavailable, retry: .permanent)
    }
    return root
  }
}

extension SourceCapabilities {
  /// What a folder on a file system can do.
  init(of fileSystem: FileSystem) {
    self.init()
    stableID = StableIDCapability(
      scope: .source,
      survivesRename: fileSystem.keepsFileNumbers,
      reusedAfterDelete: true
    )
    caseSensitivity = fileSystem.caseSensitivity
    normalisation = fileSystem.normalisation
    modificationPrecision = fileSystem.modificationPrecision
    ranges = .any
    symlinks = .visible
    maxConcurrentOperations = LocalAdapter.concurrency
    enforcesDeadlines = true
    watch = fileSystem.tellsOfChanges ? .hints : .none
    isRemote = fileSystem.isRemote
  }
}
