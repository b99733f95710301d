/// A failed migration, as JSON beside the database: `NAME.migration-error.json`.
///
/// It holds statements of the contract and SQLite's message, no data of the user's. The next migration that
/// succeeds removes it.
struct MigrationRecord {
  let database: String
  let failure: MigrationFailure
  /// Milliseconds since the Unix epoch.
  let time: Int64

  /// Where the record of a database lies.
  static func path(beside path: String) -> String { "\(path).migration-error.json" }

  /// Writes the record; if even that fails, the typed error is all there is.
  func write(beside path: String) {
    _ = FileSystem.publish(Array(json.utf8), as: Self.path(beside: path))
  }

  var json: String {
    """
    {
      "database": \(Self.quoted(database)),
      "version": \(failure.version),
      "statement": \(failure.statement.map(Self.quoted) ?? "null"),
      "code": \(failure.code),
      "message": \(Self.quoted(failure.message)),
      "at_ms": \(time)
    }

    """
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
