import KinoContracts
import KinoSQL

/// A library of the newest version, enforced, with one source, a few directories and entities.
func sampleLibrary() throws -> Connection {
  let connection = try database()
  try connection.execute("PRAGMA foreign_keys = ON")
  try connection.execute(
    """
    INSERT INTO library_source (
      id, uid, adapter, display_name, location, root_path, created_at_ms, updated_at_ms
    ) VALUES (1, X'000000000000000000000000000000A1', 'local', 'Films', '/srv', X'2F', 0, 0);
    INSERT INTO source_directory (id, source_id, parent_id, name) VALUES
      (1, 1, NULL, X''), (2, 1, 1, X'53686F77'), (3, 1, 2, X'5331'), (4, 1, 1, X'46696C6D73');
    INSERT INTO media_file (
      id, uid, source_id, directory_id, name, media_kind, first_seen_at_ms, updated_at_ms
    ) VALUES
      (1, X'000000000000000000000000000000B1', 1, 3, X'41', 'video', 0, 0),
      (2, X'000000000000000000000000000000B2', 1, 4, X'42', 'video', 0, 0);
    INSERT INTO media_entity (
      id, uid, kind, identity_key, title, sort_key, sort_locale, sort_version, shuffle_key,
      added_at_ms, latest_added_at_ms, created_at_ms, updated_at_ms
    ) VALUES
      (1, X'000000000000000000000000000000C1', 'movie', 'movie:a', 'A', X'41', 'en', '1', 1, 0, 0,
        0, 0),
      (2, X'000000000000000000000000000000C2', 'movie', 'movie:b', 'B', X'42', 'en', '1', 2, 0, 0,
        0, 0);
    """
  )
  return connection
}

extension Connection {
  /// Adds a completed run, with the publication of its own number, and a scope if it has one.
  borrowing func addRun(_ id: Int, scope: String? = nil, state: String = "completed") throws {
    let scope = scope.map { "'\($0)'" } ?? "NULL"
    let mode = scope == "NULL" ? "full" : "incremental"
    try execute(
      """
      INSERT INTO scan_run (id, uid, source_id, mode, state, scope_json, requested_at_ms, publication)
      VALUES (\(id), randomblob(16), 1, '\(mode)', '\(state)', \(scope), 0, \(id))
      """
    )
  }

  /// Binds a file to an entity.
  borrowing func bind(file: Int, to entity: Int, locked: Bool) throws {
    try execute(
      """
      INSERT INTO file_binding (
        entity_id, media_file_id, source_uid, path, role, method, confidence, locked,
        created_at_ms, updated_at_ms
      ) VALUES (
        \(entity), \(file), X'00', X'41', 'primary', '\(locked ? "manual" : "name")', 1,
        \(locked ? 1 : 0), 0, 0
      )
      """
    )
  }
}
