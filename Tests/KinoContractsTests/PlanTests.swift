import KinoSQL
import Testing

/// Plans on an empty database without ANALYZE: what SQLite knows on the first day.
@Suite("Plans of hot statements")
struct PlanTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let sql: String
    let index: String

    var testDescription: String { name }
  }

  private static let due = "coalesce(lease_expires_at_ms, due_at_ms)"

  static let queue = [
    Case(
      name: "a claim",
      sql: """
        SELECT id, media_file_id FROM scan_queue
        WHERE state = 'ready' AND stage = ?1 ORDER BY priority, id LIMIT 32
        """,
      index: "scan_queue_ready"
    ),
    Case(
      name: "promotion of what is due",
      sql: """
        SELECT id FROM scan_queue
        WHERE state = 'waiting' AND \(due) <= ?1
        ORDER BY \(due) LIMIT 64
        """,
      index: "scan_queue_due"
    ),
    Case(
      name: "reclaiming of what was leased for impossibly long",
      sql: """
        SELECT id FROM scan_queue
        WHERE state = 'leased' AND \(due) > ?1
        ORDER BY \(due) LIMIT 64
        """,
      index: "scan_queue_due"
    ),
  ]

  static let scan = [
    Case(
      name: "a directory's files",
      sql: """
        SELECT id, name, size_bytes, modified_at_ms FROM media_file
        WHERE directory_id = ?1 AND availability <> 'missing'
        """,
      index: "media_file_name"
    ),
    Case(
      name: "a directory's sidecars",
      sql: """
        SELECT id, name, size_bytes, modified_at_ms FROM sidecar
        WHERE directory_id = ?1 AND availability <> 'missing'
        """,
      index: "sidecar_name"
    ),
    Case(
      name: "a directory's directories",
      sql: """
        SELECT id, name FROM source_directory WHERE parent_id = ?1 AND availability <> 'missing'
        """,
      index: "source_directory_name"
    ),
    Case(
      name: "a source's root",
      sql: "SELECT id FROM source_directory WHERE source_id = ?1 AND parent_id IS NULL",
      index: "source_directory_root"
    ),
    Case(
      name: "a name that is missing",
      sql: """
        SELECT id FROM media_file
        WHERE source_id = ?1 AND directory_id = ?2 AND name = ?3 AND availability = 'missing'
        """,
      index: "media_file_missing"
    ),
    Case(
      name: "what a source misses",
      sql: """
        SELECT id FROM media_file WHERE source_id = ?1 AND availability = 'missing' LIMIT 500
        """,
      index: "media_file_missing"
    ),
    Case(
      name: "a file by its stable identifier",
      sql: "SELECT id FROM media_file WHERE source_id = ?1 AND stable_id = ?2",
      index: "media_file_stable_id"
    ),
    Case(
      name: "a directory by its stable identifier",
      sql: "SELECT id FROM source_directory WHERE source_id = ?1 AND stable_id = ?2",
      index: "source_directory_stable_id"
    ),
    Case(
      name: "held removals",
      sql: "SELECT id FROM media_file WHERE source_id = ?1 AND hold_reason IS NOT NULL",
      index: "media_file_held"
    ),
    Case(
      name: "a source's active run",
      sql: """
        SELECT id FROM scan_run
        WHERE source_id = ?1 AND state IN ('queued', 'enumerating', 'processing', 'finalizing')
        """,
      index: "scan_run_active"
    ),
  ]

  static let library = [
    Case(
      name: "a page by title",
      sql: """
        SELECT id FROM media_entity
        WHERE merged_into_id IS NULL AND kind = 'movie' AND (sort_key, uid) > (?1, ?2)
        ORDER BY sort_key, uid LIMIT 50
        """,
      index: "media_entity_title"
    ),
    Case(
      name: "a page by date of addition",
      sql: """
        SELECT id FROM media_entity
        WHERE merged_into_id IS NULL AND kind = 'movie' AND (latest_added_at_ms, uid) < (?1, ?2)
        ORDER BY latest_added_at_ms DESC, uid DESC LIMIT 50
        """,
      index: "media_entity_added"
    ),
    Case(
      name: "what changed since a revision",
      sql: """
        SELECT uid FROM media_entity WHERE changed_revision > ?1
        ORDER BY changed_revision, id LIMIT 100
        """,
      index: "media_entity_changed"
    ),
    Case(
      name: "continue watching",
      sql: """
        SELECT entity_id FROM playback_state WHERE profile_id = ?1 AND position_ms > 0
        ORDER BY last_played_at_ms DESC LIMIT 20
        """,
      index: "playback_state_continue"
    ),
    Case(
      name: "a collection's first thumbnails",
      sql: """
        SELECT entity_id FROM collection_item
        WHERE collection_id = ?1 AND deleted_at_ms IS NULL ORDER BY rank LIMIT 4
        """,
      index: "collection_item_thumbnails"
    ),
    Case(
      name: "events to upload",
      sql: "SELECT id FROM change_log WHERE state = 'pending' ORDER BY id LIMIT 100",
      index: "change_log_pending"
    ),
    Case(
      name: "an entity by its identity",
      sql: "SELECT id FROM media_entity WHERE merged_into_id IS NULL AND identity_key = ?1",
      index: "media_entity_identity"
    ),
  ]

  @Test("the intended index, and no sorting", arguments: queue + scan + library)
  func plan(_ statement: Case) throws {
    let steps = try database().plan(statement.sql)
    #expect(steps.count == 1)
    #expect(steps.first?.contains(statement.index) == true, "\(steps)")
  }
}
