import KinoCommand
import KinoCore

/// `kino ls`: lists a place.
struct ListCommand: Subcommand {
  static let name = "ls"
  static let operands = "URL|DIR"
  static let summary = "List a place."
  static let opensPlaces = true
  static let details = """
    Prints the kind, size, time (UTC) and name of each entry while it is listed, in
    the order of the source. With --recursive each directory comes whole, and then what
    lies in those in it, one after the other; several are listed at the same time, and
    the order is always the same. Links are shown and not followed. Characters that
    could mislead a terminal are shown as U+FFFD.

    With --json each entry is an object on a line of its own: path, kind (file, dir,
    link, other, unknown), size, modified_ms; what is not known is null. A path that
    is no text has its bytes in hexadecimal digits in path_bytes. A directory that
    cannot be listed is a line with path and error; the last line has end (complete,
    incomplete, failed, cancelled), entries, directories, failures and error.

    Exit status: 0 all was listed; 1 some of it could not be, or was not listed
    completely; 2 usage; 3 the source is unavailable; 130 cancelled.
    """
  static let options =
    [
      CommandOption("--recursive", short: "-r", "List what lies below, too."),
      CommandOption("--json", "Print a JSON object a line."),
      CommandOption(
        "--concurrency",
        value: "N",
        "List up to N directories at the same time, 1 to 64, if the source allows it."
      ),
    ] + Place.options + Secret.options

  private let place: Place
  private let credential: SourceCredential?
  private let isRecursive: Bool
  private let printsJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    place = try Place(try arguments.onlyOperand(Self.operands), arguments)
    _ = try arguments.number("--concurrency", in: 1...64)
    isRecursive = arguments.has("--recursive")
    printsJSON = arguments.has("--json")
    credential = try Secret.credential(for: place, arguments)
  }

  func run() async -> ExitCode {
    let output = StandardOutput()
    var printer = EntryPrinter(printsJSON: printsJSON)
    do throws(Interruption) {
      try await place.withSession(credential) { session throws(Interruption) in
        try await list(session, &printer, output)
      }
      try await output.write(printer.end(nil))
      return printer.counts.failures > 0 ? .failed : .completed
    } catch {
      return await end(error, printer, output)
    }
  }

  private func list(
    _ session: any SourceSession,
    _ printer: inout EntryPrinter,
    _ output: StandardOutput
  ) async throws(Interruption) {
    try await output.write(printer.heading)
    let walk = TreeWalk(session, isRecursive: isRecursive)
    try await walk.run { step throws(Interruption) in
      switch step {
      case .page(let directory, let page):
        try await output.write(printer.lines(for: page, of: directory))
        if case .incomplete(let reasons) = page.end {
          try await output.write(printer.line(for: reasons, at: directory))
          complain("\(directory): not all was listed: \(EntryPrinter.text(reasons))")
        }
      case .failed(let directory, let error):
        try await output.write(printer.line(for: error, at: directory))
        complain("\(directory) was not listed: \(error.message)")
      }
    }
  }

  private func end(
    _ reason: Interruption,
    _ printer: EntryPrinter,
    _ output: StandardOutput
  ) async -> ExitCode {
    do throws(Interruption) {
      guard case .source(let error) = reason else { throw reason }
      if error.kind != .cancelled { complain(error.message) }
      try await output.write(printer.end(error))
      return ExitCode(error)
    } catch {
      guard case .output(let failure) = error else { return .failed }
      return failure.end(Self.tool)
    }
  }

  private func complain(_ text: String) {
    Host.complain(text, as: Self.tool)
  }
}
