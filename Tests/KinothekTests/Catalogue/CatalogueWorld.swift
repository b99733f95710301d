import KinoCore
import KinoSQL
import KinoTestSupport
import KinoTestTools

@testable import KinoStorage
@testable import Kinothek

/// A world whose films and series a test asks for.
struct CatalogueWorld {
  let world: World
  let source: Source

  /// A source with these files, not scanned yet.
  init(_ files: [String], policy: ScanPolicy = ScanPolicy()) async throws {
    world = try await World(policy: policy)
    source = try await world.addSource()
    for file in files { add(file) }
  }

  func add(_ file: String, size: Int64? = nil) {
    let size = size ?? Int64(100_000 + file.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF })
    world.memory.addFile(.path(file), size: size)
  }

  func move(_ file: String, to other: String) {
    world.memory.move(.path(file), to: .path(other))
  }

  func location(_ file: String) -> FileLocation { FileLocation(.path(file), in: source.id) }

  /// The only title of this name.
  func title(_ name: String) async throws -> CatalogueTitle {
    let found = try await world.library.titles(named: name)
    guard let title = found.first, found.count == 1 else {
      throw StorageError(.notFound, message: "\(found.count) titles \(name)")
    }
    return title
  }

  /// Has every name read again, as a newer parser does.
  func readAllAgain() async throws {
    try await world.library.database.write(.metadata) { connection in
      _ = try connection.run("UPDATE parse_result SET parser_version = 0")
    }
    await world.work()
  }

  /// Scans, and makes what the names tell of.
  @discardableResult
  func update() async -> WorkReport {
    _ = await world.scan(source)
    return await world.work()
  }

  /// All entities but those without files or parts, one a line: kind, title, year, and the files that
  /// show it with their roles.
  func entities() async throws -> [String] {
    try await rows(
      """
      SELECT entity.kind || ' ' || entity.title || coalesce(' (' || entity.year || ')', '')
        || coalesce(' of ' || (SELECT title FROM media_entity WHERE id = entity.parent_id), '')
        || coalesce(': ' || (
          SELECT group_concat(line, ', ') FROM (
            SELECT bound.role || iif(bound.position > 0, bound.position, '') AS line
            FROM file_binding AS bound
            WHERE bound.entity_id = entity.id AND bound.media_file_id IS NOT NULL
            ORDER BY bound.role, bound.position
          )
        ), '')
      FROM media_entity AS entity WHERE merged_into_id IS NULL
      ORDER BY entity.kind, entity.sort_key, entity.id
      """
    )
  }

  /// The first column of a query, as text.
  func rows(_ sql: String) async throws -> [String] {
    try await world.library.database.read { connection in
      try connection.all(sql) { $0.text(0) }
    }
  }

  /// Lets the default profile have got somewhere in what is called so.
  func watch(_ title: String) async throws {
    try await world.library.database.write(.user) { connection in
      _ = try connection.run(
        """
        INSERT INTO playback_state (profile_id, entity_id, position_ms, clock_json, updated_at_ms)
        SELECT 1, id, 60000, '{}', 1 FROM media_entity
        WHERE title = ?1 AND kind IN ('movie', 'episode') AND merged_into_id IS NULL
        """
      ) { $0.bind(1, title) }
    }
  }

  /// Every row that people made, each value as SQL writes it, without the entity that it hangs on.
  func userState() async throws -> [String] {
    try await world.library.database.read { connection in
      var rows: [String] = []
      for table in ["playback_state", "playback_marker", "media_collection", "collection_item"] {
        rows += try UserState.rows(of: table, without: ["entity_id"], connection)
      }
      return rows
    }
  }

  /// Lets the default profile have marked, rated and listed the film or episode that a file shows.
  func cherish(_ file: String) async throws {
    let path = Array(file.utf8)
    try await world.library.database.write(.user) { connection in
      for sql in Self.cherishing { _ = try connection.run(sql) { $0.bind(1, path) } }
    }
  }

  private static let shown = "(SELECT min(entity_id) FROM file_binding WHERE path = ?1)"
  private static let cherishing = [
    """
    INSERT INTO playback_state (profile_id, entity_id, position_ms, watched, play_count, favorite,
      rating, path, clock_json, updated_at_ms)
    VALUES (1, \(shown), length(?1) * 1000, 1, 2, 1, 80, ?1, '{"position_ms":[1,2,"d"]}', 5)
    """,
    """
    INSERT INTO playback_marker (uid, entity_id, profile_id, kind, start_ms, title, origin, locked,
      created_at_ms, updated_at_ms)
    VALUES (uid7(), \(shown), 1, 'bookmark', 1000, CAST(?1 AS TEXT), 'manual', 1, 3, 4)
    """,
    """
    INSERT INTO media_collection (uid, kind, name, created_at_ms, updated_at_ms)
    VALUES (uid7(), 'manual', CAST(?1 AS TEXT), 1, 1)
    """,
    """
    INSERT INTO collection_item (collection_id, entity_id, rank, added_at_ms, updated_at_ms)
    SELECT max(id), \(shown), 'm', 1, 1 FROM media_collection WHERE ?1 IS NOT NULL
    """,
  ]

  /// What has been watched, by title.
  func watched() async throws -> [String] {
    try await rows(
      """
      SELECT entity.title || ' ' || state.position_ms || coalesce(' on ' || (
        SELECT count(*) FROM file_binding
        WHERE entity_id = entity.id AND media_file_id IS NOT NULL
      ), '')
      FROM playback_state AS state JOIN media_entity AS entity ON entity.id = state.entity_id
      ORDER BY 1
      """
    )
  }
}
