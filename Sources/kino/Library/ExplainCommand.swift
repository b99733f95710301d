import KinoCommand
import KinoCore
import Kinothek

/// `kino explain`: what a library knows of a path, and why.
struct ExplainCommand: Subcommand {
  static let name = "explain"
  static let operands = "PATH|URL"
  static let summary = "Say why a path is in a library, or is not."
  static let opensPlaces = true
  static let details = """
    PATH is one of this machine, or lies in the source that --source names; a URL lies
    in a source of the same server. Nothing is opened but the library. Of sources inside
    each other the innermost answers.

    With --json the object has path (in the source), source, published (sentences),
    decision, rule and error.

    Exit status: 0 answered; 1 failed, or no source holds the path; 2 usage;
    130 cancelled.
    """
  static let options =
    LibraryQuestion.options + [
      CommandOption("--source", value: "ID", "The path lies in this source, as sources shows it.")
    ]

  private let question: LibraryQuestion
  private let path: [UInt8]
  private let places: [SourceConfiguration]
  private let source: UID?

  init(_ arguments: Arguments) throws(UsageError) {
    path = try arguments.onlyOperand(Self.operands)
    source = try arguments.sourceID()
    places = source == nil ? try LookupPlaces.places(of: path) : []
    question = try LibraryQuestion(Self.tool, arguments)
  }

  func run() async -> ExitCode {
    await question.ask { library throws(StorageError) in
      let (source, path) = try await subject(in: library)
      let explanation = try await library.explain(
        path,
        in: source.id,
        as: Host.look(at: path, in: source.configuration)
      )
      return LibraryQuestion.Answer(
        text: explanation.description,
        members: Report.members(explanation) + [("source", .string(source.id.description))]
      )
    }
  }

  /// A path from the root of the system on, as one in a source.
  private func inside(_ source: Source) throws(StorageError) -> SourcePath {
    let places = LookupPlaces.places(ofPath: path)
    guard let found = places.lazy.compactMap({ source.configuration.path(to: $0) }).first else {
      throw StorageError(
        .notFound,
        message: "\(path.displayText) does not lie in \(source.configuration.location). Name a path"
          + " in it, or another source."
      )
    }
    return found
  }

  private func subject(
    in library: MediaLibrary
  ) async throws(StorageError) -> (Source, SourcePath) {
    if let source {
      let known = try await library.sources.get(source)
      if path.first == UInt8(ascii: "/"), known.configuration.kind == "local" {
        return (known, try inside(known))
      }
      let names = path.split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
      let joined = Array(names.joined(separator: [UInt8(ascii: "/")]))
      guard let path = SourcePath(bytes: joined) else {
        throw StorageError(.notFound, message: "That cannot be a path in a source.")
      }
      return (known, path)
    }
    let sources = try await library.sources.all()
    guard let found = LookupPlaces.innermost(of: sources, holding: places) else {
      throw StorageError(
        .notFound,
        message: "No source of the library in \(question.database) holds that path. Scan it first,"
          + " or name the library that knows it with --database."
      )
    }
    return found
  }
}
