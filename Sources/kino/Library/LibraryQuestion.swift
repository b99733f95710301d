import KinoCommand
import Kinothek

/// A question to a library that is there already.
///
/// Its answer is printed as a table or as a JSON object with an `error`, which is null when all is
/// well.
struct LibraryQuestion: Sendable {
  /// What complaints begin with.
  let tool: String
  /// The library's folder.
  let database: String
  /// Whether to print an object.
  let printsJSON: Bool

  /// Creates a question that a command's arguments describe.
  init(_ tool: String, _ arguments: Arguments) throws(UsageError) {
    self.tool = tool
    database = try LibraryOptions.folder(arguments)
    printsJSON = arguments.has("--json")
  }

  /// The options that it reads.
  static let options = [
    LibraryOptions.database,
    CommandOption("--json", "Print one JSON object instead of a table."),
  ]

  /// An answer in both forms.
  struct Answer: Sendable {
    /// For people.
    var text: String
    /// For programs: the members of the object.
    var members: [(String, JSON)]
    /// Why the answer is no success; `nil` when it is one.
    var failure: StorageError?
  }

  /// Asks, and prints the answer or why there is none.
  ///
  /// A library of an earlier version is migrated first, as by every command that opens it.
  func ask(
    _ question: (MediaLibrary) async throws(StorageError) -> Answer
  ) async -> ExitCode {
    do throws(StorageError) {
      try LibraryPlace.require(database, "Scan something first, or name")
      let answer = try await LibraryPlace.withLibrary(in: database, adapters: [], question)
      let failure = answer.failure.map { JSON.error(kind: $0.kind.rawValue, message: $0.message) }
      print(
        printsJSON
          ? JSON.object(answer.members + [("error", failure ?? .null)]).text() : answer.text
      )
      return answer.failure == nil ? .completed : .failed
    } catch {
      if printsJSON {
        let failure = JSON.error(kind: error.kind.rawValue, message: error.message)
        print(JSON.object([("error", failure)]).text())
      } else if error.kind != .cancelled {
        Host.complain(error.message, as: tool)
      }
      return error.kind == .cancelled ? .cancelled : .failed
    }
  }
}
