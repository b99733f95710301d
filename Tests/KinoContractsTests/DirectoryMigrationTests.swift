import KinoContracts
import KinoSQL
import Testing

@Suite("Migration to the directory table")
struct DirectoryMigrationTests {
  private static let paths = """
    WITH RECURSIVE place (id, path) AS (
      SELECT id, source_id || ':' FROM source_directory WHERE parent_id IS NULL
      UNION ALL
      SELECT child.id, place.path || '/' || hex(child.name)
      FROM place JOIN source_directory AS child ON child.parent_id = place.id
    )
    """

  @Test("every directory on the way to an item has a row, below its parent")
  func directories() throws {
    let connection = try migrated()
    let paths = try connection.column("\(Self.paths) SELECT path FROM place ORDER BY path")
    #expect(
      paths == [
        "1:", "1:/2E2E2E", "1:/476F6E65", "1:/476F6E65/44656570", "1:/53686F77",
        "1:/53686F77/536561736F6E2031", "1:/FFFE0A27", "2:", "2:/53686F77",
        "2:/53686F77/536561736F6E2031",
      ]
    )
  }

  @Test("files and sidecars keep their bytes")
  func names() throws {
    let connection = try database(holding: MigrationSample.ofEachVersion[10])
    let before = try connection.column(
      """
      SELECT source_id || ':' || hex(path) FROM media_file
      UNION ALL SELECT source_id || ':' || hex(path) FROM sidecar ORDER BY 1
      """
    )
    try connection.upgrade(from: 11, to: 12)
    let after = try connection.column(
      """
      \(Self.paths), item (directory_id, name) AS (
        SELECT directory_id, name FROM media_file UNION ALL SELECT directory_id, name FROM sidecar
      )
      SELECT replace(replace(place.path, ':/', ':'), '/', '2F')
        || CASE WHEN place.path LIKE '%:' THEN '' ELSE '2F' END || hex(item.name)
      FROM item JOIN place ON place.id = item.directory_id ORDER BY 1
      """
    )
    #expect(after == before)
  }

  @Test("everything else about a file is unchanged, and compare keys wait for the store")
  func facts() throws {
    let columns = """
      id, uid, source_id, media_kind, availability, size_bytes, modified_at_ms, created_at_ms, etag,
      stable_id, locator, entry_flags, fingerprint, row_revision, first_seen_at_ms, updated_at_ms,
      last_seen_run_id, material_revision, input_revision, composite_kind, composite_json,
      missing_since_ms, missing_clock_ms, missing_scans, missing_publication, hold_reason,
      hold_since_ms, hold_publication
      """
    let quoted = columns.split(separator: ",").map { "quote(\($0))" }.joined(separator: " || ")
    let connection = try database(holding: MigrationSample.ofEachVersion[10])
    let before = try connection.column("SELECT \(quoted) FROM media_file ORDER BY id")
    try connection.upgrade(from: 11, to: 12)
    #expect(try connection.column("SELECT \(quoted) FROM media_file ORDER BY id") == before)
    #expect(try connection.int64("SELECT count(compare_key) FROM media_file") == 0)
  }

  @Test("a directory is missing when all that is known below it is")
  func missing() throws {
    let connection = try migrated()
    let missing = try connection.column(
      """
      SELECT CAST(name AS TEXT) || ' ' || missing_since_ms FROM source_directory
      WHERE availability = 'missing' ORDER BY id
      """
    )
    #expect(missing == ["Gone 1700000004000", "Deep 1700000004000"])
  }

  @Test("directories count what is in them and not missing")
  func childCounts() throws {
    let connection = try migrated()
    let counts = try connection.column(
      """
      SELECT directory_count || ' ' || item_count FROM source_directory
      WHERE source_id = 1 ORDER BY id
      """
    )
    #expect(counts == ["3 3", "0 1", "0 0", "0 0", "1 1", "0 3", "0 1"])
  }

  @Test("the next id lies past every directory")
  func nextID() throws {
    let connection = try migrated()
    #expect(try connection.int64("SELECT next_directory_id FROM library_revision") == 11)
    #expect(try connection.int64("SELECT max(id) FROM source_directory") == 10)
  }

  @Test("a new database reserves from 1")
  func firstID() throws {
    #expect(try database().int64("SELECT next_directory_id FROM library_revision") == 1)
  }

  @Test("nothing is left of what the migration worked with")
  func noScratchTables() throws {
    let connection = try migrated()
    #expect(try connection.column("SELECT name FROM temp.sqlite_schema").isEmpty)
  }

  private func migrated() throws -> Connection {
    let connection = try database(holding: MigrationSample.ofEachVersion[10])
    try connection.upgrade(from: 11, to: 12)
    return connection
  }
}
