/// What keeps an entity (DL-5, DL-6), as conditions on a row of `media_entity` that the statement
/// calls `entity`.
///
/// Where a foreign key would restrict the deletion the condition is the same or wider, so that
/// deleting an entity that nothing keeps never fails.
enum EntityKeepers {
  /// Somebody's progress, favourite, rating or marker, or a place in a list.
  ///
  /// Tombstones count, too: they have to reach the other devices.
  static let userState = """
    EXISTS (SELECT 1 FROM playback_state WHERE entity_id = entity.id)
    OR EXISTS (SELECT 1 FROM playback_marker WHERE entity_id = entity.id)
    OR EXISTS (SELECT 1 FROM collection_item WHERE entity_id = entity.id)
    """

  /// Something locked by hand: a field, a text, an identifier, a picture, a match; or a redirect that
  /// a hand has made.
  static let lock = """
    entity.locked_fields <> 0
    OR EXISTS (
      SELECT 1 FROM localized_metadata WHERE entity_id = entity.id AND locked_fields <> 0
    )
    OR EXISTS (SELECT 1 FROM external_id WHERE entity_id = entity.id AND locked = 1)
    OR EXISTS (SELECT 1 FROM artwork WHERE entity_id = entity.id AND locked = 1)
    OR EXISTS (SELECT 1 FROM file_binding WHERE entity_id = entity.id AND locked = 1)
    OR (entity.merged_into_id IS NOT NULL AND entity.match_state = 'manual')
    """

  /// An event about it, or about a binding of it, that was not uploaded or not understood yet.
  static let event = """
    EXISTS (
      SELECT 1 FROM change_log
      WHERE subject_uid = entity.uid AND state IN ('pending', 'unresolved')
    )
    OR EXISTS (
      SELECT 1 FROM file_binding JOIN change_log ON change_log.subject_uid = file_binding.uid
      WHERE file_binding.entity_id = entity.id AND change_log.state IN ('pending', 'unresolved')
    )
    """

  /// A file that is not purged, be it missing.
  static let file = """
    EXISTS (
      SELECT 1 FROM file_binding WHERE entity_id = entity.id AND media_file_id IS NOT NULL
    )
    """

  /// An entity that was merged into it: a redirect leads here.
  static let redirect = "EXISTS (SELECT 1 FROM media_entity WHERE merged_into_id = entity.id)"

  /// A season, an episode or an extra of it.
  static let child = """
    EXISTS (SELECT 1 FROM media_entity WHERE parent_id = entity.id)
    OR EXISTS (SELECT 1 FROM media_entity WHERE series_id = entity.id)
    """

  /// As ``child``, leaving out those that are candidates themselves: a series goes with its last
  /// episode.
  static let childThatStays = """
    EXISTS (
      SELECT 1 FROM media_entity AS child WHERE child.parent_id = entity.id
        AND NOT EXISTS (SELECT 1 FROM entity_gc_candidate WHERE entity_id = child.id)
    )
    OR EXISTS (
      SELECT 1 FROM media_entity AS child WHERE child.series_id = entity.id
        AND NOT EXISTS (SELECT 1 FROM entity_gc_candidate WHERE entity_id = child.id)
    )
    """

  /// Whatever keeps an entity that is about to be deleted.
  static let any = "\(userState) OR \(lock) OR \(event) OR \(file) OR \(redirect) OR \(child)"

  /// Whatever keeps an entity from becoming a candidate.
  static let anyButCandidates = """
    \(userState) OR \(lock) OR \(event) OR \(file) OR \(redirect) OR \(childThatStays)
    """
}
