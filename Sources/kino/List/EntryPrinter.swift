import KinoCommand
import KinoCore
import Kinothek

/// Turns what was listed into lines: a table for people, or a JSON object a line.
struct EntryPrinter {
  /// What was listed so far.
  struct Counts: Hashable, Sendable {
    var entries = 0
    /// Directories that were listed to their end, and completely.
    var directories = 0
    /// Directories that could not be listed, or not completely.
    var failures = 0
  }

  /// What was listed so far.
  private(set) var counts = Counts()
  private let printsJSON: Bool

  /// Creates a printer that has printed nothing.
  init(printsJSON: Bool) {
    self.printsJSON = printsJSON
  }

  /// What stands above the table; nothing in JSON.
  var heading: String {
    printsJSON ? "" : Self.row("kind", "size", "modified", "name")
  }

  /// The lines of a page's entries.
  mutating func lines(for page: DirectoryPage, of directory: SourcePath) -> String {
    var text = ""
    for entry in page.entries {
      let path = directory.appending(entry.name)
      text += printsJSON ? Self.json(entry, at: path).line + "\n" : Self.row(entry, at: path)
    }
    counts.entries += page.entries.count
    if page.end == .complete { counts.directories += 1 }
    return text
  }

  /// What a failure in a directory is told as: a line of JSON, or nothing.
  mutating func line(for error: SourceError, at directory: SourcePath) -> String {
    counts.failures += 1
    guard printsJSON else { return "" }
    return JSON.object(Self.path(directory) + [("error", Self.failure(error))]).line + "\n"
  }

  /// What an incomplete listing is told as: a line of JSON, or nothing.
  mutating func line(for reasons: [IncompleteReason], at directory: SourcePath) -> String {
    counts.failures += 1
    guard printsJSON else { return "" }
    let message = "the listing is incomplete: " + Self.text(reasons)
    let failure = JSON.error(kind: "incomplete", message: message)
    return JSON.object(Self.path(directory) + [("error", failure)]).line + "\n"
  }

  /// The last line of JSON; nothing for people.
  func end(_ error: SourceError?) -> String {
    guard printsJSON else { return "" }
    let members: [(String, JSON)] = [
      ("end", .string(counts.failures > 0 ? "incomplete" : "complete")),
      ("entries", .integer(Int64(counts.entries))),
      ("directories", .integer(Int64(counts.directories))),
      ("failures", .integer(Int64(counts.failures))),
      ("error", .null),
    ]
    guard let error else { return JSON.object(members).line + "\n" }
    let end = JSON.string(error.kind == .cancelled ? "cancelled" : "failed")
    let reason = error.kind == .cancelled ? JSON.null : Self.failure(error)
    return JSON.object([("end", end)] + members[1...3] + [("error", reason)]).line + "\n"
  }

  /// Why a listing is incomplete, in words that do not change.
  static func text(_ reasons: [IncompleteReason]) -> String {
    reasons.map(\.rawValue).sorted().joined(separator: ", ")
  }

  private static func row(_ entry: SourceEntry, at path: SourcePath) -> String {
    row(
      entry.kind.name,
      entry.size.map { Table.size($0) } ?? "-",
      entry.modifiedAt.map(\.text) ?? "-",
      path.displayText + (entry.kind == .directory ? "/" : "")
    )
  }

  /// The widths suit every size, and every date up to the year 9999; they do not depend on what
  /// follows, so that each line can be printed when it is known.
  private static func row(_ kind: String, _ size: String, _ date: String, _ name: String) -> String
  {
    let left = kind + spaces(8 - kind.count) + spaces(11 - size.count) + size
    return left + "  " + date + spaces(20 - date.count) + "  " + name + "\n"
  }

  private static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }

  private static func json(_ entry: SourceEntry, at path: SourcePath) -> JSON {
    .object(
      Self.path(path) + [
        ("kind", .string(entry.kind.name)),
        ("size", entry.size.map(JSON.integer) ?? .null),
        ("modified_ms", entry.modifiedAt.map { .integer($0.milliseconds) } ?? .null),
      ]
    )
  }

  private static func failure(_ error: SourceError) -> JSON {
    JSON.error(kind: error.kind.rawValue, message: error.message)
  }

  private static func path(_ path: SourcePath) -> [(String, JSON)] {
    JSON.text(path.bytes, named: "path")
  }
}

extension SourceEntry.Kind {
  /// A short word, the same in tables and in JSON.
  fileprivate var name: String {
    switch self {
    case .file: "file"
    case .directory: "dir"
    case .symlink: "link"
    case .other: "other"
    case .unknown: "unknown"
    }
  }
}

extension JSON {
  /// Bytes that are usually text: as text, and where they are none also in hexadecimal digits, under
  /// the name with `_bytes`.
  static func text(_ bytes: [UInt8], named name: String) -> [(String, JSON)] {
    if let text = String(validating: bytes, as: UTF8.self) { return [(name, .string(text))] }
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let text = JSON.string(String(decoding: bytes, as: UTF8.self))
    return [(name, text), ("\(name)_bytes", .string(digits))]
  }
}
