public import KinoCore

/// A fixture over a server that runs, or a folder of this machine, and an adapter that opens it.
///
/// With a folder that the server serves and that can be written to, trees are built in folders of
/// their own in there. Between the adapter and the server stands a proxy on this machine that makes
/// things go wrong. What neither can do is not run, with the reason.
///
/// ```swift
/// let fixture = ServerFixture(
///   MyAdapter(), opening: configuration, credential: credential, tree: "/srv/media/scratch")
/// let report = await ConformanceSuite(fixture: fixture).run()
/// await fixture.end()
/// ```
public struct ServerFixture: ConformanceFixture {
  /// The adapter's kind, and where the server is.
  public let name: String
  /// What the server can not do.
  public let exceptions: [Promise.ID: String]
  private let place: ServerPlace
  private let tree: ServerTree?

  /// Creates a fixture; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - adapter: What is checked.
  ///   - configuration: What opens the place. A location `scheme://host:port` is one of a server.
  ///   - credential: The right one; `nil` for a place that needs none.
  ///   - tree: The folder that the configuration opens, as this machine sees it; `nil` if trees can
  ///     not be built, so that only promises about any root are run.
  ///   - settling: How long the server may take to show what changed in the folder; that long is
  ///     waited after every change.
  ///   - exceptions: What the server can not do; see ``ServerLimits``.
  public init(
    _ adapter: any SourceAdapter,
    opening configuration: SourceConfiguration,
    credential: SourceCredential? = nil,
    tree: String? = nil,
    settling: Duration = .zero,
    exceptions: [Promise.ID: String] = [:]
  ) {
    name = "\(adapter.kind) at \(configuration.location)"
    place = ServerPlace(adapter: adapter, configuration: configuration, credential: credential)
    self.tree = tree.map { ServerTree(in: $0, settling: settling) }
    self.exceptions = exceptions
  }

  /// Builds a tree in a folder of its own, and starts a proxy that leads there.
  ///
  /// - Parameter tree: What to build; an empty tree without a folder to build in is the place itself.
  /// - Returns: The place that was built.
  /// - Throws: ``NotRun`` when it can not be built.
  public func makeSite(_ tree: [TreeNode]) async throws -> any ConformanceSite {
    guard let builder = self.tree else {
      guard tree.isEmpty else { throw NotRun("there is no folder to build trees in") }
      return ServerSite(place, folder: nil, builder: nil)
    }
    if place.location != nil, tree.contains(where: { $0.kind == .pipe }) {
      throw NotRun("the protocol has no word for a pipe")
    }
    let folder = try await builder.build(tree)
    return ServerSite(place, folder: folder, builder: builder)
  }

  /// Removes what was built and is still there, as after a run that was cancelled.
  ///
  /// - Returns: The folders that could not be removed, as absolute paths.
  @discardableResult
  public func end() async -> [String] { await tree?.end() ?? [] }
}

/// What every site of a fixture has in common.
struct ServerPlace: Sendable {
  let adapter: any SourceAdapter
  let configuration: SourceConfiguration
  let credential: SourceCredential?

  /// The server; `nil` for a folder of this machine.
  var location: ServerLocation? { ServerLocation(configuration.location) }

  /// The configuration for a folder below.
  func configuration(for folder: TreeFolder?) -> SourceConfiguration {
    guard let folder, let name = folder.path.split(separator: "/").last else {
      return configuration
    }
    var below = configuration
    below.rootPath += Array("/\(name)".utf8)
    if location == nil { below.location += "/\(name)" }
    return below
  }

  /// Starts a proxy before the server; looking up its name blocks.
  ///
  /// - Returns: The proxy, or the reason why there is none.
  func proxy(for configuration: SourceConfiguration) -> Result<FaultProxy, NotRun> {
    guard let location else { return .failure(NotRun("a folder has nothing in front of it")) }
    guard location.proxyHost != nil else {
      return .failure(
        NotRun("the server's certificate is not good for a proxy on this machine")
      )
    }
    let root =
      HTTPPath.names(in: location.path)
      + configuration.rootPath.split(separator: UInt8(ascii: "/")).map { Array($0) }
    let server = FaultProxy.Server(
      host: location.host,
      port: location.port,
      isPlain: location.visibility == .http,
      root: root
    )
    return Result { () throws(NotRun) in try FaultProxy(to: server) }
  }
}
