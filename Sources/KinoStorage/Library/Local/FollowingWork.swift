import KinoCore
import KinoSQL

/// Sees to what follows once the names of a block of files are read: what lies beside them is to be taken
/// in, and what they show to be made findable (ADR 0028).
///
/// What a name alone has made is findable in the same transaction. Beside a file around which anything
/// lies a description may say better what it is called: that is left to the stages behind, so that
/// texts are indexed once.
struct FollowingWork {
  /// Films, series and extras that the block has made.
  let made: [EntityNovelties.Named]
  /// Files of the block that showed something before, which may be called otherwise now, or be left.
  let rebound: [FileID]

  /// Queues what is to be done to files, again where it was done before, and writes the search documents of
  /// what nobody will describe.
  func follow(
    _ files: [FileID],
    _ folding: any SearchFolding,
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) {
    let beside = try queueLocalMetadata(for: files, at: now, in: connection)
    var searched = Set(rebound)
    var alone: [EntityNovelties.Named] = []
    for one in made {
      if beside.contains(one.file) {
        searched.insert(one.file)
      } else if !searched.contains(one.file) {
        alone.append(one)
      }
    }
    if !searched.isEmpty {
      let files = files.filter(searched.contains)
      try connection.run(Self.searchSQL) { statement in
        statement.bind(1, JSONText(files.map { Int($0.rawValue) }))
        statement.bind(2, WorkStage.search.rawValue)
        statement.bind(3, now.milliseconds)
      }
    }
    let documents = try SearchDocumentTable(folding, at: now, in: connection)
    try documents.add(alone, in: connection)
  }

  /// Queues taking in what lies beside files, as far as anything does; returns those files.
  private func queueLocalMetadata(
    for files: [FileID],
    at now: Timestamp,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Set<FileID> {
    let ids = JSONText(files.map { Int($0.rawValue) })
    let homes = try connection.all(Self.homesSQL) {
      $0.bind(1, ids)
    } _: {
      Int($0.int64(0))
    }
    guard !homes.isEmpty else { return [] }
    let queued = try connection.all(Self.besideSQL) { statement in
      statement.bind(1, ids)
      statement.bind(2, WorkStage.localMetadata.rawValue)
      statement.bind(3, now.milliseconds)
      statement.bind(4, JSONText(homes))
    } _: {
      FileID($0.int64(0))
    }
    return Set(queued)
  }

  /// The directories of files in which anything lies, or in the one above, or in one below, or did.
  static let homesSQL = """
    WITH home (id) AS MATERIALIZED (
      SELECT DISTINCT file.directory_id
      FROM json_each(?1) AS wanted CROSS JOIN media_file AS file ON file.id = wanted.value
    )
    SELECT home.id FROM home
    WHERE EXISTS (SELECT 1 FROM sidecar WHERE directory_id = home.id)
      OR EXISTS (
        SELECT 1 FROM source_directory AS own CROSS JOIN sidecar AS item
          ON item.directory_id = own.parent_id
        WHERE own.id = home.id
      )
      OR EXISTS (
        SELECT 1 FROM source_directory AS below CROSS JOIN sidecar AS item
          ON item.directory_id = below.id
        WHERE below.parent_id = home.id
      )
    """
  static let searchSQL = insertion(where: "true")
  static let besideSQL =
    insertion(where: "file.directory_id IN (SELECT value FROM json_each(?4))")
    + " RETURNING media_file_id"

  private static func insertion(where condition: String) -> String {
    """
    INSERT INTO scan_queue (media_file_id, stage, state, attempts, input_revision,
      material_revision, created_at_ms, updated_at_ms)
    SELECT file.id, ?2, 'ready', 0, file.input_revision, file.material_revision, ?3, ?3
    FROM json_each(?1) AS wanted CROSS JOIN media_file AS file ON file.id = wanted.value
    WHERE \(condition)
    ON CONFLICT (media_file_id, stage) DO UPDATE
    SET state = 'ready', attempts = 0, claim_token = NULL, lease_expires_at_ms = NULL,
      due_at_ms = NULL, error_kind = NULL, error_json = NULL,
      input_revision = excluded.input_revision, material_revision = excluded.material_revision,
      updated_at_ms = excluded.updated_at_ms
    """
  }
}
