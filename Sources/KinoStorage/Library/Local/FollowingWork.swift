import KinoCore
import KinoSQL

/// Queues what follows once the names of files are read: what lies beside them is taken in, and what
/// they show is made findable.
struct FollowingWork: ~Copyable {
  private let directory: Statement
  private let around: Statement
  private let insertion: Statement
  private var known: [Int64: Bool] = [:]

  init(at now: Timestamp, in connection: borrowing Connection) throws(SQLiteError) {
    let directory = try connection.prepare(
      "SELECT directory_id FROM media_file WHERE id = ?1"
    )
    let around = try connection.prepare(Self.aroundSQL)
    let insertion = try connection.prepare(Self.insertionSQL)
    insertion.bind(3, now.milliseconds)
    self.directory = directory
    self.around = around
    self.insertion = insertion
  }

  /// Queues what follows for a file, again where it was done before.
  ///
  /// A file around which nothing lies is not looked at again.
  mutating func queue(for file: FileID) throws(SQLiteError) {
    try queue(.search, for: file)
    directory.bind(1, file.rawValue)
    guard let home = try directory.first({ $0.int64(0) }) else { return }
    if known[home] == nil {
      around.bind(1, home)
      known[home] = try around.first { $0.bool(0) } ?? false
    }
    if known[home] == true { try queue(.localMetadata, for: file) }
  }

  private func queue(_ stage: WorkStage, for file: FileID) throws(SQLiteError) {
    insertion.bind(1, file.rawValue)
    insertion.bind(2, stage.rawValue)
    try insertion.run()
  }

  /// Whether anything lies in a folder, the one above, or one below, or did.
  static let aroundSQL = """
    SELECT EXISTS (SELECT 1 FROM sidecar WHERE directory_id = ?1)
      OR EXISTS (
        SELECT 1 FROM source_directory AS own CROSS JOIN sidecar AS item
          ON item.directory_id = own.parent_id
        WHERE own.id = ?1
      )
      OR EXISTS (
        SELECT 1 FROM source_directory AS below CROSS JOIN sidecar AS item
          ON item.directory_id = below.id
        WHERE below.parent_id = ?1
      )
    """
  static let insertionSQL = """
    INSERT INTO scan_queue (media_file_id, stage, state, attempts, input_revision,
      material_revision, created_at_ms, updated_at_ms)
    SELECT id, ?2, 'ready', 0, input_revision, material_revision, ?3, ?3
    FROM media_file WHERE id = ?1
    ON CONFLICT (media_file_id, stage) DO UPDATE
    SET state = 'ready', attempts = 0, claim_token = NULL, lease_expires_at_ms = NULL,
      due_at_ms = NULL, error_kind = NULL, error_json = NULL,
      input_revision = excluded.input_revision, material_revision = excluded.material_revision,
      updated_at_ms = excluded.updated_at_ms
    """
}
