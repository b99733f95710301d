import KinoCommand
import KinoCore
import Kinothek

/// `kino sources`: what a library scans.
struct SourcesCommand: Subcommand {
  static let name = "sources"
  static let operands = ""
  static let summary = "Show the sources of a library."
  static let details = """
    With --json the object has sources, an array of id, name, kind, location, root (and
    root_bytes in hexadecimal digits where it is no text), settings, enabled and
    offline_since_ms; and error.

    Exit status: 0 answered; 1 failed; 2 usage; 130 cancelled.
    """
  static let options = LibraryQuestion.options

  private let question: LibraryQuestion

  init(_ arguments: Arguments) throws(UsageError) {
    guard arguments.operands.isEmpty else { throw UsageError("nothing but options is taken") }
    question = try LibraryQuestion(Self.tool, arguments)
  }

  func run() async -> ExitCode {
    await question.ask { library throws(StorageError) in
      let sources = try await library.sources.all()
      return LibraryQuestion.Answer(
        text: sources.isEmpty ? "The library has no sources." : Self.table(sources),
        members: [("sources", .array(sources.map(Self.json)))]
      )
    }
  }

  private static func table(_ sources: [Source]) -> String {
    var columns = Columns([
      ("name", .left), ("kind", .left), ("place", .left), ("state", .left), ("id", .left),
    ])
    for source in sources {
      columns.add([
        Array(source.name.utf8).displayText, source.configuration.kind,
        source.configuration.placeText, state(of: source), source.id.description,
      ])
    }
    return columns.text
  }

  private static func state(of source: Source) -> String {
    guard source.isEnabled else { return "disabled" }
    return source.offlineSince.map { "away since \($0.text)" } ?? "there"
  }

  private static func json(_ source: Source) -> JSON {
    let configuration = source.configuration
    let settings = configuration.options.sorted { $0.key < $1.key }
    return .object(
      [
        ("id", .string(source.id.description)),
        ("name", .string(source.name)),
        ("kind", .string(configuration.kind)),
        ("location", .string(configuration.location)),
      ] + JSON.text(configuration.rootPath, named: "root") + [
        ("settings", .object(settings.map { ($0.key, .string($0.value)) })),
        ("enabled", .bool(source.isEnabled)),
        ("offline_since_ms", source.offlineSince.map { .integer($0.milliseconds) } ?? .null),
      ]
    )
  }
}

extension SourceConfiguration {
  /// The place for a person to read, never to be parsed.
  var placeText: String {
    let place = Array(location.utf8).displayText
    guard kind != "local" else { return place }
    let path = rootPath.displayText
    return path.hasPrefix("/") ? place + path : "\(place)/\(path)"
  }
}
