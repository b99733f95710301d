extension LocalFolderReader {
  static let homeSQL = """
    SELECT file.directory_id, iif(file.media_kind = 'disc'
        AND upper(CAST(own.name AS TEXT)) IN ('BDMV', 'VIDEO_TS'), own.parent_id, NULL)
    FROM media_file AS file CROSS JOIN source_directory AS own ON own.id = file.directory_id
    WHERE file.id = ?1 AND file.availability = 'present'
    """
  static let folderSQL = "SELECT parent_id, name FROM source_directory WHERE id = ?1"
  static let videosSQL = """
    SELECT file.id, file.name, coalesce(entity.merged_into_id, entity.id), entity.kind
    FROM media_file AS file CROSS JOIN file_binding AS bound ON bound.media_file_id = file.id
    CROSS JOIN media_entity AS entity ON entity.id = bound.entity_id
    WHERE file.directory_id = ?1 AND file.availability = 'present'
    ORDER BY file.id, bound.position, entity.id
    """
  static let sidecarsSQL = """
    SELECT id, kind, name, locator, size_bytes, modified_at_ms, row_revision,
      content_revision IS row_revision
    FROM sidecar WHERE directory_id = ?1 AND availability = 'present' ORDER BY name
    """
  /// The names in the cases in which people write them, so that each is found in the index.
  static let belowSQL = """
    WITH subtitles (id) AS (
      SELECT id FROM source_directory
      WHERE parent_id = ?1 AND name IN (
          CAST('Subs' AS BLOB), CAST('subs' AS BLOB), CAST('SUBS' AS BLOB), CAST('Sub' AS BLOB),
          CAST('sub' AS BLOB), CAST('Subtitles' AS BLOB), CAST('subtitles' AS BLOB)
        ) AND availability = 'present'
    )
    SELECT id FROM subtitles
    UNION ALL
    SELECT own.id
    FROM subtitles CROSS JOIN source_directory AS own ON own.parent_id = subtitles.id
    WHERE own.availability = 'present'
    """
  static let evidenceSQL = "SELECT evidence_json FROM parse_result WHERE media_file_id = ?1"
  static let seriesBelowSQL = """
    SELECT DISTINCT entity.series_id
    FROM (
      SELECT ?1 AS id UNION ALL
      SELECT id FROM source_directory WHERE parent_id = ?1 AND availability = 'present'
    ) AS folder
    CROSS JOIN media_file AS file ON file.directory_id = folder.id
    CROSS JOIN file_binding AS bound ON bound.media_file_id = file.id
    CROSS JOIN media_entity AS entity ON entity.id = bound.entity_id
    WHERE file.availability = 'present' AND entity.series_id IS NOT NULL
      AND entity.merged_into_id IS NULL
    LIMIT 2
    """
  static let anchorSQL = """
    SELECT file.id
    FROM (
      SELECT ?1 AS id UNION ALL
      SELECT id FROM source_directory WHERE parent_id = ?1 AND availability = 'present'
    ) AS folder
    CROSS JOIN media_file AS file ON file.directory_id = folder.id
    CROSS JOIN file_binding AS bound ON bound.media_file_id = file.id
    CROSS JOIN media_entity AS entity ON entity.id = bound.entity_id
    WHERE file.availability = 'present' AND entity.series_id = ?2
    ORDER BY file.id LIMIT 1
    """
  static let seasonsSQL = """
    SELECT season_number, id FROM media_entity
    WHERE series_id = ?1 AND kind = 'season' AND merged_into_id IS NULL
      AND season_number IS NOT NULL
    """
  static let seasonOfSQL = """
    SELECT DISTINCT season.id, season.season_number
    FROM media_file AS file CROSS JOIN file_binding AS bound ON bound.media_file_id = file.id
    CROSS JOIN media_entity AS entity ON entity.id = bound.entity_id
    CROSS JOIN media_entity AS season ON season.id = entity.parent_id
    WHERE file.directory_id = ?1 AND file.availability = 'present' AND entity.kind = 'episode'
      AND season.kind = 'season'
    LIMIT 2
    """
}
