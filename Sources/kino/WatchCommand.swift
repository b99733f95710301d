import KinoCommand
import KinoCore
import Kinothek

/// `kino watch`: scans a place, and keeps the library current with it.
struct WatchCommand: Subcommand {
  static let name = "watch"
  static let operands = "URL|DIR"
  static let summary = "Scan a place, and from then on whatever changes in it."
  static let opensPlaces = true
  /// What was found is kept for the next run, which takes its time.
  static let grace: Duration? = nil
  static let details = """
    Scans everything once, and then, until Ctrl-C, the folders in which something has
    changed, a second after it has. Everything is scanned again each hour. A place that
    does not tell of changes, or has more folders than the system lets a user watch, is
    scanned whole each --interval seconds; the first line says which it is. What fails,
    as while a server is away, is tried again, less and less often.

    A line is printed for each scan. With --json each line is an object: event
    (watching, not_watching, scanned, worked, ended), and
      scanned       subtrees (null for everything) and what scan --json has
      worked        what its member work has
      not_watching  error
      ended         error, null after Ctrl-C

    Exit status: 0 ended by Ctrl-C, or SIGTERM, after a first scan was published; 1 failed, or nobody
    reads the lines; 2 usage; 3 the place cannot be used, such as after a wrong password;
    130 ended before a scan was published.
    """
  static let options =
    [
      LibraryOptions.database,
      CommandOption(
        "--interval",
        value: "N",
        "Scan a place that cannot be watched each N seconds, 1 to 604800; 600 by default."
      ),
      CommandOption("--quiet", short: "-q", "Print no progress."),
      CommandOption("--json", "Print one JSON object a line."),
      CommandOption(
        "--concurrency",
        value: "N",
        "Work on up to N directories at the same time, 1 to 64, if the source allows it."
      ),
    ] + Place.options + Secret.options

  private let command: CommandLineScan
  private let policy: WatchPolicy

  init(_ arguments: Arguments) throws(UsageError) {
    let concurrency = try arguments.number("--concurrency", in: 1...64)
    let interval = try arguments.number("--interval", in: 1...604_800)
    let place = try Place(try arguments.onlyOperand(Self.operands), arguments)
    var settings = try ScanSettings(arguments)
    settings.concurrency = concurrency
    settings.printsLines = true
    var policy = WatchPolicy()
    if let interval { policy.unwatchedInterval = .seconds(interval) }
    self.policy = policy
    command = CommandLineScan(
      tool: Self.tool,
      database: try LibraryOptions.folder(arguments),
      place: place.configuration,
      adapter: place.adapter,
      credential: try Secret.credential(for: place, arguments),
      settings: settings,
      advice: CertificateAdvice.text
    )
  }

  func run() async -> ExitCode { await command.watch(policy) }
}
