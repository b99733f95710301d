import KinoCommand
import KinoCore
import Kinothek

/// `kino merge`: makes one film or series another.
struct MergeCommand: Subcommand {
  static let name = "merge"
  static let operands = "TITLE INTO"
  static let summary = "Make one film or series another that is the same."
  static let details = """
    kino merge "Haet (1995)" "Heat (1995)"

    Files, seasons, extras, progress, lists and bookmarks of TITLE go to INTO, and names
    that say TITLE mean INTO from now on. Both are what show takes; ids may also be those of
    two seasons or two episodes.

    With --json the object has id and error; of several titles it has candidates instead.

    Exit status: 0 merged; 1 failed, no such title, or several; 2 usage; 130 cancelled.
    """
  static let options = LibraryQuestion.options

  private let question: LibraryQuestion
  private let titles: [NamedTitle]

  init(_ arguments: Arguments) throws(UsageError) {
    guard arguments.operands.count == 2 else { throw UsageError("two titles are taken") }
    var titles: [NamedTitle] = []
    for operand in arguments.operands { titles.append(try NamedTitle(operand)) }
    self.titles = titles
    question = try LibraryQuestion(Self.tool, arguments)
  }

  func run() async -> ExitCode {
    await question.ask { library throws(StorageError) in
      var found: [UID] = []
      for title in titles {
        switch try await title.find(in: library) {
        case .several(let titles): return .ambiguous(titles)
        case .one(let uid): found.append(uid)
        }
      }
      let id = try await library.merge(found[0], into: found[1])
      return LibraryQuestion.Answer(
        text: "Both are one now: \(id).",
        members: [("id", .string(id.description))]
      )
    }
  }
}

/// `kino split`: makes files of one film or episode one of their own.
struct SplitCommand: Subcommand {
  static let name = "split"
  static let operands = "FILE|URL..."
  static let summary = "Make some files of a film or episode one of their own."
  static let opensPlaces = true
  static let details = """
    Progress, lists and bookmarks stay with the other files. The files are matched to the new
    one by hand: match says what it is in truth, unmatch undoes it.

    With --json the object has id and error.

    Exit status: 0 split; 1 failed, or files of several; 2 usage; 130 cancelled.
    """
  static let options = LibraryQuestion.options + [NamedFile.option]

  private let question: LibraryQuestion
  private let files: [NamedFile]

  init(_ arguments: Arguments) throws(UsageError) {
    guard !arguments.operands.isEmpty else { throw UsageError("FILE is missing") }
    let source = try arguments.sourceID()
    var files: [NamedFile] = []
    for operand in arguments.operands { files.append(try NamedFile(operand, source: source)) }
    self.files = files
    question = try LibraryQuestion(Self.tool, arguments)
  }

  func run() async -> ExitCode {
    await question.ask { library throws(StorageError) in
      var locations: [FileLocation] = []
      for file in files { locations.append(try await file.location(in: library)) }
      let id = try await library.split(locations)
      return LibraryQuestion.Answer(
        text: "They are one of their own now: \(id).",
        members: [("id", .string(id.description))]
      )
    }
  }
}
