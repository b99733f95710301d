package import Kinothek

/// What the command prints at its end.
package struct Report: Sendable {
  /// What the scan came to.
  package var scan: ScanReport
  /// What was done to files after the scan; `nil` when that was left to the next run.
  package var work: WorkReport?
  /// The films and series of the whole library; `nil` when nothing was done to files.
  package var titles: CatalogueCounts?
  /// Whether nothing but a plan was asked for.
  package var isPlanOnly: Bool
  /// Whether what was held back has been let go at the user's word.
  package var isConfirmed: Bool
  /// Whether there was no library, or an empty file, before.
  package var isNewLibrary = false
  /// The folder of the library; `nil` when the command line did not get that far.
  package var database: String?
  /// The size of the library's file.
  package var databaseBytes: Int64?
  /// Bytes that this process handed to the system for writing; `nil` where that is not counted.
  package var bytesWritten: Int64?

  /// Describes the end of a scan, about whose library nothing is known yet.
  package init(scan: ScanReport, isPlanOnly: Bool = false, isConfirmed: Bool = false) {
    self.scan = scan
    self.isPlanOnly = isPlanOnly
    self.isConfirmed = isConfirmed
  }

  /// The object of `--json`.
  package var json: JSON {
    let unreachable = scan.unreachable.map { JSON.string($0.displayText) }
    return .object(head + counts + [("unreachable", .array(unreachable))] + tail)
  }

  /// The last object of those that are printed a line each, where nothing was begun.
  var ending: JSON {
    .object([("event", .string("ended")), ("error", scan.failure.map(Self.error) ?? .null)])
  }

  private var head: [(String, JSON)] {
    [
      ("run", scan.run.map { .string($0.description) } ?? .null),
      ("state", .string(isPlanned ? "planned" : scan.state.rawValue)),
      ("error", scan.failure.map(Self.error) ?? .null),
      ("joined", .bool(scan.isJoined)),
    ]
  }

  private var counts: [(String, JSON)] {
    let counters = scan.counters
    let numbers: [(String, Int)] = [
      ("directories", counters.directories),
      ("entries", counters.entries),
      ("files", counters.videos + counters.sidecars),
      ("videos", counters.videos),
      ("sidecars", counters.sidecars),
      ("added", planned?.added.total ?? scan.added),
      ("changed", planned?.changed.total ?? scan.changed),
      ("moved", planned?.moved.total ?? scan.moved),
      ("restored", planned?.restored.total ?? scan.restored),
      ("missing", planned?.removed.total ?? scan.missing),
      ("held_back", planned?.held.total ?? scan.held),
      ("excluded", planned?.excluded.total ?? scan.excluded),
      ("unreachable_directories", counters.unreachableDirectories),
    ]
    return numbers.map { ($0, .integer(Int64($1))) }
  }

  private var tail: [(String, JSON)] {
    [
      (
        "seconds",
        .object([
          ("enumerate", .number(scan.times.enumerate / .seconds(1))),
          ("process", .number(scan.times.process / .seconds(1))),
          ("finalize", .number(scan.times.finalize / .seconds(1))),
          ("total", .number(scan.times.total / .seconds(1))),
        ])
      ),
      ("work", work.map(Self.work) ?? .null),
      ("titles", titles.map { .object($0.named.map { ($0, .integer(Int64($1))) }) } ?? .null),
      ("bytes_written", bytesWritten.map(JSON.integer) ?? .null),
      ("library_revision", .integer(scan.libraryRevision)),
      ("database", database.map(JSON.string) ?? .null),
      ("database_bytes", databaseBytes.map(JSON.integer) ?? .null),
    ]
  }

  /// The object for an end before there was a scan.
  package static func json(failure: ScanFailure, database: String?) -> JSON {
    let isCancelled = failure.kind == SourceError.Kind.cancelled.rawValue
    var scan = ScanReport(run: nil, state: isCancelled ? .cancelled : .failed)
    scan.failure = isCancelled ? nil : failure
    var report = Report(scan: scan)
    report.database = database
    return report.json
  }

  /// What the library knows of a path.
  package static func json(_ explanation: PathExplanation) -> JSON {
    .object(members(explanation))
  }

  /// The members of that object.
  package static func members(_ explanation: PathExplanation) -> [(String, JSON)] {
    let filter = explanation.filter
    return [
      ("path", .string(explanation.path.displayText)),
      ("published", .array(explanation.published.map(JSON.string))),
      ("decision", .string(filter.decision.rawValue)),
      ("rule", filter.rule.map { .string($0.rawValue) } ?? .null),
    ]
  }

  private static func work(_ work: WorkReport) -> JSON { .object(members(work)) }

  /// The members of the object that tells of work.
  static func members(_ work: WorkReport) -> [(String, JSON)] {
    [
      ("named", .integer(Int64(work.named))),
      ("completed", .integer(Int64(work.completed))),
      ("waiting", .integer(Int64(work.waiting))),
      ("failed", .integer(Int64(work.failed))),
      ("remaining", .integer(Int64(work.remaining))),
      ("error", work.failure.map(Self.error) ?? .null),
      ("seconds", .number(work.elapsed / .seconds(1))),
    ]
  }

  /// The object of a failure.
  static func error(_ failure: ScanFailure) -> JSON {
    JSON.error(kind: failure.kind, message: failure.message)
  }

  /// The plan, where nothing but a plan was made.
  private var planned: DeletionPlan? {
    isPlanOnly && scan.state != .completed ? scan.plan : nil
  }

  private var isPlanned: Bool { planned != nil }

  /// Whether there is something to show, as opposed to something to say.
  package var isSuccess: Bool { isPlanned || scan.state == .completed }

  /// The report as a table, with what to do next where something is to be done.
  package var text: String {
    var lines = [headline, table.text]
    if let database {
      lines.append(isNewLibrary ? "  new library, made in \(database)" : "  library in \(database)")
    }
    if !scan.unreachable.isEmpty { lines.append(unreachable) }
    if let plan = scan.plan, isPlanned || (plan.held.total > 0 && !isConfirmed) {
      lines.append(plan.description)
    }
    if scan.held > 0 && !isPlanned {
      lines.append(
        "\(Table.grouped(scan.held)) removals are held back: the files stay in the library."
          + " A scan at least an hour from now lets them go if they are still absent;"
          + " --confirm-removals does so now."
      )
    }
    return lines.joined(separator: "\n")
  }

  /// Names the first directories that could not be listed to the end.
  private var unreachable: String {
    let named = scan.unreachable.prefix(5).map(\.displayText)
    let more = scan.counters.unreachableDirectories - named.count
    let rest = more > 0 ? " and \(Table.grouped(more)) more" : ""
    return "Could not be listed, or not to the end: \(named.joined(separator: ", "))\(rest)."
      + " What was known of it is kept; --explain PATH says more."
  }

  /// How the scan ended, in a sentence or two.
  package var headline: String {
    guard let work else { return scanHeadline }
    if work.isCancelled {
      return scanHeadline + " Reading files was stopped; the next run goes on with it."
    }
    return work.failure.map { failure in
      scanHeadline + " Reading files failed: \(failure.message)"
        + " \(Table.grouped(work.remaining)) are left to the next run."
    } ?? scanHeadline
  }

  private var scanHeadline: String {
    if isPlanned { return "Planned; nothing was published." }
    if isPlanOnly, scan.isJoined, scan.state == .completed {
      return "No plan was made: another process was scanning this place, and has published what it"
        + " found. The figures are that scan's."
    }
    switch scan.state {
    case .completed:
      return scan.isJoined ? "Completed by another process." : "Completed."
    case .cancelled: return "Cancelled. Nothing was published; the next run goes on from here."
    default:
      let reason = scan.failure?.message ?? "Nobody knows why."
      return "Failed. \(reason)\nThe library is as it was."
    }
  }

  private var table: Table {
    var table = Table()
    table.add("directories", scan.counters.directories)
    table.add("entries", scan.counters.entries)
    table.add("files", scan.counters.videos + scan.counters.sidecars)
    table.add("  videos", scan.counters.videos)
    table.add("  sidecars", scan.counters.sidecars)
    for (label, value) in counts.dropFirst(5) {
      guard case .integer(let number) = value else { continue }
      table.add(label.replacing("_", with: " "), Int(number))
    }
    table.add("time: enumerate", Table.time(scan.times.enumerate))
    table.add("time: process", Table.time(scan.times.process))
    table.add("time: finalize", Table.time(scan.times.finalize))
    table.add("time: total", Table.time(scan.times.total))
    if let work, work.handled + work.remaining > 0 {
      table.add("names read", work.named)
      table.add("files read", work.completed)
      table.add("  to be read later", work.waiting + work.remaining)
      table.add("  unreadable", work.failed)
      table.add("time: names and reading", Table.time(work.elapsed))
    }
    for (name, count) in titles?.named ?? [] where count > 0 {
      table.add(name, count)
    }
    if let bytesWritten { table.add("written", Table.size(bytesWritten)) }
    if let databaseBytes { table.add("database size", Table.size(databaseBytes)) }
    return table
  }
}

extension CatalogueCounts {
  /// The counts with their names, for people and programs.
  package var named: [(String, Int)] {
    [
      ("movies", self[.movie]), ("series", self[.series]), ("seasons", self[.season]),
      ("episodes", self[.episode]), ("extras", self[.extra]),
    ]
  }
}
