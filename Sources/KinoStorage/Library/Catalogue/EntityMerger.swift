import KinoCore
import KinoSQL

/// Makes one entity another: what hung on the first hangs on the second, and a redirect stays
/// (ADR 0005).
///
/// Needs the merge profile. Where both have a state of the same profile, what was played last says
/// where to resume, and nothing that was watched, liked or rated is forgotten.
struct EntityMerger {
  let now: Timestamp

  /// Merges `loser` into `survivor`.
  func merge(
    _ loser: Int64,
    into survivor: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    for sql in Self.moves {
      try connection.run(sql) { statement in
        statement.bind(1, loser)
        statement.bind(2, survivor)
      }
    }
    for sql in Self.stamps {
      try connection.run(sql) { statement in
        statement.bind(1, loser)
        statement.bind(2, survivor)
        statement.bind(3, now.milliseconds)
      }
    }
  }

  /// Gives what people made of one entity to another, and leaves the first what it is.
  func moveState(
    of entity: Int64,
    to other: Int64,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    for sql in Self.stateMoves {
      try connection.run(sql) { statement in
        statement.bind(1, entity)
        statement.bind(2, other)
      }
    }
  }

  /// Each names all of its placeholders: ?1 the loser, ?2 the survivor.
  ///
  /// What a hand has locked may move, too: its lock is 2 meanwhile, which no trigger guards.
  static let moves = stateMoves + bindingMoves + pictureMoves + kinMoves

  static let stateMoves = [
    stateSQL,
    "DELETE FROM playback_state WHERE entity_id = ?1 AND ?2 IS NOT NULL",
    "UPDATE playback_marker SET locked = 2 WHERE entity_id = ?1 AND locked = 1 AND ?2 IS NOT NULL",
    "UPDATE playback_marker SET entity_id = ?2 WHERE entity_id = ?1",
    "UPDATE playback_marker SET locked = 1 WHERE entity_id = ?2 AND locked = 2 AND ?1 IS NOT NULL",
    """
    UPDATE collection_item
    SET deleted_at_ms = iif(deleted_at_ms IS NULL OR other.deleted IS NULL, NULL, deleted_at_ms)
    FROM (
      SELECT collection_id AS collection, deleted_at_ms AS deleted FROM collection_item
      WHERE entity_id = ?1
    ) AS other
    WHERE entity_id = ?2 AND collection_id = other.collection
    """,
    "UPDATE OR IGNORE collection_item SET entity_id = ?2 WHERE entity_id = ?1",
    "DELETE FROM collection_item WHERE entity_id = ?1 AND ?2 IS NOT NULL",
  ]
  private static let bindingMoves = [
    "UPDATE file_binding SET locked = 2 WHERE entity_id = ?1 AND locked = 1 AND ?2 IS NOT NULL",
    """
    UPDATE OR IGNORE file_binding
    SET entity_id = ?2, role = iif(role = 'primary' AND EXISTS (
      SELECT 1 FROM file_binding
      WHERE entity_id = ?2 AND role = 'primary' AND media_file_id IS NOT NULL
    ), 'version', role)
    WHERE entity_id = ?1
    """,
    "DELETE FROM file_binding WHERE entity_id = ?1 AND locked <> 1 AND ?2 IS NOT NULL",
    "UPDATE file_binding SET locked = 1 WHERE entity_id = ?2 AND locked = 2 AND ?1 IS NOT NULL",
    "UPDATE external_id SET locked = 2 WHERE entity_id = ?1 AND locked = 1 AND ?2 IS NOT NULL",
    "UPDATE external_id SET entity_id = ?2 WHERE entity_id = ?1",
    "UPDATE external_id SET locked = 1 WHERE entity_id = ?2 AND locked = 2 AND ?1 IS NOT NULL",
  ]
  /// A picture that a hand has picked goes where none was.
  private static let pictureMoves = [
    """
    UPDATE artwork SET selected = 0
    WHERE entity_id = ?2 AND selected = 1 AND locked = 0 AND EXISTS (
      SELECT 1 FROM artwork AS picked
      WHERE picked.entity_id = ?1 AND picked.locked = 1 AND picked.kind = artwork.kind
        AND picked.locale = artwork.locale
    )
    """,
    "UPDATE artwork SET locked = 2 WHERE entity_id = ?1 AND locked = 1 AND ?2 IS NOT NULL",
    "UPDATE OR IGNORE artwork SET entity_id = ?2 WHERE entity_id = ?1 AND locked = 2",
    "UPDATE artwork SET locked = 1 WHERE entity_id IN (?1, ?2) AND locked = 2",
  ]
  private static let kinMoves = [
    """
    UPDATE media_entity
    SET parent_id = ?2,
      locked_fields = iif(locked_fields & 16, locked_fields - 16 + \(openNumbers), locked_fields)
    WHERE parent_id = ?1
    """,
    """
    UPDATE media_entity SET locked_fields = locked_fields - \(openNumbers) + 16
    WHERE parent_id = ?2 AND locked_fields & \(openNumbers) AND ?1 IS NOT NULL
    """,
    "DELETE FROM entity_gc_candidate WHERE entity_id IN (?1, ?2)",
  ]
  /// Stands for the lock of numbers and parents while a merge changes them; no field has this bit.
  static let openNumbers = 1 << 20
  /// A chain of redirects is flattened as it grows.
  static let stamps = [
    """
    UPDATE media_entity
    SET latest_added_at_ms = max(latest_added_at_ms,
        (SELECT latest_added_at_ms FROM media_entity WHERE id = ?1)),
      updated_at_ms = ?3, changed_revision = (SELECT revision + 1 FROM library_revision)
    WHERE id = ?2
    """,
    """
    UPDATE media_entity
    SET merged_into_id = ?2, parent_id = NULL, series_id = NULL, updated_at_ms = ?3,
      changed_revision = (SELECT revision + 1 FROM library_revision)
    WHERE id = ?1 OR merged_into_id = ?1
    """,
  ]

  private static let stateSQL = """
    INSERT INTO playback_state (profile_id, entity_id, position_ms, duration_ms, watched,
      watched_at_ms, play_count, last_played_at_ms, dismissed_at_ms, favorite, rating, rated_at_ms,
      tracks_json, source_uid, path, size_bytes, fingerprint, clock_json, updated_at_ms)
    SELECT profile_id, ?2, position_ms, duration_ms, watched, watched_at_ms, play_count,
      last_played_at_ms, dismissed_at_ms, favorite, rating, rated_at_ms, tracks_json, source_uid,
      path, size_bytes, fingerprint, clock_json, updated_at_ms
    FROM playback_state WHERE entity_id = ?1
    ON CONFLICT (profile_id, entity_id) DO UPDATE
    SET (position_ms, duration_ms, last_played_at_ms, dismissed_at_ms, tracks_json, source_uid,
        path, size_bytes, fingerprint, clock_json) = (
        SELECT newer.position_ms, newer.duration_ms, newer.last_played_at_ms,
          newer.dismissed_at_ms, newer.tracks_json, newer.source_uid, newer.path,
          newer.size_bytes, newer.fingerprint, newer.clock_json
        FROM playback_state AS newer
        WHERE newer.profile_id = playback_state.profile_id AND newer.entity_id IN (?1, ?2)
        ORDER BY newer.last_played_at_ms DESC, newer.updated_at_ms DESC LIMIT 1
      ),
      watched = max(watched, excluded.watched),
      watched_at_ms = nullif(
        max(coalesce(watched_at_ms, 0), coalesce(excluded.watched_at_ms, 0)), 0),
      play_count = play_count + excluded.play_count,
      favorite = max(favorite, excluded.favorite),
      rating = coalesce(rating, excluded.rating),
      rated_at_ms = coalesce(rated_at_ms, excluded.rated_at_ms),
      updated_at_ms = max(updated_at_ms, excluded.updated_at_ms)
    """
}
