import KinoCommand
import KinoCore

/// `kino scan`: scans a place into a library.
struct ScanSubcommand: Subcommand {
  static let name = "scan"
  static let operands = "URL|DIR"
  static let summary = "Scan a place into a library, and show what changed."
  static let opensPlaces = true
  /// What was found is kept for the next run, which takes its time.
  static let grace: Duration? = nil
  static let details = """
    Nothing in the place is ever changed. When the result is published, both ends (64 KiB
    each) of new and changed videos are read, so that they are recognised when they have
    moved. A place that cannot be reached the first time is not added to the library.
    Settings that are given for a place stay with it. The secret is shown to this place
    only, and is not kept.

    Ctrl-C cancels at once; the next run goes on. A second scan of the same place waits
    for the first and reports its result.

    Videos that cannot be read now are counted, and left to the next run.

    Exit status: 0 completed, or planned; 1 failed, or the library did while videos were read; 2 usage;
    3 the source is unavailable or another one; 4 completed, and removals are held back; 130 cancelled.
    """
  static let options =
    [LibraryOptions.database] + ScanSettings.options + [
      CommandOption(
        "--concurrency",
        value: "N",
        "Work on up to N directories at the same time, 1 to 64, if the source allows it."
      )
    ] + Place.options + Secret.options

  static func json(_ error: UsageError) -> JSON? {
    Report.json(
      failure: ScanFailure(kind: error.kind, message: error.message, isSourceFailure: false),
      database: nil
    )
  }

  private let command: CommandLineScan

  init(_ arguments: Arguments) throws(UsageError) {
    let concurrency = try arguments.number("--concurrency", in: 1...64)
    let place = try Place(try arguments.onlyOperand(Self.operands), arguments)
    var settings = try ScanSettings(arguments)
    settings.concurrency = concurrency
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

  func run() async -> ExitCode { await command.run() }
}
