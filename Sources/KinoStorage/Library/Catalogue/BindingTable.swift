import KinoCore
import KinoSQL

/// How a file shows an entity.
struct BindingDraft: Hashable {
  enum Role: String { case primary, version, contained, part, extra }

  var role: Role
  /// Order among parts, or of an episode within its file.
  var position: Int
  /// What tells the file from others that show the same.
  var label: String?

  /// Whether a binding that is there already says the same.
  ///
  /// Which of several versions is the first is decided once.
  func agrees(with bound: BindingTable.Bound) -> Bool {
    let roles = Set([role, bound.role])
    return position == bound.position && (roles.count == 1 || roles == [.primary, .version])
  }
}

/// Finds, makes and ends rows of `file_binding` for a block of readings.
struct BindingTable: ~Copyable {
  /// A binding that is there.
  struct Bound {
    var id: Int64
    var entity: Int64
    var isLocked: Bool
    var role: BindingDraft.Role
    var position: Int
  }

  /// What a binding remembers of its file.
  struct File {
    var id: FileID
    var directory: Int64
    var path: SourcePath
    var sourceUID: [UInt8]
    var size: Int64?
    var fingerprint: [UInt8]?
    var firstSeenAt: Int64
    /// How sure its name is, from 0 to 1.
    var confidence: Double
  }

  private let ofFile: Statement
  private let ofEntity: Statement
  private let reattachment: Statement
  private let primary: Statement
  private let insertion: Statement
  private let file: Statement

  /// Prepares the statements; what is written is dated `now`.
  init(at now: Timestamp, in connection: borrowing Connection) throws(SQLiteError) {
    let ofFile = try connection.prepare(Self.ofFileSQL)
    let ofEntity = try connection.prepare(Self.ofEntitySQL)
    let reattachment = try connection.prepare(Self.reattachmentSQL)
    reattachment.bind(4, now.milliseconds)
    let primary = try connection.prepare(Self.primarySQL)
    let insertion = try connection.prepare(Self.insertionSQL)
    insertion.bind(11, now.milliseconds)
    let file = try connection.prepare(Self.fileSQL)
    self.ofFile = ofFile
    self.ofEntity = ofEntity
    self.reattachment = reattachment
    self.primary = primary
    self.insertion = insertion
    self.file = file
  }

  /// What a reading's file is like.
  func file(of reading: NameReading) throws(SQLiteError) -> File? {
    file.bind(1, reading.claim.file.rawValue)
    return try file.first { row in
      File(
        id: reading.claim.file,
        directory: row.int64(4),
        path: reading.path,
        sourceUID: row.bytes(0),
        size: row.optionalInt64(1),
        fingerprint: row.optionalBytes(2),
        firstSeenAt: row.int64(3),
        confidence: reading.record.confidence
      )
    }
  }

  /// What a file is bound to.
  ///
  /// A file without bindings gets those back that outlived a row of its path; where some are made by
  /// hand, just these.
  func bindings(
    of file: File,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [Bound] {
    let found = try bindings(of: file.id)
    guard found.isEmpty else { return found }
    reattachment.bind(1, file.id.rawValue)
    reattachment.bind(2, file.sourceUID)
    reattachment.bind(3, file.path.bytes)
    try reattachment.run()
    return connection.changes > 0 ? try bindings(of: file.id) : []
  }

  private func bindings(of file: FileID) throws(SQLiteError) -> [Bound] {
    ofFile.bind(1, file.rawValue)
    return try ofFile.all { row in
      Bound(
        id: row.int64(0),
        entity: row.int64(1),
        isLocked: row.bool(2),
        role: BindingDraft.Role(rawValue: row.text(3)) ?? .primary,
        position: row.int(4)
      )
    }
  }

  /// The files that show an entity, or anything of a series.
  func files(of entity: Int64) throws(SQLiteError) -> Set<FileID> {
    ofEntity.bind(1, entity)
    return Set(try ofEntity.all { FileID($0.int64(0)) })
  }

  /// Binds a file; the first of several versions is the primary one.
  func bind(
    _ file: File,
    to entity: Int64,
    as draft: BindingDraft,
    isNew: Bool
  ) throws(SQLiteError) {
    var role = draft.role
    if role == .primary, !isNew {
      primary.bind(1, entity)
      if try primary.first({ $0.int64(0) }) != nil { role = .version }
    }
    insertion.bind(1, entity)
    insertion.bind(2, file.id.rawValue)
    insertion.bind(3, file.sourceUID)
    insertion.bind(4, file.path.bytes)
    insertion.bind(5, file.size)
    insertion.bind(6, file.fingerprint)
    insertion.bind(7, role.rawValue)
    insertion.bind(8, draft.position)
    insertion.bind(9, draft.label)
    insertion.bind(10, file.confidence)
    try insertion.run()
  }

  /// Ends a binding that no hand has made.
  func end(_ bound: Bound, in connection: borrowing Connection) throws(SQLiteError) {
    try connection.run(Self.endSQL) { $0.bind(1, bound.id) }
  }
}

extension BindingTable {
  static let ofFileSQL = """
    SELECT bound.id, coalesce(entity.merged_into_id, entity.id), bound.locked, bound.role,
      bound.position
    FROM file_binding AS bound CROSS JOIN media_entity AS entity ON entity.id = bound.entity_id
    WHERE bound.media_file_id = ?1
    """
  static let ofEntitySQL = """
    SELECT media_file_id FROM file_binding WHERE entity_id = ?1 AND media_file_id IS NOT NULL
    UNION
    SELECT bound.media_file_id
    FROM media_entity AS entity CROSS JOIN file_binding AS bound ON bound.entity_id = entity.id
    WHERE entity.series_id = ?1 AND bound.media_file_id IS NOT NULL
    """
  static let reattachmentSQL = """
    UPDATE file_binding SET media_file_id = ?1, updated_at_ms = ?4
    WHERE media_file_id IS NULL AND source_uid = ?2 AND path = ?3
      AND locked = (
        SELECT max(locked) FROM file_binding
        WHERE media_file_id IS NULL AND source_uid = ?2 AND path = ?3
      )
    """
  static let primarySQL = """
    SELECT 1 FROM file_binding
    WHERE entity_id = ?1 AND role = 'primary' AND media_file_id IS NOT NULL LIMIT 1
    """
  private static let insertionSQL = """
    INSERT INTO file_binding (entity_id, media_file_id, source_uid, path, size_bytes, fingerprint,
      role, position, version_label, method, confidence, created_at_ms, updated_at_ms)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 'name', ?10, ?11, ?11)
    """
  private static let endSQL = "DELETE FROM file_binding WHERE id = ?1 AND locked = 0"
  private static let fileSQL = """
    SELECT source.uid, file.size_bytes, file.fingerprint, file.first_seen_at_ms,
      file.directory_id
    FROM media_file AS file CROSS JOIN library_source AS source ON source.id = file.source_id
    WHERE file.id = ?1
    """
}
