extension EntityCollector {
  static let range = """
    SELECT max(id) FROM (SELECT id FROM media_entity WHERE id > ?1 ORDER BY id LIMIT ?2)
    """
  static let unmarking = """
    DELETE FROM entity_gc_candidate WHERE entity_id IN (
      SELECT entity.id
      FROM entity_gc_candidate AS candidate
      JOIN media_entity AS entity ON entity.id = candidate.entity_id
      WHERE candidate.entity_id > ?1 AND candidate.entity_id <= ?2
        AND (\(EntityKeepers.anyButCandidates))
    )
    """
  /// The reason says what the entity lacks.
  ///
  /// A candidate keeps its first mark.
  static let marking = """
    INSERT INTO entity_gc_candidate (entity_id, reason, marked_at_ms, eligible_at_ms)
    SELECT entity.id,
      CASE WHEN entity.merged_into_id IS NOT NULL THEN 'merged'
        WHEN entity.kind IN ('series', 'season') THEN 'no_child' ELSE 'no_file' END,
      ?3, ?4
    FROM media_entity AS entity
    WHERE entity.id > ?1 AND entity.id <= ?2 AND NOT (\(EntityKeepers.anyButCandidates))
    ON CONFLICT (entity_id) DO NOTHING
    """
  static let due = """
    SELECT entity.id, entity.uid
    FROM entity_gc_candidate AS candidate
    JOIN media_entity AS entity ON entity.id = candidate.entity_id
    WHERE candidate.eligible_at_ms <= ?1
    ORDER BY CASE entity.kind WHEN 'series' THEN 2 WHEN 'season' THEN 1 ELSE 0 END,
      candidate.eligible_at_ms
    LIMIT ?2
    """
  static let verdict = """
    SELECT \(EntityKeepers.any) FROM media_entity AS entity WHERE entity.id = ?1
    """
  static let dismissal = "DELETE FROM entity_gc_candidate WHERE entity_id = ?1"
  /// The full-text row goes first: it must be deleted with the very texts that it was made of.
  static let deletions = [
    """
    INSERT INTO search_document_fts (search_document_fts, rowid, title, aliases, people, genres)
    SELECT 'delete', entity_id, title, aliases, people, genres FROM search_document
    WHERE entity_id = ?1
    """,
    "DELETE FROM search_document WHERE entity_id = ?1",
    "DELETE FROM media_entity WHERE id = ?1",
  ]
}
