internal import CKinoSQLite

extension SQLiteError.Kind {
  /// Classifies a result code of <https://www.sqlite.org/rescode.html>.
  init(extendedCode: Int32) {
    if let special = Self.special(extendedCode) {
      self = special
      return
    }
    self =
      switch extendedCode & 0xff {
      case SQLITE_BUSY: .busy
      case SQLITE_LOCKED: .locked
      case SQLITE_FULL: .full
      case SQLITE_IOERR: .inputOutput
      // AUTH without a denial of ours: the file is protected while the device is locked.
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .unavailable
      case SQLITE_CORRUPT: .corrupt
      case SQLITE_NOTADB: .notADatabase
      case SQLITE_READONLY: .readOnly
      case SQLITE_CONSTRAINT: .constraint(SQLiteError.Constraint(extendedCode: extendedCode))
      case SQLITE_INTERRUPT: .interrupted
      case SQLITE_TOOBIG: .tooBig
      case SQLITE_NOMEM: .outOfMemory
      case SQLITE_MISMATCH: .mismatch
      case SQLITE_SCHEMA: .schemaChanged
      case SQLITE_MISUSE, SQLITE_RANGE: .misuse
      default: .other
      }
  }

  /// The extended codes that mean something else than their primary code.
  private static func special(_ extendedCode: Int32) -> Self? {
    let detail = extendedCode >> 8
    switch (extendedCode & 0xff, detail) {
    // ACCESS, AUTH (file protected while the device is locked), VNODE, GETTEMPPATH.
    case (SQLITE_IOERR, 13), (SQLITE_IOERR, 28), (SQLITE_IOERR, 27), (SQLITE_IOERR, 25):
      return .unavailable
    case (SQLITE_IOERR, 12):  // NOMEM
      return .outOfMemory
    // The log's index could not grow: SHMSIZE.
    case (SQLITE_IOERR, 19):
      return .full
    default:
      return nil
    }
  }
}

extension SQLiteError.Constraint {
  init(extendedCode: Int32) {
    self =
      switch extendedCode >> 8 {
      case 1: .check
      case 3: .foreignKey
      case 5: .notNull
      case 6, 10: .primaryKey
      case 7: .trigger
      case 8: .unique
      case 12: .dataType
      default: .other
      }
  }
}

extension SQLiteError {
  /// Whether the code is one of success.
  static func isSuccess(_ code: Int32) -> Bool {
    code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE
  }

  /// Whether a transaction was broken off, and only a connection that writes can roll it back:
  /// READONLY_ROLLBACK.
  var needsRollback: Bool { extendedCode == SQLITE_READONLY | 3 << 8 }

  /// The library's own error for a rule of its API that was broken.
  static func misuse(_ message: String, sql: String?) -> SQLiteError {
    SQLiteError(extendedCode: SQLITE_MISUSE, message: message, sql: sql)
  }

  /// A failure of the file system that SQLite did not see.
  static func inputOutput(_ message: String) -> SQLiteError {
    SQLiteError(extendedCode: SQLITE_IOERR, message: message)
  }
}
