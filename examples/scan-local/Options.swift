import KinoCommand

/// What the command line asks for.
struct Options {
  /// The folder to scan, in the bytes of the file system: a name need not be text.
  let directory: [UInt8]
  let database: String?
  /// As bytes, too.
  let explainedPath: [UInt8]?
  let wantsHelp: Bool
  let settings: ScanSettings

  /// Reads the arguments after the command's name, as bytes.
  init(_ raw: [[UInt8]]) throws(UsageError) {
    let arguments = try Arguments(raw, options: Self.options)
    guard arguments.operands.count <= 1 else {
      throw UsageError("only one directory can be scanned at a time")
    }
    directory = arguments.operands.first ?? Array(".".utf8)
    if directory.isEmpty { throw UsageError("the directory's name is empty") }
    database = arguments.value("--database")
    explainedPath = arguments.bytes("--explain")
    wantsHelp = arguments.has("--help")
    settings = try ScanSettings(arguments)
    // A question scans nothing.
    try arguments.refuse(
      "--explain",
      with: ["--plan", "--scan-only", "--confirm-removals", "--accept-identity"]
    )
  }

  private static let options =
    ScanSettings.options + [
      CommandOption("--database", value: "DIR", "Where the library lies."),
      CommandOption(
        "--explain",
        value: "PATH",
        takesPath: true,
        "Say what the library knows of a path."
      ),
      CommandOption("--help", short: "-h", "Say how to use it."),
    ]

  static let help = """
    Usage: scan-local [DIR] [options]

    Scans DIR (default: the current directory) into a library that never forgets, and shows what
    changed since the last scan. Nothing in DIR is ever changed. When the result is published, both
    ends (64 KiB each) of new and changed videos are read, so that they are recognised when they
    have moved.

      --database DIR      Keep the library in DIR, not in the user's data directory
                          ($XDG_DATA_HOME/kinothek/scan-local or ~/.local/share/...).
      --plan              Show what would change, and publish nothing. The next scan goes on from
                          there.
      --scan-only         Stop when the snapshot is published, and read no files; the next run does
                          the rest.
      --confirm-removals  Let go what the brake has held back, if it is still absent.
      --accept-identity   Take DIR for the same source although it looks like another one.
      --explain PATH      Say what the library knows of PATH (in DIR), and why. Scans nothing.
      --json              Print one JSON object instead of tables.
      --quiet, -q         Print no progress.
      --help, -h          Print this.

    Ctrl-C cancels at once; the next run goes on. While videos are read the scan is completed, and
    stays so. A second scan-local of the same directory waits for the first and reports its result.

    Exit status: 0 completed; 1 failed, or the library did while videos were read; 2 usage; 3 the source is
    unavailable or another one; 4 completed, and removals are held back; 130 cancelled.
    """
}
