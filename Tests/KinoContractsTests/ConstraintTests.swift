import KinoSQL
import Testing

@Suite("Constraints")
struct ConstraintTests {
  static let refused = [
    // Two files of one name, neither of them missing.
    file(id: 9, directory: 3, availability: "present"),
    // A value no version knows still keeps its name.
    file(id: 9, directory: 3, availability: "future"),
    // A second root of a source.
    "INSERT INTO source_directory (id, source_id, parent_id, name) VALUES (9, 1, NULL, X'')",
    // A second default profile.
    """
    INSERT INTO playback_profile (uid, name, is_default, created_at_ms, updated_at_ms)
    VALUES (randomblob(16), '', 1, 0, 0)
    """,
    // A second entity of one identity.
    "UPDATE media_entity SET identity_key = 'movie:a' WHERE id = 2",
    // A uid that is none.
    "UPDATE media_entity SET uid = X'01' WHERE id = 1",
    // A file in a directory that does not exist when the transaction ends.
    file(id: 9, directory: 99, availability: "present"),
  ]

  @Test("what must be one is one", arguments: refused)
  func refuses(_ statement: String) throws {
    let connection = try sampleLibrary()
    let error = #expect(throws: SQLiteError.self) { try connection.execute(statement) }
    #expect(error?.message.contains("constraint failed") == true, "\(String(describing: error))")
  }

  @Test("several missing files may have had one name")
  func missingTwins() throws {
    let connection = try sampleLibrary()
    try connection.execute(Self.file(id: 8, directory: 3, availability: "missing"))
    try connection.execute(Self.file(id: 9, directory: 3, availability: "missing"))
    #expect(try connection.int64("SELECT count(*) FROM media_file WHERE directory_id = 3") == 3)
  }

  @Test("files swap places through a directory that does not exist")
  func parking() throws {
    let connection = try sampleLibrary()
    try connection.execute(
      """
      BEGIN;
      UPDATE media_file SET directory_id = -id;
      UPDATE media_file SET directory_id = 4, name = X'42' WHERE id = 1;
      UPDATE media_file SET directory_id = 3, name = X'41' WHERE id = 2;
      COMMIT;
      """
    )
    let places = try connection.column(
      "SELECT directory_id || hex(name) FROM media_file ORDER BY id"
    )
    #expect(places == ["442", "341"])
  }

  @Test("a source has one active run (TX-7)")
  func oneActiveRun() throws {
    let connection = try sampleLibrary()
    try connection.addRun(1, state: "enumerating")
    #expect(throws: SQLiteError.self) { try connection.addRun(2, state: "queued") }
    try connection.addRun(3, state: "failed")
  }

  @Test("an identifier names one entity, and a picture is selected once per kind and locale")
  func uniqueSelections() throws {
    let connection = try sampleLibrary()
    let identifier = "INSERT INTO external_id VALUES (?, 'tmdb', 'movie', '603', 'nfo', 0, 0)"
    try connection.execute(identifier.replacing("?", with: "1"))
    #expect(throws: SQLiteError.self) {
      try connection.execute(identifier.replacing("?", with: "2"))
    }
    let artwork = """
      INSERT INTO artwork (uid, entity_id, kind, locale, origin, selected, updated_at_ms)
      VALUES (randomblob(16), 1, 'poster', 'de', 'provider', 1, 0)
      """
    try connection.execute(artwork)
    #expect(throws: SQLiteError.self) { try connection.execute(artwork) }
    try connection.execute(artwork.replacing("'de'", with: "'en'"))
  }

  @Test("progress keeps its entity, and a list its items (DL-6)")
  func userStateRestricts() throws {
    let connection = try sampleLibrary()
    try connection.execute(
      """
      INSERT INTO playback_state (profile_id, entity_id, clock_json, updated_at_ms)
      VALUES (1, 1, '{}', 0);
      INSERT INTO media_collection (id, uid, kind, name, created_at_ms, updated_at_ms)
      VALUES (1, randomblob(16), 'manual', 'L', 0, 0);
      INSERT INTO collection_item (collection_id, entity_id, rank, added_at_ms, updated_at_ms)
      VALUES (1, 2, 'a', 0, 0);
      """
    )
    for statement in [
      "DELETE FROM media_entity WHERE id = 1", "DELETE FROM media_entity WHERE id = 2",
    ] {
      #expect(throws: SQLiteError.self) { try connection.execute(statement) }
    }
  }

  @Test("the run a file was last seen by may go (DL-8)")
  func runCompaction() throws {
    let connection = try sampleLibrary()
    try connection.addRun(1)
    try connection.execute("UPDATE media_file SET last_seen_run_id = 1; DELETE FROM scan_run")
    #expect(try connection.int64("SELECT count(last_seen_run_id) FROM media_file") == 0)
  }

  @Test("the full-text index finds CJK within a title and follows a deletion")
  func search() throws {
    let connection = try sampleLibrary()
    try connection.execute(
      """
      PRAGMA trusted_schema = OFF;
      INSERT INTO search_document VALUES (1, '进 击 的 巨 人', 'attack on titan', '', '', 0, '1', 0);
      INSERT INTO search_document_fts (rowid, title, aliases, people, genres)
      SELECT entity_id, title, aliases, people, genres FROM search_document WHERE entity_id = 1;
      """
    )
    let query = "SELECT rowid FROM search_document_fts WHERE search_document_fts MATCH "
    #expect(try connection.column(query + "'\"击 的\"'") == ["1"])
    #expect(try connection.column(query + "'att*'") == ["1"])
    try connection.execute(
      """
      INSERT INTO search_document_fts (
        search_document_fts, rowid, title, aliases, people, genres
      )
      SELECT 'delete', entity_id, title, aliases, people, genres FROM search_document;
      DELETE FROM search_document;
      """
    )
    #expect(try connection.column(query + "'att*'").isEmpty)
  }

  private static func file(id: Int, directory: Int, availability: String) -> String {
    """
    INSERT INTO media_file (
      id, uid, source_id, directory_id, name, media_kind, availability, first_seen_at_ms,
      updated_at_ms
    ) VALUES (\(id), randomblob(16), 1, \(directory), X'41', 'video', '\(availability)', 0, 0)
    """
  }
}
