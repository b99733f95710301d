import KinoSQL
import Testing

@Suite("Locks")
struct LockTests {
  static let refused = [
    "UPDATE file_binding SET entity_id = 2 WHERE locked = 1",
    "UPDATE file_binding SET role = 'version' WHERE locked = 1",
    "DELETE FROM file_binding WHERE locked = 1",
    "DELETE FROM media_entity WHERE id = 1",
    """
    INSERT OR REPLACE INTO file_binding (
      id, entity_id, media_file_id, source_uid, path, role, method, confidence, locked,
      created_at_ms, updated_at_ms
    ) VALUES (1, 2, 1, X'00', X'41', 'primary', 'name', 1, 1, 0, 0)
    """,
    """
    INSERT INTO file_binding (
      entity_id, media_file_id, source_uid, path, role, method, confidence, created_at_ms,
      updated_at_ms
    ) VALUES (2, 1, X'00', X'41', 'primary', 'name', 1, 0, 0)
    """,
    "UPDATE file_binding SET version_label = 'other' WHERE locked = 1",
    "UPDATE file_binding SET media_file_id = 1 WHERE locked = 0",
    "UPDATE localized_metadata SET title = 'other'",
    "UPDATE localized_metadata SET entity_id = 2",
    "DELETE FROM localized_metadata",
    "UPDATE media_entity SET year = 2001 WHERE id = 1",
    "INSERT INTO entity_genre (entity_id, genre_id, origin) VALUES (1, 2, 'provider')",
    "DELETE FROM entity_genre WHERE entity_id = 1",
    "UPDATE entity_genre SET entity_id = 1 WHERE entity_id = 2",
    "UPDATE credit SET entity_id = 1",
    "INSERT INTO credit (entity_id, person_id, role, origin) VALUES (1, 1, 'actor', 'provider')",
    "UPDATE artwork SET selected = 0",
    "UPDATE artwork SET reference = '/other.jpg'",
    "DELETE FROM artwork",
    "UPDATE playback_marker SET start_ms = 5",
    "DELETE FROM playback_marker",
    "DELETE FROM external_id",
  ]

  @Test("what is locked by hand is not changed beside the lock (DL-6)", arguments: refused)
  func refuses(_ statement: String) throws {
    let connection = try lockedLibrary()
    let error = #expect(throws: SQLiteError.self) { try connection.execute(statement) }
    #expect(error?.message.hasPrefix("locked: ") == true, "\(String(describing: error))")
  }

  static let allowed = [
    "UPDATE file_binding SET path = X'42', size_bytes = 7",
    "UPDATE file_binding SET entity_id = 1, role = 'primary' WHERE locked = 1",
    "UPDATE file_binding SET media_file_id = NULL",
    "DELETE FROM file_binding WHERE locked = 0",
    "UPDATE localized_metadata SET overview = 'new'",
    "UPDATE media_entity SET runtime_ms = 1, changed_revision = 2 WHERE id = 1",
    "UPDATE file_binding SET locked = 0, entity_id = 2 WHERE locked = 1",
    "UPDATE localized_metadata SET locked_fields = 0, title = 'other'",
    "UPDATE artwork SET width = 100",
  ]

  @Test("what the lock is not about stays writable, and an unlock is explicit", arguments: allowed)
  func allows(_ statement: String) throws {
    let connection = try lockedLibrary()
    #expect(throws: Never.self) { try connection.execute(statement) }
  }

  @Test("a file's row goes, and the binding made by hand stays (DL-6)")
  func outlivesFile() throws {
    let connection = try lockedLibrary()
    try connection.execute("DELETE FROM media_file WHERE id = 1")
    let binding = try connection.column(
      """
      SELECT entity_id || ' ' || quote(media_file_id) || ' ' || hex(path) FROM file_binding
      WHERE locked = 1
      """
    )
    #expect(binding == ["1 NULL 41"])
  }

  private func lockedLibrary() throws -> Connection {
    let connection = try sampleLibrary()
    try connection.bind(file: 1, to: 1, locked: true)
    try connection.bind(file: 2, to: 2, locked: false)
    try connection.execute(
      """
      INSERT INTO localized_metadata (entity_id, locale, title, locked_fields, updated_at_ms)
      VALUES (1, 'en', 'by hand', 1, 0);
      INSERT INTO genre (id, uid, genre_key, created_at_ms)
      VALUES (1, randomblob(16), 'drama', 0), (2, randomblob(16), 'crime', 0);
      INSERT INTO entity_genre (entity_id, genre_id, origin) VALUES (1, 1, 'manual'), (2, 2, 'nfo');
      INSERT INTO person (id, uid, identity_key, name, updated_at_ms)
      VALUES (1, randomblob(16), 'p', 'P', 0);
      INSERT INTO credit (entity_id, person_id, role, origin) VALUES (2, 1, 'actor', 'nfo');
      UPDATE media_entity SET year = 1999, locked_fields = 2 | 32 | 64 WHERE id = 1;
      INSERT INTO artwork (uid, entity_id, kind, origin, selected, locked, updated_at_ms)
      VALUES (randomblob(16), 1, 'poster', 'manual', 1, 1, 0);
      INSERT INTO playback_marker (
        uid, entity_id, kind, start_ms, origin, locked, created_at_ms, updated_at_ms
      ) VALUES (randomblob(16), 1, 'intro', 0, 'manual', 1, 0, 0);
      INSERT INTO external_id (
        entity_id, provider, namespace, value, origin, locked, created_at_ms
      ) VALUES (1, 'tmdb', 'movie', '1', 'manual', 1, 0);
      """
    )
    return connection
  }
}
