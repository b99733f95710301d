import KinoCommand
import KinoCore
import Kinothek

/// `kino show`: a film or series with its files, and why they are thought to show it.
struct ShowCommand: Subcommand {
  static let name = "show"
  static let operands = "TITLE"
  static let summary = "Show a film or series: its versions, seasons, files, and why they are its."
  static let details = """
    TITLE is a title, "Heat" or "Heat (1995)", whatever its case and punctuation; where
    nothing has just this title, those that contain it are meant. Or it is an id that
    list --json or show prints. Of several titles the candidates are shown.

    A file's reason is what said that it is of the title: name (with the pieces of its path
    that say so, and --why also the rules that read them), nfo, provider, fingerprint, or
    manual when a hand did; a * marks what a hand has locked.

    With --json the object has id, kind, title, year, match, locked, ids, added_ms, files,
    seasons (number, id, files, episodes), extras and error; each file has source, path,
    availability, size, role, position, label, method, confidence, locked, evidence and
    sidecars. Of several titles it has candidates instead, and error is of the kind refused.

    Exit status: 0 shown; 1 failed, no such title, or several; 2 usage; 130 cancelled.
    """
  static let options =
    LibraryQuestion.options + [
      CommandOption("--why", "Show also which rule read which piece of a name.")
    ]

  private let question: LibraryQuestion
  private let title: NamedTitle
  private let showsRules: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    title = try NamedTitle(try arguments.onlyOperand(Self.operands))
    showsRules = arguments.has("--why")
    question = try LibraryQuestion(Self.tool, arguments)
  }

  func run() async -> ExitCode {
    await question.ask { library throws(StorageError) in
      switch try await title.find(in: library) {
      case .several(let titles): return .ambiguous(titles)
      case .one(let uid):
        let details = try await library.details(of: uid)
        return LibraryQuestion.Answer(
          text: DetailsText(showsRules: showsRules).text(of: details),
          members: DetailsReport.members(details)
        )
      }
    }
  }
}
