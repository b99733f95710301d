import KinoCore
import KinoTestSupport
import Synchronization

/// A sound adapter that breaks one promise.
struct AlteredAdapter: SourceAdapter {
  let adapter: any SourceAdapter
  let server: MemoryServer
  let alteration: Alteration

  var kind: String { adapter.kind }

  var enforcesConnectDeadline: Bool { alteration.enforcesConnectDeadline }

  func connect(
    _ configuration: SourceConfiguration,
    credential: SourceCredential?
  ) async throws(SourceError) -> any SourceSession {
    let session = try await alteration.connect(configuration, credential, server) {
      [adapter] (configuration, credential) throws(SourceError) in
      try await adapter.connect(configuration, credential: credential)
    }
    return AlteredSession(session: session, server: server, alteration: alteration)
  }
}

private struct AlteredSession: SourceSession {
  let session: any SourceSession
  let server: MemoryServer
  let alteration: Alteration

  var capabilities: SourceCapabilities { alteration.capabilities(session.capabilities) }

  func rootIdentity() async throws(SourceError) -> RootIdentity {
    try await alteration.identity { () throws(SourceError) in try await session.rootIdentity() }
  }

  func stat(_ path: SourcePath) async throws(SourceError) -> SourceEntry {
    try await alteration.stat(path, server) { () throws(SourceError) in
      try await session.stat(path)
    }
  }

  func list(_ request: ListRequest) async throws(SourceError) -> any DirectoryLister {
    let lister = try await alteration.list(request, server) { () throws(SourceError) in
      try await session.list(request)
    }
    return AlteredLister(lister, request, alteration)
  }

  func open(
    _ path: SourcePath,
    locator: [UInt8]?,
    expecting expected: FileFingerprint?
  ) async throws(SourceError) -> any SourceReader {
    let reader = try await alteration.open(path, expected) {
      (expected: FileFingerprint?) throws(SourceError) in
      try await session.open(path, locator: locator, expecting: expected)
    }
    return AlteredReader(reader: reader, path: path, server: server, alteration: alteration)
  }

  func watch(_ request: WatchRequest) async throws(SourceError) -> ChangeWatch {
    try await alteration.watch { () throws(SourceError) in try await session.watch(request) }
  }

  func close() async {
    if alteration.isClosing { await session.close() }
  }
}

private final class AlteredLister: DirectoryLister {
  private let lister: any DirectoryLister
  private let request: ListRequest
  private let alteration: Alteration
  private let count = Mutex(0)

  init(_ lister: any DirectoryLister, _ request: ListRequest, _ alteration: Alteration) {
    self.lister = lister
    self.request = request
    self.alteration = alteration
  }

  func next() async throws(SourceError) -> DirectoryPage {
    let number = count.withLock { count in
      defer { count += 1 }
      return count
    }
    return try await alteration.page(request, number) { () throws(SourceError) in
      try await lister.next()
    }
  }
}

private final class AlteredReader: SourceReader {
  private let reader: any SourceReader
  private let path: SourcePath
  private let server: MemoryServer
  private let alteration: Alteration

  init(reader: any SourceReader, path: SourcePath, server: MemoryServer, alteration: Alteration) {
    self.reader = reader
    self.path = path
    self.server = server
    self.alteration = alteration
  }

  func read(at offset: Int64, count: Int) async throws(SourceError) -> [UInt8] {
    let reading = Reading(path: path, offset: offset, count: count, server: server) {
      [reader] (offset: Int64, count: Int) throws(SourceError) in
      try await reader.read(at: offset, count: count)
    }
    return try await alteration.read(reading)
  }

  func close() async { await reader.close() }
}
