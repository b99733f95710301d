import KinoCommand
import KinoCore
import Kinothek

/// `kino list`: the films and series of a library.
struct TitlesCommand: Subcommand {
  static let name = "list"
  static let operands = ""
  static let summary = "Show the films and series of a library."
  static let details = """
    They are made of the names of files and of what lies beside these, after a scan. With
    --json the object has counts (movies, series, seasons, episodes, extras), and titles, an
    array of id, kind, title, year, versions, parts, seasons, episodes, extras, present_files
    and subtitles, the languages of the subtitles beside them; and error.

    Exit status: 0 answered; 1 failed; 2 usage; 130 cancelled.
    """
  static let options =
    LibraryQuestion.options + [
      CommandOption("--kind", value: "KIND", "Only movie, or only series."),
      CommandOption("--limit", value: "N", "Show N of a kind at most; all by default."),
    ]

  private let question: LibraryQuestion
  private let kinds: [EntityKind]
  private let limit: Int

  init(_ arguments: Arguments) throws(UsageError) {
    guard arguments.operands.isEmpty else { throw UsageError("nothing but options is taken") }
    switch arguments.value("--kind") {
    case nil: kinds = [.movie, .series]
    case "movie": kinds = [.movie]
    case "series": kinds = [.series]
    case .some: throw UsageError("--kind takes movie or series")
    }
    limit = try arguments.number("--limit", in: 1...10_000_000) ?? .max
    question = try LibraryQuestion(Self.tool, arguments)
  }

  func run() async -> ExitCode {
    await question.ask { library throws(StorageError) in
      let counts = try await library.catalogueCounts()
      var titles: [CatalogueTitle] = []
      for kind in kinds { titles += try await self.titles(of: kind, in: library) }
      return LibraryQuestion.Answer(
        text: titles.isEmpty
          ? "The library has no titles." : Self.table(titles) + "\n" + counts.sentence,
        members: [("counts", counts.json), ("titles", .array(titles.map(Self.json)))]
      )
    }
  }

  private func titles(
    of kind: EntityKind,
    in library: MediaLibrary
  ) async throws(StorageError) -> [CatalogueTitle] {
    var titles: [CatalogueTitle] = []
    var cursor: CatalogueCursor?
    repeat {
      let page = try await library.titles(
        of: kind,
        after: cursor,
        limit: min(500, limit - titles.count)
      )
      titles += page.titles
      cursor = page.next
    } while cursor != nil && titles.count < limit
    return titles
  }

  private static func table(_ titles: [CatalogueTitle]) -> String {
    var columns = Columns([
      ("kind", .left), ("title", .left), ("year", .right), ("files", .right),
      ("seasons", .right), ("episodes", .right), ("extras", .right), ("subtitles", .left),
      ("", .left),
    ])
    for title in titles {
      let isSeries = title.kind == .series
      columns.add([
        title.kind.rawValue,
        Array(title.title.utf8).displayText,
        title.year.map(String.init) ?? "",
        isSeries ? "" : files(of: title),
        isSeries ? Table.grouped(title.seasons) : "",
        isSeries ? Table.grouped(title.episodes) : "",
        title.extras > 0 ? Table.grouped(title.extras) : "",
        title.subtitles.joined(separator: " "),
        title.presentFiles == 0 ? "missing" : "",
      ])
    }
    return columns.text
  }

  private static func files(of title: CatalogueTitle) -> String {
    guard title.parts > 0 else { return Table.grouped(title.versions) }
    let parts = "\(Table.grouped(title.parts)) parts"
    return title.versions > 0 ? "\(Table.grouped(title.versions)) + \(parts)" : parts
  }

  /// A title, for programs.
  static func json(_ title: CatalogueTitle) -> JSON {
    .object([
      ("id", .string(title.uid.description)),
      ("kind", .string(title.kind.rawValue)),
      ("title", .string(title.title)),
      ("year", title.year.map { .integer(Int64($0)) } ?? .null),
      ("versions", .integer(Int64(title.versions))),
      ("parts", .integer(Int64(title.parts))),
      ("seasons", .integer(Int64(title.seasons))),
      ("episodes", .integer(Int64(title.episodes))),
      ("extras", .integer(Int64(title.extras))),
      ("present_files", .integer(Int64(title.presentFiles))),
      ("subtitles", .array(title.subtitles.map { .string($0) })),
    ])
  }
}

extension CatalogueCounts {
  /// What there is, in words.
  fileprivate var sentence: String {
    named.map { "\(Table.grouped($1)) \($0)" }.joined(separator: ", ")
  }

  fileprivate var json: JSON { .object(named.map { ($0, .integer(Int64($1))) }) }
}
