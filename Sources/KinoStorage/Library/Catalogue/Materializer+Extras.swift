import KinoCore
import KinoSQL

extension Materializer {
  /// Whose an extra is: by its name, else the only film of the folder that it lies in or beside.
  func owner(
    of draft: ExtraDraft,
    in directory: Int64,
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> Int64? {
    for key in draft.owners {
      if let found = try finder.find(key) { return found }
    }
    let sql = draft.isInFolderOfExtras ? Self.ownersBesideSQL : Self.ownersWithinSQL
    let owners = try connection.all(sql) {
      $0.bind(1, directory)
    } _: {
      $0.int64(0)
    }
    return owners.count == 1 ? owners[0] : nil
  }

  /// Has extras without an owner read again, where something was made that may be it.
  func wakeOrphans(
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    guard !opened.isEmpty else { return }
    let statement = try connection.prepare(Self.wakeSQL)
    statement.bind(3, now.milliseconds)
    for home in opened {
      // Keys of extras end with their paths: those below a folder lie together.
      let key = IdentityKey(.extra, at: home.folder, of: home.source).text
      statement.bind(1, home.folder.isRoot ? key : key + "/")
      statement.bind(2, home.folder.isRoot ? key + "\u{10FFFF}" : key + "0")
      try statement.run()
    }
  }

  /// Notes the newest addition on what has grown, and that it is to be shown anew.
  func noteGrowth(
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let statement = try connection.prepare(Self.growthSQL)
    statement.bind(3, now.milliseconds)
    for (entity, addedAt) in grown.sorted(by: { $0.key < $1.key }) {
      statement.bind(1, entity)
      statement.bind(2, addedAt)
      try statement.run()
    }
  }

  private static func ownersSQL(in directories: String) -> String {
    """
    SELECT DISTINCT coalesce(entity.series_id, entity.id)
    FROM media_file AS file CROSS JOIN file_binding AS bound ON bound.media_file_id = file.id
    CROSS JOIN media_entity AS entity ON entity.id = bound.entity_id
    WHERE file.directory_id IN (\(directories)) AND file.availability = 'present'
      AND entity.kind IN ('movie', 'episode', 'season') AND entity.merged_into_id IS NULL
    LIMIT 2
    """
  }
  static let ownersWithinSQL = ownersSQL(in: "?1")
  static let ownersBesideSQL = ownersSQL(
    in: "SELECT parent_id FROM source_directory WHERE id = ?1"
  )
  static let wakeSQL = """
    UPDATE scan_queue
    SET state = 'ready', attempts = 0, claim_token = NULL, lease_expires_at_ms = NULL,
      due_at_ms = NULL, updated_at_ms = ?3
    WHERE stage = 'parse' AND state = 'done' AND media_file_id IN (
      SELECT bound.media_file_id
      FROM media_entity AS extra CROSS JOIN file_binding AS bound ON bound.entity_id = extra.id
      WHERE extra.identity_key >= ?1 AND extra.identity_key < ?2
        AND extra.merged_into_id IS NULL AND extra.identity_key IS NOT NULL
        AND +extra.kind = 'extra' AND extra.parent_id IS NULL
    )
    """
  private static let growthSQL = """
    UPDATE media_entity
    SET latest_added_at_ms = max(latest_added_at_ms, ?2), updated_at_ms = ?3,
      changed_revision = (SELECT revision + 1 FROM library_revision)
    WHERE id = ?1
    """
}
