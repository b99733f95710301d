import KinoCommand
import KinoCore
import Kinothek

/// A film or series that a command works on: an identifier, or a title with or without its year.
struct NamedTitle: Sendable {
  private let text: String

  /// Reads `Heat`, `Heat (1995)` or an identifier as `list --json` and `show` print it.
  init(_ argument: [UInt8]) throws(UsageError) {
    guard let text = String(validating: argument, as: UTF8.self), !text.isEmpty else {
      throw UsageError("a title is text in UTF-8")
    }
    self.text = text
  }

  /// What the argument came to.
  enum Answer: Sendable {
    /// One thing.
    case one(UID)
    /// Several titles that it may mean.
    case several([CatalogueTitle])
  }

  /// Finds it.
  ///
  /// - Throws: `StorageError`: `notFound`.
  func find(in library: MediaLibrary) async throws(StorageError) -> Answer {
    if let uid = UID(text) { return .one(uid) }
    let (title, year) = parts
    var found = try await library.titles(named: title, year: year)
    if found.isEmpty, year != nil { found = try await library.titles(named: text) }
    guard let first = found.first else {
      throw StorageError(
        .notFound,
        message: "The library has no title that contains \(Array(text.utf8).displayText)."
          + " kino list shows what it has."
      )
    }
    return found.count == 1 ? .one(first.uid) : .several(found)
  }

  /// The title, and the year that stands in parentheses behind it.
  private var parts: (String, Int?) {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), open != text.startIndex,
      let year = Int(text[text.index(after: open)...].dropLast()), (1800...2200).contains(year)
    else { return (text, nil) }
    return (String(text[..<open]), year)
  }
}

extension LibraryQuestion.Answer {
  /// Tells which titles one may mean, so that the next command names one.
  static func ambiguous(_ titles: [CatalogueTitle]) -> Self {
    var columns = Columns([("kind", .left), ("title", .left), ("year", .right), ("id", .left)])
    for title in titles {
      columns.add([
        title.kind.rawValue, Array(title.title.utf8).displayText,
        title.year.map(String.init) ?? "", title.uid.description,
      ])
    }
    let message = "Several titles are meant; add the year in parentheses, or name one by its id."
    var answer = Self(
      text: message + "\n" + columns.text,
      members: [("candidates", .array(titles.map(TitlesCommand.json)))]
    )
    answer.failure = StorageError(.refused, message: message)
    return answer
  }
}
