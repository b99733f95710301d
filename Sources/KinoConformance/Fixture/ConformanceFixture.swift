public import KinoCore

/// What an adapter is checked with: it builds trees, brings the adapter, and makes things go wrong.
///
/// Only ``name`` and ``makeSite(_:)`` are required. Whatever a fixture can not do it answers with
/// ``NotRun``; promises that need it are then reported as not run, with its reason.
public protocol ConformanceFixture: Sendable {
  /// What is checked, for reports.
  var name: String { get }

  /// Promises that this source can not keep by its nature, each with the reason.
  ///
  /// They are declared here so that they are reported, not run and not silently left out.
  var exceptions: [Promise.ID: String] { get }

  /// Builds a tree in a root of its own, which nothing else uses.
  ///
  /// - Parameter tree: What to build. The directories that lead to a node are made without being
  ///   named. An empty tree asks for a root, whatever is in it.
  /// - Returns: The place that was built.
  /// - Throws: ``NotRun`` when the tree can not be built here.
  func makeSite(_ tree: [TreeNode]) async throws -> any ConformanceSite
}

extension ConformanceFixture {
  /// None.
  public var exceptions: [Promise.ID: String] { [:] }
}

/// A tree that a fixture built, with the way to it.
///
/// All but the first four and the last members may throw ``NotRun``, and do by default.
public protocol ConformanceSite: Sendable {
  /// The adapter to check.
  var adapter: any SourceAdapter { get }

  /// What opens the site's root.
  ///
  /// Read anew after a fault was injected, which may lead to another address. Checks
  /// shorten its deadlines.
  var configuration: SourceConfiguration { get }

  /// The right credential; `nil` for a source that needs none.
  var credential: SourceCredential? { get }

  /// Takes the site away. Called once, whatever happened, also while faults are in force.
  func dispose() async

  /// A credential of the same method that the source must refuse.
  func wrongCredential() throws -> SourceCredential

  /// Changes the tree, as somebody else who uses the source would.
  func apply(_ change: TreeChange) async throws

  /// Makes something go wrong from now on.
  func inject(_ fault: Fault) async throws

  /// Ends every fault, but for those that ended what can not come back.
  func endFaults() async

  /// What the server saw.
  func traffic() async throws -> Traffic

  /// How often each fault that was injected did something, ended ones included: a request that was
  /// refused, an answer that was changed. `nil` where nobody counts, by default.
  ///
  /// A check whose fault did nothing has found nothing out, and counts as not run.
  func appliedFaults() async -> [Fault: Int]?
}

extension ConformanceSite {
  /// Reports that the source takes no credentials.
  public func wrongCredential() throws -> SourceCredential {
    throw NotRun("the source takes no credentials")
  }

  /// Reports that the tree can not be changed.
  public func apply(_ change: TreeChange) async throws {
    throw NotRun("the fixture can not change its tree")
  }

  /// Reports that the fault is beyond the fixture.
  public func inject(_ fault: Fault) async throws {
    throw NotRun("the fixture can not inject: \(fault.name)")
  }

  /// Ends nothing.
  public func endFaults() async {}

  /// Reports that nothing is counted.
  public func traffic() async throws -> Traffic {
    throw NotRun("the fixture does not count requests")
  }

  /// Nobody counts.
  public func appliedFaults() async -> [Fault: Int]? { nil }
}
