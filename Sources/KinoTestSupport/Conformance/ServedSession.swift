import KinoConformance
import KinoCore

/// A session with a ``MemoryServer``.
final class ServedSession: SourceSession {
  private let session: any SourceSession
  private let server: MemoryServer
  private let base: SourcePath

  init(_ session: any SourceSession, _ server: MemoryServer, _ base: SourcePath) {
    self.session = session
    self.server = server
    self.base = base
    server.hold(1)
  }

  deinit { server.hold(-1) }

  var capabilities: SourceCapabilities { session.capabilities }

  func rootIdentity() async throws(SourceError) -> RootIdentity {
    try await server.request(at: base) { () throws(SourceError) in
      try await session.rootIdentity()
    }
  }

  func stat(_ path: SourcePath) async throws(SourceError) -> SourceEntry {
    let place = base.joined(path)
    return try await server.request(at: place) { () throws(SourceError) in
      var entry = try await session.stat(place)
      if path.isRoot { entry.name = .root }
      return server.described(entry, at: place)
    }
  }

  func list(_ request: ListRequest) async throws(SourceError) -> any DirectoryLister {
    let place = base.joined(request.path)
    return try await server.request(at: place, isListing: true) { () throws(SourceError) in
      try renewHandle(of: place)
      var request = request
      request.path = place
      return ServedLister(try await session.list(request), server, place, request.pageLimit)
    }
  }

  func open(
    _ path: SourcePath,
    locator: [UInt8]?,
    expecting expected: FileFingerprint?
  ) async throws(SourceError) -> any SourceReader {
    let place = base.joined(path)
    return try await server.request(at: place) { () throws(SourceError) in
      // Links in a tree of memory lead nowhere.
      let reader = try await session.open(place, locator: nil, expecting: expected)
      return ServedReader(reader, server, place)
    }
  }

  func watch(_ request: WatchRequest) async throws(SourceError) -> ChangeWatch {
    guard capabilities.watch != .none else { throw SourceError(.unsupported, scope: .root) }
    return try await server.request(at: base) { [server, base] () throws(SourceError) in
      server.source.watch(base, request)
    }
  }

  func close() async { await session.close() }

  private func renewHandle(of place: SourcePath) throws(SourceError) {
    _ = server.take(.staleDirectory(place, lasting: false))
    if server.has(.staleDirectory(place, lasting: true)) {
      throw SourceError(.staleHandle, scope: .directory, path: place)
    }
  }
}

extension SourcePath {
  /// This path and another below it.
  fileprivate func joined(_ path: SourcePath) -> SourcePath {
    SourcePath(components: components + path.components)
  }
}
