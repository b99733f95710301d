package import KinoCore
import KinoSQL

/// Looks for damage and for broken promises.
///
/// Never changes anything.
package struct LibraryVerifier: Sendable {
  let database: LibraryDatabase

  package init(database: LibraryDatabase) {
    self.database = database
  }

  /// Checks the file's structure, its foreign keys, and the library's own invariants.
  ///
  /// Reads the whole file, some tables several times, while others go on reading and writing; each
  /// check sees a snapshot of its own. Cancelling stops it.
  ///
  /// At most `limit` violations of each check are reported; none when all is well.
  package func verify(limit: Int = 100) async throws(StorageError) -> [LibraryViolation] {
    var violations = try await structure(limit)
    // A damaged file answers the other questions with anything, or not at all.
    guard violations.isEmpty else { return violations }
    violations += try await foreignKeys(limit)
    for check in LibraryCheck.all { violations += try await run(check, limit) }
    return violations
  }

  /// What breaks one check.
  package func run(
    _ check: LibraryCheck,
    _ limit: Int
  ) async throws(StorageError) -> [LibraryViolation] {
    let sql = "SELECT * FROM (\(check.sql)) LIMIT ?1"
    return try await database.read { connection in
      try connection.all(sql) { statement in
        statement.bind(1, limit)
      } _: { row in
        LibraryViolation(check: check.name, subject: row.text(0))
      }
    }
  }

  private func structure(_ limit: Int) async throws(StorageError) -> [LibraryViolation] {
    try await database.read { connection in
      try connection.all("SELECT * FROM pragma_integrity_check(?1)") { statement in
        statement.bind(1, limit)
      } _: { row in
        row.text(0)
      }
      .filter { $0 != "ok" }
      .map { LibraryViolation(check: "the file is well-formed", subject: $0) }
    }
  }

  private func foreignKeys(_ limit: Int) async throws(StorageError) -> [LibraryViolation] {
    try await database.read { connection in
      try connection.all(Self.dangling) { statement in
        statement.bind(1, limit)
      } _: { row in
        LibraryViolation(check: "every reference leads to a row", subject: row.text(0))
      }
    }
  }

  private static let dangling = """
    SELECT "table" || ' ' || coalesce(rowid, '?') || ' refers to ' || parent
    FROM pragma_foreign_key_check LIMIT ?1
    """
}

/// Something that is wrong in a library.
package struct LibraryViolation: Hashable, Sendable {
  /// What should hold.
  package var check: String
  /// Where it does not: a table and a row, or SQLite's own words.
  package var subject: String
}
