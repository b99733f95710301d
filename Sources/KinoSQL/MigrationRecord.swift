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
      "database": \(database.jsonQuoted),
      "version": \(failure.version),
      "statement": \(failure.statement?.jsonQuoted ?? "null"),
      "code": \(failure.code),
      "message": \(failure.message.jsonQuoted),
      "at_ms": \(time)
    }

    """
  }
}
