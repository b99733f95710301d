import KinoCore
internal import Synchronization

/// A session with a ``MemorySource``.
final class MemorySession: SourceSession {
  private let source: MemorySource
  private let isClosed = Atomic(false)

  init(_ source: MemorySource) {
    self.source = source
  }

  var capabilities: SourceCapabilities { source.capabilities }

  func rootIdentity() async throws(SourceError) -> RootIdentity {
    try await answer(.rootIdentity, .root) { state throws(SourceError) in
      guard state.tree.hasRoot else { throw SourceError(.sourceMissing) }
      return state.identity
    }
  }

  func stat(_ path: SourcePath) async throws(SourceError) -> SourceEntry {
    try await answer(.stat, path) { state throws(SourceError) in try state.entry(at: path) }
  }

  func list(_ request: ListRequest) async throws(SourceError) -> any DirectoryLister {
    try await answer(.list, request.path) { state throws(SourceError) in
      let entry = try state.entry(at: request.path)
      guard entry.kind == .directory else {
        throw SourceError(.notADirectory, path: request.path)
      }
      state.openListers += 1
    }
    return MemoryLister(source, request)
  }

  func open(
    _ path: SourcePath,
    locator: [UInt8]?,
    expecting expected: FileFingerprint?
  ) async throws(SourceError) -> any SourceReader {
    let entry = try await answer(.open, path) { state throws(SourceError) in
      try state.entry(at: path)
    }
    switch entry.kind {
    case .file: break
    case .directory: throw SourceError(.isADirectory, path: path)
    default: throw SourceError(.unsupported, path: path)
    }
    guard expected?.agrees(with: FileFingerprint(entry)) ?? true else {
      throw SourceError(.changedDuringRead, path: path)
    }
    return MemoryReader(source, path, expecting: FileFingerprint(entry))
  }

  func watch(_ request: WatchRequest) async throws(SourceError) -> ChangeWatch {
    guard capabilities.watch != .none else { throw SourceError(.unsupported, scope: .root) }
    return source.watch(.root, request)
  }

  func close() async {
    isClosed.store(true, ordering: .relaxed)
    // Closing can not fail, and a source that is away does not keep a session open.
    try? await source.answer(.close, .root) { _ in }
  }

  private func answer<Value: Sendable>(
    _ operation: SourceCall.Operation,
    _ path: SourcePath,
    _ body: @Sendable (inout MemorySource.State) throws(SourceError) -> Value
  ) async throws(SourceError) -> Value {
    guard !isClosed.load(ordering: .relaxed) else { throw SourceError(.unavailable) }
    return try await source.answer(operation, path, body)
  }
}

extension MemorySource.State {
  /// The entry at a path, as the declared capabilities allow to see it.
  func entry(at path: SourcePath) throws(SourceError) -> SourceEntry {
    guard let entry = tree.entries[path] else {
      throw SourceError(path.isRoot ? .sourceMissing : .notFound, path: path)
    }
    return visible(entry)
  }

  func visible(_ entry: SourceEntry) -> SourceEntry {
    guard capabilities.stableID == .none else { return entry }
    var entry = entry
    entry.stableID = nil
    return entry
  }
}
