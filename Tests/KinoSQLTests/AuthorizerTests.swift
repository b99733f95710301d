import KinoSQL
import Testing

@Suite("Authorizer profile")
struct AuthorizerTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("a.sqlite")
    let connection = try Connection(.file(path, .create))
    try connection.execute(
      """
      CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, seen INTEGER DEFAULT 0);
      CREATE TABLE note (id INTEGER PRIMARY KEY, film_id INTEGER REFERENCES film ON DELETE CASCADE);
      CREATE VIRTUAL TABLE search USING fts5(title);
      INSERT INTO film VALUES (1, 'Stalker', 0);
      INSERT INTO note VALUES (1, 1);
      """
    )
  }

  @Test(
    "what a profile does not list fails at prepare, naming operation and table",
    arguments: [
      ("INSERT INTO film(title) VALUES ('x')", "INSERT", "film"),
      ("UPDATE film SET title = 'x'", "UPDATE", "film"),
      ("DELETE FROM film", "DELETE", "film"),
      ("CREATE TABLE t (n)", "CREATE TABLE", "t"),
      ("DROP TABLE film", "DELETE", "sqlite_master"),
      ("PRAGMA user_version = 3", "PRAGMA", "user_version"),
      ("ATTACH ':memory:' AS other", "ATTACH", ":memory:"),
      ("COMMIT", "TRANSACTION", "COMMIT"),
      ("CREATE TEMP TABLE t (n)", "INSERT", "sqlite_temp_master"),
      ("ANALYZE", "ANALYZE", "film"),
    ]
  )
  func denied(_ sql: String, _ operation: String, _ table: String) throws {
    let connection = try Connection(.file(path), profile: AuthorizerProfile())
    let error = #expect(throws: SQLiteError.self) { _ = try connection.prepare(sql) }
    #expect(error?.kind == .denied)
    #expect(error?.denial?.operation == operation)
    #expect(error?.denial?.table == table)
  }

  @Test("everybody may read, use functions and savepoints")
  func reading() throws {
    let connection = try Connection(.file(path), profile: AuthorizerProfile())
    #expect(try connection.int64("SELECT length(title) FROM film") == 7)
    #expect(try connection.savepoint { () throws(SQLiteError) in 1 } == 1)
  }

  @Test("exactly the listed operations are allowed")
  func listed() throws {
    let profile = AuthorizerProfile(tables: ["film": .insertOnly])
    let connection = try Connection(.file(path), profile: profile)
    try connection.run("INSERT INTO film(title) VALUES ('x')")
    #expect(throws: SQLiteError.self) { try connection.run("DELETE FROM film") }
    #expect(throws: SQLiteError.self) { try connection.run("UPDATE film SET title = 'y'") }
  }

  @Test("an update may set exactly the listed columns")
  func columns() throws {
    let profile = AuthorizerProfile(tables: ["film": .updating(["seen"])])
    let connection = try Connection(.file(path), profile: profile)
    try connection.run("UPDATE film SET seen = 1")
    let error = #expect(throws: SQLiteError.self) {
      try connection.run("UPDATE film SET seen = 1, title = 'x'")
    }
    #expect(error?.denial?.operation == "UPDATE")
    #expect(error?.denial?.column == "title")
  }

  @Test("a foreign-key action needs the child's operation")
  func foreignKeyAction() throws {
    let narrow = try Connection(.file(path), profile: AuthorizerProfile(tables: ["film": .full]))
    let error = #expect(throws: SQLiteError.self) { try narrow.run("DELETE FROM film") }
    #expect(error?.denial?.table == "note")
    let wide = AuthorizerProfile(tables: ["film": .full, "note": .deleteOnly])
    #expect(try Connection(.file(path), profile: wide).run("DELETE FROM film") == 1)
  }

  @Test("temporary tables are a permission of their own, and give none for others")
  func temporary() throws {
    let profile = AuthorizerProfile(allowsTemporaryTables: true)
    let connection = try Connection(.file(path), profile: profile)
    try connection.execute(
      """
      CREATE TEMP TABLE t (n);
      CREATE INDEX temp.t_n ON t (n);
      INSERT INTO t VALUES (1);
      UPDATE t SET n = 2;
      DELETE FROM t;
      DROP TABLE t;
      """
    )
    #expect(throws: SQLiteError.self) { try connection.run("DELETE FROM film") }
    #expect(throws: SQLiteError.self) { try connection.run("DROP TABLE film") }
  }

  @Test("a full-text table can be written by a profile that allows it, from the first statement on")
  func fullText() throws {
    let profile = AuthorizerProfile().allowing(fullTextTable: "search")
    let connection = try Connection(.file(path), profile: profile)
    try connection.run("INSERT INTO search(rowid, title) VALUES (1, 'Stalker')")
    #expect(try connection.int64("SELECT rowid FROM search WHERE search MATCH 'stalker'") == 1)
    try connection.run("DELETE FROM search WHERE rowid = 1")
    #expect(throws: SQLiteError.self) { try connection.run("CREATE TABLE x (n)") }
  }

  @Test("the schema table itself cannot be changed by statements")
  func schemaTable() throws {
    let connection = try Connection(.file(path), profile: AuthorizerProfile())
    for sql in [
      "UPDATE sqlite_master SET sql = ''", "INSERT INTO sqlite_master(name) VALUES ('x')",
    ] {
      #expect(throws: SQLiteError.self) { try connection.run(sql) }
    }
  }

  @Test("a full-text table can be read under a profile that does not list it")
  func fullTextReading() throws {
    let connection = try Connection(.file(path), profile: AuthorizerProfile())
    #expect(try connection.int64("SELECT count(*) FROM search WHERE search MATCH 'x'") == 0)
  }
}
