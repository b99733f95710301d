import KinoCommand
import KinoCore
import Kinothek

/// `kino match`: says by hand what a file shows.
struct MatchCommand: Subcommand {
  static let name = "match"
  static let operands = "FILE|URL"
  static let summary = "Say what a file shows; nothing but a hand changes that any more."
  static let opensPlaces = true
  static let details = """
    kino match heat.avi --movie Heat --year 1995
    kino match 12.mkv --series Lost --season 1 --episode 12
    kino match pilot.mkv --series Lost --season 1 --episode 1,2 --id tvdb:73739
    kino match heat.avi --to 0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3

    What the library has by that title and year, or by an --id, is used, and made where it
    has nothing. Progress, lists and bookmarks of what only this file shows go along. The
    file itself is neither opened nor changed. kino unmatch takes it back.

    With --json the object has matched (the ids of what the file shows now), path, source
    and error.

    Exit status: 0 matched; 1 failed, or no such file; 2 usage; 130 cancelled.
    """
  static let options =
    LibraryQuestion.options + [
      NamedFile.option,
      CommandOption("--movie", value: "TITLE", "It shows the film of this title."),
      CommandOption("--series", value: "TITLE", "It shows episodes of the series of this title."),
      CommandOption("--year", value: "YEAR", "When the film came out, or the series began."),
      CommandOption("--season", value: "N", "The season; 0 holds the specials, 1 by default."),
      CommandOption("--episode", value: "N[,N]", "The episodes, in the file's order."),
      CommandOption(
        "--id",
        value: "PROVIDER:ID",
        "What a provider calls the film or series, as in tmdb:603; may be repeated."
      ),
      CommandOption(
        "--to",
        value: "ID",
        "It shows the film or episode of this id, as show prints it."
      ),
    ]

  private let question: LibraryQuestion
  private let file: NamedFile
  private let target: MatchTarget

  init(_ arguments: Arguments) throws(UsageError) {
    let source = try arguments.sourceID()
    file = try NamedFile(try arguments.onlyOperand("FILE"), source: source)
    target = try Self.target(arguments)
    question = try LibraryQuestion(Self.tool, arguments)
  }

  func run() async -> ExitCode {
    await question.ask { library throws(StorageError) in
      let location = try await file.location(in: library)
      let matched = try await library.match(location, as: target)
      let shown = try await library.details(of: matched.first ?? location.source)
      let title = shown.title
      let name = Array(title.title.utf8).displayText + (title.year.map { " (\($0))" } ?? "")
      return LibraryQuestion.Answer(
        text: "\(location.path.displayText) shows \(name) now.",
        members: [("matched", .array(matched.map { .string($0.description) }))]
          + location.members
      )
    }
  }

  private static func target(_ arguments: Arguments) throws(UsageError) -> MatchTarget {
    try arguments.refuse("--movie", with: ["--series", "--season", "--episode", "--to"])
    try arguments.refuse("--series", with: ["--to"])
    try arguments.refuse("--to", with: ["--year", "--season", "--episode", "--id"])
    if let text = arguments.value("--to") {
      guard let uid = UID(text) else { throw UsageError("--to takes an id that show prints") }
      return .entity(uid)
    }
    let year = try arguments.number("--year", in: 1800...2200)
    var ids: [ProviderID] = []
    for text in arguments.values("--id") { ids.append(try id(text)) }
    if let title = arguments.value("--movie") { return .movie(title: title, year: year, ids: ids) }
    guard let title = arguments.value("--series") else {
      throw UsageError("what the file shows is missing: --movie, --series or --to")
    }
    guard let list = arguments.value("--episode") else {
      throw UsageError("--series needs --episode")
    }
    let numbers = list.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard !numbers.contains(nil) else { throw UsageError("--episode takes numbers, as in 1,2") }
    return .episodes(
      of: title,
      year: year,
      season: try arguments.number("--season", in: 0...100_000) ?? 1,
      numbers: numbers.compactMap { $0 },
      ids: ids
    )
  }

  private static func id(_ text: String) throws(UsageError) -> ProviderID {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    let isPlain = parts.allSatisfy { part in
      part.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
    }
    guard parts.count == 2, isPlain else {
      throw UsageError("--id takes a provider and its identifier, as in tmdb:603")
    }
    return ProviderID(parts[0].lowercased(), parts[1])
  }
}

extension FileLocation {
  /// Where it lies, for programs.
  var members: [(String, JSON)] {
    JSON.text(path.bytes, named: "path") + [("source", .string(source.description))]
  }
}
