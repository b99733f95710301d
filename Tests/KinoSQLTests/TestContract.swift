import KinoSQL

extension SchemaContract {
  /// A small contract of three versions, of which a test may take fewer.
  static func shelf(versions count: Int = 3, applicationID: Int32 = 0x5348_4C46) -> SchemaContract {
    SchemaContract(
      name: "shelf",
      applicationID: applicationID,
      versions: Array(shelfVersions.prefix(count)),
      countedTables: ["book", "loan", "later"]
    )
  }

  private static let shelfVersions = [
    version(
      1,
      """
      -- The first version.
      PRAGMA application_id = 0x53484C46;
      CREATE TABLE schema_migration (
        version INTEGER PRIMARY KEY, file TEXT NOT NULL, sha256 TEXT NOT NULL,
        applied_at_ms INTEGER NOT NULL, duration_ms INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT;
      CREATE TABLE loan (
        id INTEGER PRIMARY KEY, book_id INTEGER NOT NULL REFERENCES book (id) ON DELETE CASCADE
      ) STRICT;
      PRAGMA user_version = 1;
      """
    ),
    version(
      2,
      """
      ALTER TABLE book ADD COLUMN year INTEGER;
      CREATE INDEX book_by_year ON book (year); -- a comment; with a semicolon
      PRAGMA user_version = 2;
      """
    ),
    version(
      3,
      """
      CREATE TABLE new_book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER) STRICT;
      INSERT INTO new_book SELECT id, title, year FROM book;
      DROP TABLE book;
      ALTER TABLE new_book RENAME TO book;
      CREATE TABLE revision (only INTEGER PRIMARY KEY CHECK (only = 1), value INTEGER) STRICT;
      INSERT INTO revision VALUES (1, 0);
      PRAGMA user_version = 3;
      """
    ),
  ]

  /// The same contract with one more version.
  func adding(_ sql: String) -> SchemaContract {
    SchemaContract(
      name: name,
      applicationID: applicationID,
      versions: versions + [Self.version(newestVersion + 1, sql)],
      countedTables: countedTables
    )
  }

  private static func version(_ number: Int32, _ sql: String) -> Version {
    Version(
      number: number,
      file: "shelf-v\(number).sql",
      sql: sql,
      sha256: SHA256.hexadecimal(sql)
    )
  }
}

extension OpeningOptions {
  /// A clock that stands at one moment.
  static var test: OpeningOptions { OpeningOptions(now: { 1_700_000_000_000 }) }
}
