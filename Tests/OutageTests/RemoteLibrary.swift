import KinoCore
import KinoSQL
import KinoTestTools
import Kinothek
import Synchronization
import Testing

/// A library in a real database over one source that a server serves.
struct RemoteLibrary: Sendable {
  let adapter: HurriedAdapter
  let clock = ScaledClock()
  private let workspace = Workspace()
  private let library: MediaLibrary
  private let source: Source.ID

  /// Scans a source for the first time, and adds what a person makes of it.
  ///
  /// - Parameters:
  ///   - place: The source.
  ///   - adapter: What reaches it.
  ///   - credential: What the library presents, asked for at each connection.
  /// - Throws: What keeps the first scan from being made.
  init(
    _ place: SourceConfiguration,
    by adapter: any SourceAdapter,
    credential: @escaping @Sendable () -> SourceCredential?
  ) async throws {
    self.adapter = HurriedAdapter(adapter)
    var policy = ScanPolicy()
    policy.retryDelayLimit = .seconds(4)
    // The clock runs too fast for leases and heartbeats on a busy machine.
    policy.workLease = .seconds(900)
    policy.workHeartbeat = .seconds(86_400)
    library = try await MediaLibrary.open(
      directory: workspace.file("library"),
      adapters: [self.adapter],
      policy: policy,
      clock: clock,
      credentials: { _ in credential() }
    )
    source = try await library.sources.add(place).id
    try await expectGoodScan()
    try UserState.add(to: Connection(.file(workspace.file("library/library.sqlite"))))
  }

  /// Scans to the end.
  func scan() async -> ScanReport { await library.scan(source).report }

  /// Reads files until nothing is ready.
  func work() async -> WorkReport { await library.processPendingWork().report }

  /// Scans, and requires that all of the tree was seen.
  @discardableResult
  func expectGoodScan(_ location: SourceLocation = #_sourceLocation) async throws -> ScanReport {
    let report = await scan()
    let failure = String(describing: report.failure)
    try #require(report.state == .completed, "\(failure)", sourceLocation: location)
    #expect(report.counters.unreachableDirectories == 0, sourceLocation: location)
    return report
  }

  /// What the library holds now, all of its checks passed.
  func contents() throws -> Inspection {
    try #require(try DatabaseCopy.inspect(workspace.file("library"), in: workspace))
  }

  /// How many files are there whose paths begin so; names that differ in normalisation only are two.
  func count(below path: String) throws -> Int {
    try contents().contents.items.count { $0.availability == "present" && $0.path.hasPrefix(path) }
  }

  /// The source as the library knows it.
  func sourceNow() async throws -> Source { try await library.sources.get(source) }

  /// Spoils what is served, scans, and expects that nothing went missing; then heals it, scans once
  /// more, and expects every row as it was.
  func survive(
    _ name: String,
    _ spoil: () async throws -> Void,
    expecting outcome: WebFault.Outcome,
    thenHeal heal: () async throws -> Void
  ) async throws {
    let before = try contents()
    try await spoil()
    let report = await scan()
    outcome.check(report, of: name)
    expectKept(try contents(), since: before, "\(name): spoilt")
    try await heal()
    adapter.isHurried = false
    let healed = try await expectGoodScan()
    #expect(healed.added == 0 && healed.missing == 0, "\(name): \(healed)")
    let after = try contents()
    #expect(after.contents.present == before.contents.present, "\(name): healed")
    #expect(after.contents.held.isEmpty, "\(name): held")
    #expect(after.userState == before.userState, "\(name): user state")
    #expect(try await sourceNow().offlineSince == nil, "\(name): offline")
  }
}

/// Expects that every file is still there as the row that it was, and what people made with it.
func expectKept(_ now: Inspection, since before: Inspection, _ name: String) {
  #expect(now.contents.missing.isEmpty, "\(name): missing")
  #expect(
    now.contents.present.mapValues(\.id) == before.contents.present.mapValues(\.id),
    "\(name)"
  )
  #expect(now.contents.present.mapValues(\.uid) == before.contents.present.mapValues(\.uid))
  #expect(now.userState == before.userState, "\(name): user state")
}

/// An adapter with deadlines that a test can shorten.
final class HurriedAdapter: SourceAdapter {
  private let adapter: any SourceAdapter
  private let hurry = Mutex(false)

  init(_ adapter: any SourceAdapter) { self.adapter = adapter }

  var kind: String { adapter.kind }
  var enforcesConnectDeadline: Bool { true }

  /// Whether a session that is opened now gives up after a second, and not after a minute.
  var isHurried: Bool {
    get { hurry.withLock { $0 } }
    set { hurry.withLock { $0 = newValue } }
  }

  func connect(
    _ configuration: SourceConfiguration,
    credential: SourceCredential?
  ) async throws(SourceError) -> any SourceSession {
    var configuration = configuration
    let limit = Duration.seconds(isHurried ? 1 : 60)
    configuration.deadlines = .init(connect: limit, control: limit, page: limit, read: limit)
    return try await adapter.connect(configuration, credential: credential)
  }
}
