import KinoSQL
import Testing

/// The numbers are those of <https://www.sqlite.org/rescode.html>.
@Suite("SQLite error")
struct SQLiteErrorTests {
  private static let kindsOfCodes: [(Int32, SQLiteError.Kind)] = [
    (5, .busy), (517, .busy), (6, .locked), (13, .full), (10, .inputOutput), (266, .inputOutput),
    (11, .corrupt), (26, .notADatabase), (8, .readOnly), (1544, .readOnly),
    (1288, .readOnly), (9, .interrupted), (18, .tooBig),
    (7, .outOfMemory), (3082, .outOfMemory), (20, .mismatch), (17, .schemaChanged), (21, .misuse),
    (25, .misuse), (1, .other),
  ]

  private static let violations: [(String, SQLiteError.Constraint)] = [
    ("INSERT INTO t(id, n) VALUES (1, 1)", .primaryKey),
    ("INSERT INTO t(n, u) VALUES (1, 1)", .unique),
    ("INSERT INTO t(n) VALUES (NULL)", .notNull),
    ("INSERT INTO t(n) VALUES (-1)", .check),
    ("INSERT INTO t(n, parent) VALUES (1, 99)", .foreignKey),
    ("INSERT INTO t(n) VALUES ('x')", .dataType),
    ("DELETE FROM t", .trigger),
  ]

  @Test("result codes are classified by what a caller can do", arguments: kindsOfCodes)
  func kinds(_ code: Int32, _ kind: SQLiteError.Kind) {
    #expect(SQLiteError(extendedCode: code, message: "").kind == kind)
  }

  @Test(
    "a file that cannot be reached is unavailable, never damaged",
    arguments: [
      14,  // CANTOPEN
      3,  // PERM
      23,  // AUTH: protected while the device is locked
      3338,  // IOERR_ACCESS
      7178,  // IOERR_AUTH
      6922,  // IOERR_VNODE
    ]
  )
  func unavailable(_ code: Int32) {
    #expect(SQLiteError(extendedCode: code, message: "").kind == .unavailable)
  }

  @Test("each kind of constraint is told apart", arguments: violations)
  func constraints(_ sql: String, _ constraint: SQLiteError.Constraint) throws {
    let connection = try Connection(.memory)
    try connection.execute(
      """
      CREATE TABLE t (
        id INTEGER PRIMARY KEY, n INTEGER NOT NULL CHECK (n > 0), u INTEGER UNIQUE,
        parent INTEGER REFERENCES t
      ) STRICT;
      CREATE TRIGGER keep BEFORE DELETE ON t BEGIN SELECT raise(ABORT, 'kept'); END;
      INSERT INTO t(id, n, u) VALUES (1, 1, 1);
      """
    )
    let error = #expect(throws: SQLiteError.self) { try connection.run(sql) }
    #expect(error?.kind == .constraint(constraint))
  }
}
