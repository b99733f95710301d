/// What the command line asks for.
struct Options {
  /// The folder to scan, in the bytes of the file system: a name need not be text.
  var directory = Array(".".utf8)
  var database: String?
  var printsJSON = false
  var isPlanOnly = false
  var endsAtPublication = false
  var confirmsRemovals = false
  var acceptsIdentity = false
  var explainedPath: String?
  var isQuiet = false
  var wantsHelp = false

  /// Reads the arguments after the command's name, as bytes.
  init(_ arguments: [[UInt8]]) throws(UsageError) {
    var rest = arguments.map { String(decoding: $0, as: UTF8.self) }[...]
    var directories: [[UInt8]] = []
    var takesOptions = true
    while let argument = rest.popFirst() {
      guard takesOptions, argument.hasPrefix("-"), argument != "-" else {
        directories.append(arguments[rest.startIndex - 1])
        continue
      }
      if argument == "--" {
        takesOptions = false
      } else {
        try read(argument, &rest)
      }
    }
    guard directories.count <= 1 else {
      throw UsageError("only one directory can be scanned at a time")
    }
    directory = directories.first ?? directory
    if directory.isEmpty { throw UsageError("the directory's name is empty") }
  }

  private mutating func read(
    _ argument: String,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var option = argument
    if let equals = argument.firstIndex(of: "="), argument.hasPrefix("--") {
      // `--option=value` is `--option value`.
      option = String(argument[..<equals])
      guard ["--database", "--explain"].contains(option) else {
        throw UsageError("\(option) takes no value")
      }
      rest.insert(String(argument[argument.index(after: equals)...]), at: rest.startIndex)
    }
    switch option {
    case "--database": database = try Self.value(of: option, &rest)
    case "--explain": explainedPath = try Self.value(of: option, &rest)
    case "--json": printsJSON = true
    case "--plan": isPlanOnly = true
    case "--scan-only": endsAtPublication = true
    case "--confirm-removals": confirmsRemovals = true
    case "--accept-identity": acceptsIdentity = true
    case "--quiet", "-q": isQuiet = true
    case "--help", "-h": wantsHelp = true
    default: throw UsageError("unknown option \(option)")
    }
  }

  private static func value(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
      throw UsageError("\(option) needs a value")
    }
    guard !value.unicodeScalars.contains("\u{FFFD}") else {
      throw UsageError("the value of \(option) is no text in UTF-8")
    }
    return value
  }

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

    Exit status: 0 completed; 1 failed; 2 usage; 3 the source is unavailable or another one;
    4 completed, and removals are held back; 130 cancelled.
    """
}

/// A command line that cannot be understood.
struct UsageError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
