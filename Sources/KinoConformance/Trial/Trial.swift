import KinoCore
internal import Synchronization

/// One check of one promise: what it built, and what it measures with.
final class Trial: Sendable {
  let options: ConformanceOptions
  private let fixture: any ConformanceFixture
  private let sites = Mutex<[WatchedSite]>([])

  init(_ fixture: any ConformanceFixture, _ options: ConformanceOptions) {
    self.fixture = fixture
    self.options = options
  }

  /// Whether the source lists names with a leading dot; one that does not declares it.
  var listsHiddenNames: Bool { fixture.exceptions[42] == nil }

  /// Builds a tree.
  func site(_ tree: [TreeNode] = []) async throws -> WatchedSite {
    let site = WatchedSite(try await fixture.makeSite(tree))
    sites.withLock { $0.append(site) }
    return site
  }

  /// Why nothing was found out although the check came to its end: a fault did nothing.
  ///
  /// - Parameter hasFailed: Whether the check found something broken; see
  ///   ``WatchedSite/unfelt(isAsked:)``.
  /// - Returns: The reason; `nil` when every fault did something.
  func vacuity(hasFailed: Bool) async -> NotRun? {
    for site in sites.withLock(\.self) {
      guard let fault = await site.unfelt(isAsked: hasFailed) else { continue }
      return NotRun("no request and no answer felt the fault \(fault.name)")
    }
    return nil
  }

  /// Takes away what was built.
  func end() async {
    let built = sites.withLock { sites in
      defer { sites = [] }
      return sites
    }
    for site in built {
      await site.endFaults()
      await site.dispose()
    }
  }

  /// The adapter of a site, without the declarations that the options take back.
  func adapter(of site: any ConformanceSite) -> any SourceAdapter {
    guard !options.undeclared.isEmpty else { return site.adapter }
    return UndeclaringAdapter(site.adapter, undeclared: options.undeclared)
  }

  /// Connects as the engine does, layers included; no call is tried again, so that a failure is seen.
  func connect(
    to site: any ConformanceSite,
    _ configuration: SourceConfiguration? = nil,
    as credential: SourceCredential?? = nil,
    policy: SourcePolicy = .single,
    pacer: SourcePacer? = nil
  ) async throws(SourceError) -> any SourceSession {
    try await adapter(of: site).connectLayered(
      configuration ?? site.shortConfiguration,
      credential: credential ?? site.credential,
      policy: policy,
      pacer: pacer
    )
  }

  /// Connects without the layers, which hide what adapters do after the end of a listing.
  func connectBare(to site: any ConformanceSite) async throws(SourceError) -> any SourceSession {
    try await adapter(of: site).connect(site.shortConfiguration, credential: site.credential)
  }

  /// Builds a tree and connects to it.
  func session(
    _ tree: [TreeNode] = []
  ) async throws -> (any ConformanceSite, any SourceSession) {
    let site = try await site(tree)
    return (site, try await connect(to: site))
  }

  /// Runs something, and goes on without it when it takes too long.
  ///
  /// - Parameters:
  ///   - bound: What it may take; the slack is added.
  ///   - what: What is broken when it takes longer.
  ///   - body: What to run.
  /// - Returns: What it returned.
  /// - Throws: ``BrokenPromise`` when it took too long, and what it threw.
  @discardableResult
  func within<Value: Sendable>(
    _ bound: Duration,
    _ what: String,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let result = await TimeLimit.run(for: bound + options.slack, body) else {
      throw BrokenPromise("\(what): not over after \(bound) and \(options.slack) of slack")
    }
    return try result.get()
  }
}

extension ConformanceSite {
  /// The configuration with deadlines that a check can wait for.
  var shortConfiguration: SourceConfiguration {
    var configuration = configuration
    configuration.deadlines = .init(
      connect: .seconds(10),
      control: .seconds(10),
      page: .seconds(20),
      read: .seconds(20)
    )
    return configuration
  }

  /// ``shortConfiguration`` with the same deadline for everything but connecting.
  func configuration(deadline: Duration, connect: Duration = .seconds(10)) -> SourceConfiguration {
    var configuration = configuration
    configuration.deadlines = .init(
      connect: connect,
      control: deadline,
      page: deadline,
      read: deadline
    )
    return configuration
  }
}

extension SourcePolicy {
  /// Tries once, and does not wait where a source asks for it.
  static var single: SourcePolicy {
    var policy = SourcePolicy()
    policy.retries = 0
    policy.longestRetryAfter = .milliseconds(50)
    policy.pacing = .milliseconds(1) ... .milliseconds(2)
    return policy
  }
}
