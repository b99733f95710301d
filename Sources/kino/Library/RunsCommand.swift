import KinoCommand
import KinoCore
import Kinothek

/// `kino runs`: the scans that a library knows of.
struct RunsCommand: Subcommand {
  static let name = "runs"
  static let operands = ""
  static let summary = "Show the newest scans of a library."
  static let details = """
    With --json the object has runs, an array of id, source, source_name, mode, state,
    requested_ms, started_ms, ended_ms, the counts that scan --json has under the same
    names, seconds and error; and error.

    Exit status: 0 answered; 1 failed; 2 usage; 130 cancelled.
    """
  static let options =
    LibraryQuestion.options + [
      CommandOption("--limit", value: "N", "Show N at most; 20 by default."),
      CommandOption("--source", value: "ID", "Only those of one source, as sources shows it."),
    ]

  private let question: LibraryQuestion
  private let limit: Int
  private let source: UID?

  init(_ arguments: Arguments) throws(UsageError) {
    guard arguments.operands.isEmpty else { throw UsageError("nothing but options is taken") }
    limit = try arguments.number("--limit", in: 1...100_000) ?? 20
    source = try arguments.sourceID()
    question = try LibraryQuestion(Self.tool, arguments)
  }

  func run() async -> ExitCode {
    await question.ask { library throws(StorageError) in
      let runs = try await library.recentRuns(of: source, limit: limit)
      return LibraryQuestion.Answer(
        text: runs.isEmpty ? "The library knows of no scans." : Self.table(runs),
        members: [("runs", .array(runs.map(Self.json)))]
      )
    }
  }

  private static func table(_ runs: [RecentRun]) -> String {
    var columns = Columns([
      ("requested", .left), ("source", .left), ("mode", .left), ("state", .left),
      ("files", .right), ("added", .right), ("changed", .right), ("moved", .right),
      ("missing", .right), ("held", .right), ("time", .right), ("error", .left),
    ])
    for run in runs {
      let (report, outcome) = (run.report, run.report.outcome)
      let numbers = [
        report.counters.videos + report.counters.sidecars, outcome.added, outcome.changed,
        outcome.moved, outcome.missing, outcome.held,
      ]
      columns.add(
        [
          report.requestedAt.text, Array(run.sourceName.utf8).displayText, report.mode.rawValue,
          report.state.rawValue,
        ] + numbers.map(Table.grouped) + [Table.time(report.worked), report.failure?.kind ?? ""]
      )
    }
    return columns.text
  }

  private static func json(_ run: RecentRun) -> JSON {
    let report = run.report
    return .object(
      [
        ("id", .string(report.uid.description)),
        ("source", .string(run.source.description)),
        ("source_name", .string(run.sourceName)),
        ("mode", .string(report.mode.rawValue)),
        ("state", .string(report.state.rawValue)),
        ("requested_ms", .integer(report.requestedAt.milliseconds)),
        ("started_ms", report.startedAt.map { .integer($0.milliseconds) } ?? .null),
        ("ended_ms", report.endedAt.map { .integer($0.milliseconds) } ?? .null),
      ] + report.counts.map { ($0, .integer(Int64($1))) } + [
        ("seconds", .number(report.worked / .seconds(1))),
        (
          "error", report.failure.map { JSON.error(kind: $0.kind, message: $0.message) } ?? .null
        ),
      ]
    )
  }
}

extension RunReport {
  /// How long its parts took.
  fileprivate var worked: Duration {
    .milliseconds(enumerateMilliseconds + processMilliseconds + finalizeMilliseconds)
  }

  /// What it saw and changed, under the names of `scan --json`.
  fileprivate var counts: [(String, Int)] {
    [
      ("directories", counters.directories),
      ("entries", counters.entries),
      ("files", counters.videos + counters.sidecars),
      ("videos", counters.videos),
      ("sidecars", counters.sidecars),
      ("added", outcome.added),
      ("changed", outcome.changed),
      ("moved", outcome.moved),
      ("restored", outcome.restored),
      ("missing", outcome.missing),
      ("held_back", outcome.held),
      ("excluded", outcome.excluded),
      ("unreachable_directories", counters.unreachableDirectories),
    ]
  }
}

extension Arguments {
  /// The source that `--source` names.
  func sourceID() throws(UsageError) -> UID? {
    guard let text = value("--source") else { return nil }
    guard let id = UID(text) else { throw UsageError("--source takes an id that sources shows") }
    return id
  }
}
