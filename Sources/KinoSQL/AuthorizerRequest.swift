internal import CKinoSQLite

/// One question of SQLite's authorizer, asked while a statement is prepared.
struct AuthorizerRequest {
  let operation: Int32
  let first: String?
  let second: String?
  let database: String?

  /// Why the profile does not allow it; nil if it does.
  func denial(under profile: AuthorizerProfile) -> AccessDenial? {
    switch operation {
    case SQLITE_READ, SQLITE_SELECT, SQLITE_RECURSIVE, SQLITE_SAVEPOINT:
      return nil
    case SQLITE_FUNCTION:
      // Everything but loading native code.
      return second == "load_extension" ? denial("FUNCTION", second) : nil
    case SQLITE_PRAGMA where first == "data_version":
      // Only ever a question; FTS5 asks it.
      return nil
    case SQLITE_INSERT, SQLITE_DELETE, SQLITE_UPDATE:
      return changeDenial(under: profile)
    case SQLITE_PRAGMA where first == "data_version" && second == nil:
      // Only reads; a full-text table asks it of its own accord.
      return nil
    default:
      if profile.allowsTemporaryTables, isTemporary { return nil }
      return denial(Self.names[operation] ?? "operation \(operation)", objectName)
    }
  }

  private var isTemporary: Bool { database == "temp" }

  private func changeDenial(under profile: AuthorizerProfile) -> AccessDenial? {
    if profile.allowsTemporaryTables, isTemporary { return nil }
    // The first use of a virtual table on a connection, even to read, declares it: to the authorizer that
    // is a change of the schema table. Real ones are refused by the defensive setting, and schema changes
    // by their own operation.
    if first == "sqlite_master", operation != SQLITE_DELETE { return nil }
    let access = first.flatMap { profile.tables[$0] } ?? AuthorizerProfile.Access()
    switch operation {
    case SQLITE_INSERT:
      return access.insert ? nil : denial("INSERT", first)
    case SQLITE_DELETE:
      return access.delete ? nil : denial("DELETE", first)
    default:
      let isAllowed =
        switch access.update {
        case .none: false
        case .all: true
        case .only(let columns): second.map(columns.contains) ?? false
        case .except(let columns): second.map { !columns.contains($0) } ?? false
        }
      return isAllowed ? nil : AccessDenial(operation: "UPDATE", table: first, column: second)
    }
  }

  private func denial(_ operation: String, _ table: String?) -> AccessDenial {
    AccessDenial(operation: operation, table: table, column: nil)
  }

  /// ALTER TABLE gives the database first, everything else the object.
  private var objectName: String? { operation == SQLITE_ALTER_TABLE ? second : first }

  private static let names: [Int32: String] = [
    SQLITE_CREATE_INDEX: "CREATE INDEX",
    SQLITE_CREATE_TABLE: "CREATE TABLE",
    SQLITE_CREATE_TEMP_INDEX: "CREATE TEMP INDEX",
    SQLITE_CREATE_TEMP_TABLE: "CREATE TEMP TABLE",
    SQLITE_CREATE_TEMP_TRIGGER: "CREATE TEMP TRIGGER",
    SQLITE_CREATE_TEMP_VIEW: "CREATE TEMP VIEW",
    SQLITE_CREATE_TRIGGER: "CREATE TRIGGER",
    SQLITE_CREATE_VIEW: "CREATE VIEW",
    SQLITE_CREATE_VTABLE: "CREATE VIRTUAL TABLE",
    SQLITE_DROP_INDEX: "DROP INDEX",
    SQLITE_DROP_TABLE: "DROP TABLE",
    SQLITE_DROP_TEMP_INDEX: "DROP TEMP INDEX",
    SQLITE_DROP_TEMP_TABLE: "DROP TEMP TABLE",
    SQLITE_DROP_TEMP_TRIGGER: "DROP TEMP TRIGGER",
    SQLITE_DROP_TEMP_VIEW: "DROP TEMP VIEW",
    SQLITE_DROP_TRIGGER: "DROP TRIGGER",
    SQLITE_DROP_VIEW: "DROP VIEW",
    SQLITE_DROP_VTABLE: "DROP VIRTUAL TABLE",
    SQLITE_PRAGMA: "PRAGMA",
    SQLITE_TRANSACTION: "TRANSACTION",
    SQLITE_ATTACH: "ATTACH",
    SQLITE_DETACH: "DETACH",
    SQLITE_ALTER_TABLE: "ALTER TABLE",
    SQLITE_REINDEX: "REINDEX",
    SQLITE_ANALYZE: "ANALYZE",
  ]
}
