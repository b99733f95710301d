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
    guard !opened.isEmpty, try connection.int64(Self.anyExtraSQL) != nil else { return }
    let ranges = JSONText(opened.map(Self.extras(below:)), name: \.first) { $0.append($1.last) }
    try connection.run(Self.wakeSQL) { statement in
      statement.bind(1, ranges)
      statement.bind(2, now.milliseconds)
    }
  }

  /// Keys of extras end with their paths: those below a folder lie together.
  private static func extras(below home: Home) -> (first: String, last: String) {
    let key = IdentityKey(.extra, at: home.folder, of: home.source).text
    return home.folder.isRoot ? (key, key + "\u{10FFFF}") : (key + "/", key + "0")
  }

  /// Notes the newest addition on what has grown, and that it is to be shown anew.
  func noteGrowth(
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    guard !grown.isEmpty else { return }
    let additions = JSONText(grown, name: { String($0.key) }) { $0.append(Int($1.value)) }
    try connection.run(Self.growthSQL) { statement in
      statement.bind(1, additions)
      statement.bind(2, now.milliseconds)
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
  static let anyExtraSQL =
    "SELECT 1 FROM media_entity WHERE kind = 'extra' AND merged_into_id IS NULL LIMIT 1"
  /// Its ranges are the members of an object: from a name to its value.
  static let wakeSQL = """
    UPDATE scan_queue
    SET state = 'ready', attempts = 0, claim_token = NULL, lease_expires_at_ms = NULL,
      due_at_ms = NULL, updated_at_ms = ?2
    WHERE stage = 'parse' AND state = 'done' AND media_file_id IN (
      SELECT bound.media_file_id
      FROM json_each(?1) AS home
      CROSS JOIN media_entity AS extra
      CROSS JOIN file_binding AS bound ON bound.entity_id = extra.id
      WHERE extra.identity_key >= home.key AND extra.identity_key < home.value
        AND extra.merged_into_id IS NULL AND extra.identity_key IS NOT NULL
        AND +extra.kind = 'extra' AND extra.parent_id IS NULL
    )
    """
  /// One statement for all: where there are locks SQLite keeps the pages that a statement changes.
  static let growthSQL = """
    UPDATE media_entity
    SET latest_added_at_ms = max(latest_added_at_ms, grown.value), updated_at_ms = ?2,
      changed_revision = (SELECT revision + 1 FROM library_revision)
    FROM json_each(?1) AS grown
    WHERE media_entity.id = CAST(grown.key AS INTEGER)
    """
}
