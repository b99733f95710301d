import KinoCommand
import KinoNaming

/// `kino parse`: shows what paths say about the videos they name.
struct ParseCommand: Subcommand {
  static let name = "parse"
  static let operands = "[PATH...]"
  static let summary = "Show what the names of videos say, without looking at the files."
  static let details = """
    Without a PATH they are read from standard input, one a line, or as objects with path,
    and id if there is one. Folders count: name them with the file.

    With --jsonl each line is an object of id, path, parser (its version), kind, confidence,
    title and whatever else was found, and evidence: for each field the rule that found it
    and the range of bytes of the path that said so. A path that is no text has its bytes
    in hexadecimal digits in path_bytes; ranges count those, and objects that are read may
    have it too. With --json it is one object, with names, an array of the same.

    Exit status: 0 read; 1 standard output failed; 2 usage; 130 cancelled.
    """
  static let options = [
    CommandOption("--jsonl", "Print an object a line."),
    CommandOption("--json", "Print one object."),
  ]

  private let paths: [[UInt8]]
  private let form: Form

  private enum Form { case table, lines, object }

  init(_ arguments: Arguments) throws(UsageError) {
    guard !arguments.has("--jsonl") || !arguments.has("--json") else {
      throw UsageError("--json and --jsonl exclude each other")
    }
    paths = arguments.operands
    form = arguments.has("--jsonl") ? .lines : arguments.has("--json") ? .object : .table
  }

  func run() async -> ExitCode {
    let output = StandardOutput()
    do throws(StandardOutput.Failure) {
      return try await write(to: output)
    } catch {
      return error.end(Self.tool)
    }
  }

  private func write(to output: StandardOutput) async throws(StandardOutput.Failure) -> ExitCode {
    var input = NameRows(paths)
    var names: [JSON] = []
    var columns = ParsedNameReport.columns
    while let row = input.next() {
      if Task.isCancelled { return .cancelled }
      let name = NameParser().parse(row.path)
      switch form {
      case .lines:
        try await output.write(Array((ParsedNameReport.json(row, name).line + "\n").utf8))
      case .object: names.append(ParsedNameReport.json(row, name))
      case .table: columns.add(ParsedNameReport.cells(row, name))
      }
    }
    switch form {
    case .lines: break
    case .object:
      try await output.write(Array((JSON.object([("names", .array(names))]).text() + "\n").utf8))
    case .table: try await output.write(Array((columns.text + "\n").utf8))
    }
    return .completed
  }
}
