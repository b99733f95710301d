extension SettlementStore {
  /// A run whose source had published nothing before it.
  static let isFirstSQL = "SELECT 1 FROM scan_run WHERE id = ?1 AND publication <= 1"

  /// Work is done again although its file is what it was: something else lies beside it.
  private static func repetition(of selection: String) -> String {
    """
    INSERT INTO scan_queue (media_file_id, stage, state, attempts, input_revision,
      material_revision, created_at_ms, updated_at_ms)
    SELECT file.id, ?3, 'ready', 0, file.input_revision, file.material_revision, ?4, ?4
    \(selection)
    ON CONFLICT (media_file_id, stage) DO UPDATE
    SET state = 'ready', attempts = 0, claim_token = NULL, lease_expires_at_ms = NULL,
      due_at_ms = NULL, error_kind = NULL, error_json = NULL,
      input_revision = excluded.input_revision, material_revision = excluded.material_revision,
      updated_at_ms = excluded.updated_at_ms
    """
  }

  /// The videos beside sidecars that a run has found and that nobody has: those in the folder; where it
  /// has none, those in the folder above, and one of those below.
  ///
  /// Videos whose names nobody has read yet look around themselves after that.
  static let besideSQL = repetition(
    of: """
      FROM (
        WITH folder (id) AS (
          SELECT found.directory_id
          FROM scan_discovery AS found CROSS JOIN sidecar AS item
            ON item.directory_id = found.directory_id AND item.name = found.name
          WHERE found.run_id = ?1 AND found.seq <= ?2 AND found.item_kind = 'sidecar'
            AND found.change = 'added' AND found.resolution IS NOT 'dropped'
          UNION
          SELECT item.directory_id
          FROM scan_discovery AS found CROSS JOIN sidecar AS item
            ON item.id = coalesce(found.resolved_item_id, found.item_id)
          WHERE found.run_id = ?1 AND found.seq <= ?2 AND found.item_kind = 'sidecar'
            AND (found.change IN ('returned', 'included') OR found.resolution IS NOT NULL
              OR item.media_file_id IS NULL)
            AND found.change NOT IN ('touched', 'absent', 'excluded')
          UNION
          SELECT found.directory_id
          FROM scan_discovery AS found
          WHERE found.run_id = ?1 AND found.seq <= ?2 AND found.change = 'packed'
            AND found.detail IS NULL AND EXISTS (
              SELECT 1 FROM sidecar
              WHERE directory_id = found.directory_id AND last_seen_run_id = ?1
            )
        )
        SELECT file.id
        FROM folder CROSS JOIN media_file AS file ON file.directory_id = folder.id
        UNION
        SELECT file.id
        FROM folder CROSS JOIN source_directory AS own ON own.id = folder.id
        CROSS JOIN media_file AS file ON file.directory_id = own.parent_id
        WHERE NOT EXISTS (SELECT 1 FROM media_file WHERE directory_id = folder.id)
        UNION
        SELECT (
          SELECT min(file.id)
          FROM source_directory AS below CROSS JOIN media_file AS file
            ON file.directory_id = below.id
          WHERE below.parent_id = folder.id AND file.availability = 'present'
        )
        FROM folder
        WHERE NOT EXISTS (SELECT 1 FROM media_file WHERE directory_id = folder.id)
      ) AS near
      CROSS JOIN media_file AS file ON file.id = near.id
      CROSS JOIN parse_result AS parsed ON parsed.media_file_id = file.id
      WHERE file.availability = 'present'
      """
  )

  /// The videos whose sidecars went with a folder.
  static let lostBelowSQL = repetition(
    of: """
      FROM (
        WITH RECURSIVE gone (id) AS (
          SELECT item_id FROM scan_discovery
          WHERE run_id = ?1 AND seq <= ?2 AND item_kind = 'directory'
            AND change IN ('absent', 'excluded') AND resolution IS NULL
          UNION
          SELECT below.id
          FROM gone CROSS JOIN source_directory AS below ON below.parent_id = gone.id
        )
        SELECT DISTINCT item.media_file_id AS id
        FROM gone CROSS JOIN sidecar AS item ON item.directory_id = gone.id
        WHERE item.media_file_id IS NOT NULL
      ) AS near
      CROSS JOIN media_file AS file ON file.id = near.id
      WHERE file.availability = 'present'
      """
  )
}
