import Kinothek

/// What `kino watch` says: a line for each scan, and for what changes about the watch itself.
struct WatchLog {
  private let settings: ScanSettings
  private let database: String
  private let policy: WatchPolicy
  private let explained: (ScanFailure?) -> ScanFailure?
  private let progress: ProgressLine
  private let clock = SystemClock()
  /// Whether a scan has published.
  private(set) var hasScanned = false
  /// Whether somebody takes what is printed.
  private(set) var isTaken = true

  /// Begins a log.
  ///
  /// - Parameters:
  ///   - settings: How to show it.
  ///   - database: The library's folder.
  ///   - policy: What says how often an unwatched place is scanned.
  ///   - explained: Says better what failed.
  init(
    _ settings: ScanSettings,
    database: String,
    policy: WatchPolicy,
    explained: @escaping (ScanFailure?) -> ScanFailure?
  ) {
    self.settings = settings
    self.database = database
    self.policy = policy
    self.explained = explained
    progress = ProgressLine(isQuiet: settings.isQuiet)
  }

  /// Shows an event; `false` when nobody takes what is printed any more.
  mutating func show(_ event: WatchEvent) -> Bool {
    if case .scan(let event) = event {
      progress.show(event)
      return true
    }
    progress.clear()
    guard let line = line(for: event) else { return true }
    isTaken = Host.hasPrinted(line)
    return isTaken
  }

  private mutating func line(for event: WatchEvent) -> String? {
    switch event {
    case .scan: return nil
    case .watching:
      return settings.printsJSON ? json("watching", []) : stamped("Watching.")
    case .notWatching(let error): return line(notWatching: error)
    case .scanned(let scope, let report):
      hasScanned = hasScanned || report.state == .completed
      return line(scanned: scope, report)
    case .worked(let report): return line(worked: report)
    case .ended(let failure): return line(ended: failure)
    }
  }

  private func line(notWatching error: SourceError) -> String {
    let failure = explained(ScanFailure(error)) ?? ScanFailure(error)
    if settings.printsJSON {
      return json("not_watching", [("error", Report.error(failure))])
    }
    let next =
      policy.unwatchedInterval.map { "scanned every \(Table.grouped(Int($0 / .seconds(1)))) s" }
      ?? "scanned once"
    let reason = Self.reason(for: error) ?? failure.message
    return stamped("Not watched, \(next): \(reason)")
  }

  /// What can be said better of a watch that cannot be.
  private static func reason(for error: SourceError) -> String? {
    switch error.kind {
    case .unsupported: "such a place does not tell of changes."
    case .tooLarge:
      "it has more directories than the system lets a user watch"
        + " (fs.inotify.max_user_watches, max_user_instances)."
    default: nil
    }
  }

  private func line(scanned scope: ScanScope, _ scan: ScanReport) -> String {
    var report = Report(scan: scan)
    report.scan.failure = explained(scan.failure)
    report.database = database
    if settings.printsJSON {
      guard case .object(let members) = report.json else { return report.json.line }
      let subtrees: JSON =
        switch scope {
        case .root: .null
        case .subtrees(let paths): .array(paths.map { .string($0.displayText) })
        }
      return json("scanned", [("subtrees", subtrees)] + members)
    }
    let place =
      switch scope {
      case .root: "everything"
      case .subtrees(let paths): Self.named(paths)
      }
    guard scan.state == .completed else { return stamped("\(place): \(report.headline)") }
    return stamped("\(place): \(Self.changes(of: scan)), \(Table.time(scan.times.total))")
  }

  private static func named(_ paths: [SourcePath]) -> String {
    let names = paths.prefix(3).map(\.displayText).joined(separator: ", ")
    return paths.count > 3 ? "\(names) and \(paths.count - 3) more" : names
  }

  private static func changes(of scan: ScanReport) -> String {
    let counts = [
      ("added", scan.added), ("changed", scan.changed), ("moved", scan.moved),
      ("restored", scan.restored), ("missing", scan.missing), ("held back", scan.held),
      ("left out", scan.excluded),
      ("directories unreachable", scan.counters.unreachableDirectories),
    ]
    let told = counts.filter { $0.1 > 0 }.map { "\(Table.grouped($0.1)) \($0.0)" }
    return told.isEmpty ? "nothing changed" : told.joined(separator: ", ")
  }

  private func line(worked report: WorkReport) -> String? {
    if settings.printsJSON { return json("worked", Report.members(report)) }
    return explained(report.failure).map { stamped("Reading files failed: \($0.message)") }
  }

  private func line(ended failure: ScanFailure?) -> String? {
    let failure = explained(failure)
    if settings.printsJSON {
      return json("ended", [("error", failure.map(Report.error) ?? .null)])
    }
    return failure.map { stamped("Ended. \($0.message)") }
  }

  private func json(_ event: String, _ members: [(String, JSON)]) -> String {
    let time = JSON.integer(clock.now().milliseconds)
    return JSON.object([("event", .string(event))] + members + [("at_ms", time)]).line
  }

  private func stamped(_ text: String) -> String { "\(clock.now().text)  \(text)" }
}
