import KinoCore
internal import Synchronization

/// An open folder on a WebDAV server.
final class WebDAVSession: SourceSession {
  let capabilities: SourceCapabilities
  private let client: WebDAVClient
  private let root: RootProbe.Root
  private let deadlines: SourceConfiguration.Deadlines
  private let limits: MultistatusLimits
  private let isClosed = Atomic(false)

  init(
    _ client: WebDAVClient,
    root: RootProbe.Root,
    deadlines: SourceConfiguration.Deadlines,
    limits: MultistatusLimits,
    concurrency: Int
  ) {
    self.client = client
    self.root = root
    self.deadlines = deadlines
    self.limits = limits
    capabilities = SourceCapabilities(root.traits, concurrency: concurrency)
  }

  func rootIdentity() async throws(SourceError) -> RootIdentity {
    let properties = try await facts(of: .root).properties
    guard root.traits.hasFileIDs, let id = properties.fileID else { return .unknown }
    return .identity(id)
  }

  func stat(_ path: SourcePath) async throws(SourceError) -> SourceEntry {
    let facts = try await facts(of: path)
    let name = path.lastComponent ?? .root
    return SourceEntry(name: name, facts, root.traits)
  }

  func list(_ request: ListRequest) async throws(SourceError) -> any DirectoryLister {
    try checkOpen()
    return WebDAVLister(request, in: self, within: deadlines.page)
  }

  func open(
    _ path: SourcePath,
    locator: [UInt8]?,
    expecting expected: FileFingerprint?
  ) async throws(SourceError) -> any SourceReader {
    let facts = try await facts(of: path)
    switch facts.kind {
    case .file, .unknown: break
    case .directory: throw SourceError(.isADirectory, path: path)
    case .symlink, .other: throw SourceError(.unsupported, path: path)
    }
    let properties = facts.properties
    let found = FileFingerprint(
      size: properties.size,
      modifiedAt: properties.modifiedAt,
      etag: properties.etag
    )
    guard expected?.agrees(with: found) ?? true else {
      throw SourceError(.changedDuringRead, path: path)
    }
    return WebDAVReader(
      path,
      at: root.place.address(of: path, asDirectory: false),
      client: client,
      known: found,
      deadline: deadlines.read
    )
  }

  func close() async {
    isClosed.store(true, ordering: .relaxed)
    client.close()
  }

  // MARK: Requests

  private func facts(of path: SourcePath) async throws(SourceError) -> ResourceFacts {
    try checkOpen()
    let deadline = ContinuousClock.now + deadlines.control
    let scope = path.isRoot ? SourceError.Scope.root : .entry
    do throws(SourceError) {
      let query = ResourceQuery(client: client, limits: limits)
      let answer = try await query.ask(
        root.place.address(of: path, asDirectory: false),
        properties,
        named: root.place.serverPath(of: path),
        at: path,
        scope: scope,
        until: deadline
      )
      return answer.facts
    } catch {
      throw await confirmed(error, at: path, until: deadline)
    }
  }

  /// Begins to list a directory.
  ///
  /// A file by a name with a slash is not there for some servers, bad or forbidden for others, and
  /// some do not know directories by such names: then the name without it decides.
  func beginListing(
    _ path: SourcePath,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) -> Reply {
    try checkOpen()
    let scope = path.isRoot ? SourceError.Scope.root : .directory
    do throws(SourceError) {
      do throws(SourceError) {
        let address = root.place.address(of: path, asDirectory: true)
        return try await list(address, at: path, scope: scope, until: deadline)
      } catch {
        guard !path.isRoot, error.mayComeFromSlash else { throw error }
        let address = root.place.address(of: path, asDirectory: false)
        guard let reply = try? await list(address, at: path, scope: scope, until: deadline) else {
          throw error
        }
        return reply
      }
    } catch {
      throw await confirmed(error, at: path, until: deadline)
    }
  }

  /// Asks for a directory's members, or for the next part of them.
  func list(
    _ address: WebAddress,
    at path: SourcePath,
    scope: SourceError.Scope,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) -> Reply {
    try await client.send(
      .propfind(depth: 1, properties),
      to: address,
      at: path,
      scope: scope,
      until: deadline
    )
  }

  /// What a listing of a directory is made with.
  func assembler(for path: SourcePath) -> ListingAssembler {
    ListingAssembler(
      path,
      base: root.place.serverPath(of: path),
      traits: root.traits
    )
  }

  /// Parses an answer into a listing.
  func stream(
    _ reply: Reply,
    at path: SourcePath,
    into assembler: ListingAssembler
  ) -> MultistatusStream {
    let scope = path.isRoot ? SourceError.Scope.root : .directory
    return MultistatusStream(reply, limits: limits, at: path, scope: scope) { assembler.take($0) }
  }

  private var properties: PropertyQuery { root.traits.hasFileIDs ? .withFileIDs : .usual }

  private func checkOpen() throws(SourceError) {
    guard !isClosed.load(ordering: .relaxed) else {
      throw SourceError(.unavailable, retry: .permanent)
    }
  }

  /// Makes sure that a failure is that of a path: when the root fails as well, it is the source's.
  ///
  /// A server whose storage is gone answers 404 for everything, and one that is gone answers
  /// nothing, as others do for a directory that they can not read.
  private func confirmed(
    _ error: SourceError,
    at path: SourcePath,
    until deadline: ContinuousClock.Instant
  ) async -> SourceError {
    let isSilence = error.underlying == Self.silence
    guard !path.isRoot, error.kind == .notFound || isSilence else { return error }
    do throws(SourceError) {
      _ = try await ResourceQuery(client: client, limits: limits).ask(
        root.place.address,
        .usual,
        named: root.place.serverPath,
        at: .root,
        scope: .root,
        until: deadline
      )
      return error
    } catch let rootError {
      return rootError
    }
  }

  private static let silence = SourceError.Underlying(
    domain: "curl",
    code: Int64(TransferFailure.gotNothing)
  )
}

extension SourceError {
  /// Whether a server may have refused a name only because it ends with a slash.
  var mayComeFromSlash: Bool {
    underlying?.domain == "http" && [400, 403, 404].contains(underlying?.code)
  }
}
