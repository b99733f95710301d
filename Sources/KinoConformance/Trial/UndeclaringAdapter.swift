import KinoCore

/// An adapter that declares less than the one it wraps, and keeps to what it declares.
struct UndeclaringAdapter: SourceAdapter {
  private let adapter: any SourceAdapter
  private let undeclared: Set<CapabilityToggle>

  init(_ adapter: any SourceAdapter, undeclared: Set<CapabilityToggle>) {
    self.adapter = adapter
    self.undeclared = undeclared
  }

  var kind: String { adapter.kind }

  var enforcesConnectDeadline: Bool { adapter.enforcesConnectDeadline }

  func connect(
    _ configuration: SourceConfiguration,
    credential: SourceCredential?
  ) async throws(SourceError) -> any SourceSession {
    let session = try await adapter.connect(configuration, credential: credential)
    return UndeclaringSession(session, undeclared: undeclared)
  }
}

private struct UndeclaringSession: SourceSession {
  let session: any SourceSession
  let undeclared: Set<CapabilityToggle>

  init(_ session: any SourceSession, undeclared: Set<CapabilityToggle>) {
    self.session = session
    self.undeclared = undeclared
  }

  var capabilities: SourceCapabilities {
    undeclared.reduce(session.capabilities) { $1.removed(from: $0) }
  }

  var executor: (any TaskExecutor)? { session.executor }

  func rootIdentity() async throws(SourceError) -> RootIdentity {
    try await session.rootIdentity()
  }

  func stat(_ path: SourcePath) async throws(SourceError) -> SourceEntry {
    try await session.stat(path).without(undeclared)
  }

  func list(_ request: ListRequest) async throws(SourceError) -> any DirectoryLister {
    UndeclaringLister(try await session.list(request), undeclared: undeclared)
  }

  func open(
    _ path: SourcePath,
    locator: [UInt8]?,
    expecting expected: FileFingerprint?
  ) async throws(SourceError) -> any SourceReader {
    try await session.open(path, locator: locator, expecting: expected)
  }

  func watch(_ request: WatchRequest) async throws(SourceError) -> ChangeWatch {
    try await session.watch(request)
  }

  func close() async { await session.close() }
}

private final class UndeclaringLister: DirectoryLister {
  private let lister: any DirectoryLister
  private let undeclared: Set<CapabilityToggle>

  init(_ lister: any DirectoryLister, undeclared: Set<CapabilityToggle>) {
    self.lister = lister
    self.undeclared = undeclared
  }

  func next() async throws(SourceError) -> DirectoryPage {
    var page = try await lister.next()
    page.entries = page.entries.map { $0.without(undeclared) }
    return page
  }
}

extension SourceEntry {
  /// The entry without what is no longer declared.
  func without(_ undeclared: Set<CapabilityToggle>) -> SourceEntry {
    var entry = self
    if undeclared.contains(.stableIDs) { entry.stableID = nil }
    if undeclared.contains(.etags) { entry.etag = nil }
    if undeclared.contains(.modificationTimes) { entry.modifiedAt = nil }
    return entry
  }
}
