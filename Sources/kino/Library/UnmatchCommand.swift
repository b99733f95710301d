import KinoCommand
import KinoCore
import Kinothek

/// `kino unmatch`: takes back what a hand has said of a file.
struct UnmatchCommand: Subcommand {
  static let name = "unmatch"
  static let operands = "FILE|URL"
  static let summary = "Take back what match or split has said of a file, and read its name again."
  static let opensPlaces = true
  static let details = """
    With --json the object has path, source, named (how many names were read) and error.

    Exit status: 0 taken back; 1 failed, no such file, or not matched by hand; 2 usage;
    130 cancelled.
    """
  static let options = LibraryQuestion.options + [NamedFile.option]

  private let question: LibraryQuestion
  private let file: NamedFile

  init(_ arguments: Arguments) throws(UsageError) {
    let source = try arguments.sourceID()
    file = try NamedFile(try arguments.onlyOperand("FILE"), source: source)
    question = try LibraryQuestion(Self.tool, arguments)
  }

  func run() async -> ExitCode {
    await question.ask { library throws(StorageError) in
      let location = try await file.location(in: library)
      try await library.unmatch(location)
      let named = try await library.readNames()
      return LibraryQuestion.Answer(
        text: "\(location.path.displayText) shows again what its name says.",
        members: location.members + [("named", .integer(Int64(named)))]
      )
    }
  }
}

extension MediaLibrary {
  /// Reads the names that wait; no file is opened for that.
  fileprivate func readNames() async throws(StorageError) -> Int {
    let report = await processPendingWork().report
    guard let failure = report.failure else { return report.named }
    throw StorageError(.unavailable, message: failure.message)
  }
}
