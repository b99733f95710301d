/// A failure reported by SQLite.
///
/// The SQL text is kept for diagnosis; bound values never are.
package struct SQLiteError: Error, Hashable, Sendable {
  /// What happened, in terms a caller can act on.
  package let kind: Kind
  /// The extended result code, as `sqlite3.h` numbers it.
  package let extendedCode: Int32
  /// SQLite's own message.
  package let message: String
  /// The statement that failed, with its placeholders.
  package let sql: String?
  /// What an authorizer denied, if `kind` is ``Kind/denied``.
  package let denial: AccessDenial?

  /// The primary result code.
  package var code: Int32 { extendedCode & 0xff }

  /// Creates an error from a result code.
  ///
  /// - Parameters:
  ///   - extendedCode: The extended result code.
  ///   - message: SQLite's message.
  ///   - sql: The statement, with its placeholders.
  ///   - denial: What the authorizer denied.
  package init(
    extendedCode: Int32,
    message: String,
    sql: String? = nil,
    denial: AccessDenial? = nil
  ) {
    self.kind = denial == nil ? Kind(extendedCode: extendedCode) : .denied
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.denial = denial
  }
}

extension SQLiteError {
  /// What happened, in terms a caller can act on.
  package enum Kind: Hashable, Sendable {
    /// Another connection holds the lock; a later attempt may succeed.
    case busy
    /// A table is locked within this process.
    case locked
    /// The disk or the database is full.
    case full
    /// Reading or writing the file failed.
    case inputOutput
    /// The file cannot be reached now (device locked, authorization missing, directory gone). It says
    /// nothing about the content: never treat it as damage.
    case unavailable
    /// The content is damaged.
    case corrupt
    /// The file is not an SQLite database.
    case notADatabase
    /// The file or the connection may only be read.
    case readOnly
    /// The connection's profile does not allow the statement.
    case denied
    /// A constraint of the schema was violated.
    case constraint(Constraint)
    /// The statement was stopped: cancelled, timed out or suspended.
    case interrupted
    /// A value or a statement exceeds a limit.
    case tooBig
    /// No memory.
    case outOfMemory
    /// A value has the wrong type for its column.
    case mismatch
    /// The schema changed under the statement.
    case schemaChanged
    /// The API was used against its rules; a programming error.
    case misuse
    /// Anything else, most often wrong SQL.
    case other
  }

  /// Which kind of constraint was violated.
  package enum Constraint: Hashable, Sendable {
    /// `CHECK`.
    case check
    /// A foreign key.
    case foreignKey
    /// `NOT NULL`.
    case notNull
    /// The primary key or the row id.
    case primaryKey
    /// `UNIQUE`.
    case unique
    /// A trigger raised.
    case trigger
    /// The column type of a `STRICT` table.
    case dataType
    /// Another one.
    case other
  }
}

extension SQLiteError: CustomStringConvertible {
  /// The kind, the code, the message and the SQL.
  package var description: String {
    let statement = sql.map { " in: \($0)" } ?? ""
    let denied = denial.map { " (\($0))" } ?? ""
    return "SQLite \(kind) [\(extendedCode)] \(message)\(denied)\(statement)"
  }
}
