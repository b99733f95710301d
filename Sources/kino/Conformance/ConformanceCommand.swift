import KinoCommand
import KinoConformance
import KinoCore

/// `kino conformance`: whether an adapter keeps its promises at a place.
struct ConformanceCommand: Subcommand {
  static let name = "conformance"
  static let operands = "URL|DIR"
  static let summary = "Check which of its 106 promises an adapter keeps at a place."
  static let opensPlaces = true
  /// What was built in the tree is removed first.
  static let grace: Duration? = .seconds(10)
  static let details = """
    Without --tree nothing is written anywhere, and only promises about any root are
    checked. With it, small trees are built in new folders named kino-conformance-* in DIR
    and removed again, also after Ctrl-C. A server that shows what changes in DIR only
    after a while needs --settle: rclone with --dir-cache-time 50ms takes --settle 100.

    Between the adapter and an http server stands a proxy on this machine that refuses,
    stalls, cuts off, delays and changes what is said, and counts requests. Of encrypted
    connections, and of smb and nfs, it sees nothing: promises that take more than a broken
    connection are skipped there. An nfs server must take unprivileged ports and be opened
    with ?version=4, or on this machine with ?version=3&mount-port=PORT.

    With --toggle a tree is listed, and what passed is checked, once more without each of
    the named declarations: stableIDs, etags, ranges, modificationTimes, nameRules,
    concurrency, deadlines, watching, or all of them. Nothing may rely on what is not
    declared: what comes out differently is a failure. Each takes as long as the first run.

    A line for each promise: passed, failed with what happened, or skipped with what is
    lacking to check it, also where its fault was never felt; then N passed, N failed, N
    skipped. With --json an object: place, server, passed, failed, skipped, cancelled,
    promises, an array of number, group, promise, outcome, reason and seconds, and
    comparisons, an array of declaration, outcome (same, failed, skipped), reason, and
    differences with promise (null for the listing) and reason.

    Exit status: 0 nothing failed and something passed; 1 a promise is broken, or none
    could be checked; 2 usage; 130 cancelled.
    """
  static let options =
    [
      CommandOption("--tree", value: "DIR", "The folder that the place shows, to build trees in."),
      CommandOption(
        "--settle",
        value: "MS",
        "Wait so many milliseconds, up to 60000, after changes."
      ),
      CommandOption("--only", value: "N,N", "Check only the promises with these numbers."),
      CommandOption(
        "--toggle",
        value: "NAME,NAME|all",
        "Compare with what comes without these declarations."
      ),
      CommandOption(
        "--server",
        value: "NAME",
        "Take the server for NAME (nginx, lighttpd, …) where it does not say what it is."
      ),
      CommandOption("--json", "Print an object in the end, and nothing before."),
    ] + Place.options + Secret.options

  private let place: Place
  private let credential: SourceCredential?
  private let tree: String?
  private let settling: Duration
  private let promises: [Promise]
  private let toggles: [CapabilityToggle]
  private let server: String?
  private let printsJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    place = try Place(try arguments.onlyOperand(Self.operands), arguments)
    try Self.checkWay(to: place.configuration)
    tree = try Self.tree(arguments, of: place)
    settling = .milliseconds(try arguments.number("--settle", in: 0...60_000) ?? 0)
    promises = try Self.promises(arguments.value("--only"))
    toggles = try Self.toggles(arguments.value("--toggle"))
    server = arguments.value("--server")
    printsJSON = arguments.has("--json")
    credential = try Secret.credential(for: place, arguments)
  }

  func run() async -> ExitCode {
    var product = server
    if product == nil { product = await ServerLimits.product(at: place.configuration) }
    let fixture = ServerFixture(
      place.adapter,
      opening: place.configuration,
      credential: credential,
      tree: tree,
      settling: settling,
      exceptions: (product.map { ServerLimits.exceptions(of: $0) } ?? [:])
        .merging(ServerLimits.exceptions(of: place.configuration)) { product, _ in product }
    )
    let suite = ConformanceSuite(fixture: fixture, promises: promises)
    let report = await suite.run(toggling: toggles) { event in
      guard !printsJSON else { return }
      switch event {
      case .finished(let result): Host.printLine(result.line)
      case .compared(let comparison): comparison.lines.forEach(Host.printLine)
      case .started, .comparing: break
      }
    }
    for folder in await fixture.end() {
      Host.complain("\(Array(folder.utf8).displayText) could not be removed", as: Self.tool)
    }
    if printsJSON {
      print(JSON.conformance(report, server: product, isCancelled: Task.isCancelled).text())
    } else {
      print(report.counts)
    }
    guard !Task.isCancelled else { return .cancelled }
    return report.isSound ? .completed : .failed
  }

  /// Checks that all of a server's connections can go through one proxy.
  private static func checkWay(to place: SourceConfiguration) throws(UsageError) {
    guard place.kind == "nfs", place.options["version"] != "4" else { return }
    let isHere = ["nfs://127.0.0.1", "nfs://localhost"].contains { place.location.hasPrefix($0) }
    guard isHere, place.options["version"] == "3", place.options["mount-port"] != nil else {
      throw UsageError(
        "a server of NFS is checked with ?version=4, or on this machine with"
          + " ?version=3&mount-port=PORT: there is one proxy, for one port",
        kind: SourceError.Kind.unsupported.rawValue
      )
    }
  }

  private static func tree(
    _ arguments: Arguments,
    of place: Place
  ) throws(UsageError) -> String? {
    guard let given = arguments.value("--tree") else { return nil }
    let path = Array(given.utf8)
    guard Host.isDirectory(path) else { throw UsageError("--tree takes a folder that is there") }
    let resolved = Host.resolved(path)
    guard place.configuration.kind != "local" || resolved == place.configuration.rootPath else {
      throw UsageError("the --tree of a folder is that folder")
    }
    return String(decoding: resolved, as: UTF8.self)
  }

  private static func promises(_ list: String?) throws(UsageError) -> [Promise] {
    guard let list else { return Promise.all }
    let numbers = list.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard numbers.allSatisfy({ number in Promise.all.contains { $0.id == number } }) else {
      throw UsageError("--only takes numbers from 1 to \(Promise.all.count) with commas between")
    }
    return Promise.all.filter { numbers.contains($0.id) }
  }

  private static func toggles(_ list: String?) throws(UsageError) -> [CapabilityToggle] {
    guard let list else { return [] }
    guard list != "all" else { return CapabilityToggle.allCases }
    let names = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy({ CapabilityToggle(rawValue: $0) != nil }) else {
      let known = CapabilityToggle.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--toggle takes all, or names with commas between: \(known)")
    }
    return CapabilityToggle.allCases.filter { names.contains($0.rawValue) }
  }
}

extension JSON {
  /// What became of the promises of an adapter.
  fileprivate static func conformance(
    _ report: ConformanceReport,
    server: String?,
    isCancelled: Bool
  ) -> JSON {
    .object([
      ("place", .string(report.name)),
      ("server", server.map(JSON.string) ?? .null),
      ("passed", .integer(Int64(report.passed))),
      ("failed", .integer(Int64(report.failed))),
      ("skipped", .integer(Int64(report.skipped))),
      ("cancelled", .bool(isCancelled)),
      ("promises", .array(report.results.map(JSON.result))),
      ("comparisons", .array(report.comparisons.map(JSON.comparison))),
    ])
  }

  private static func comparison(_ comparison: CapabilityComparison) -> JSON {
    let outcome = comparison.differences.isEmpty ? "same" : "failed"
    return .object([
      ("declaration", .string(comparison.toggle.rawValue)),
      ("outcome", .string(comparison.lack == nil ? outcome : "skipped")),
      ("reason", comparison.lack.map { .string($0) } ?? .null),
      (
        "differences",
        .array(
          comparison.differences.map { difference in
            .object([
              ("promise", difference.promise.map { .integer(Int64($0)) } ?? .null),
              ("reason", .string(difference.reason)),
            ])
          }
        )
      ),
    ])
  }

  private static func result(_ result: ConformanceReport.Result) -> JSON {
    .object([
      ("number", .integer(Int64(result.promise.id))),
      ("group", .string(result.promise.group.rawValue)),
      ("promise", .string(result.promise.sentence)),
      ("outcome", .string(result.outcome.word)),
      ("reason", result.outcome.reason.map { .string($0) } ?? .null),
      ("seconds", .number(result.duration / .seconds(1))),
    ])
  }
}
