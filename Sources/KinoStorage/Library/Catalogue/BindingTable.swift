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

/// Makes and ends rows of `file_binding` for a block of readings.
///
/// New ones are written some at a time: whoever asks about bindings calls ``write(in:)`` first.
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

  private struct Pending {
    var file: File
    var entity: Int64
    var draft: BindingDraft
  }

  private let ofFile: Statement
  private let ofEntity: Statement
  private let reattachment: Statement
  private let primary: Statement
  private let now: Timestamp
  private var pending: [Pending] = []
  /// Entities that were given their primary file in this block.
  private var primaries: Set<Int64> = []

  /// Prepares the statements; what is written is dated `now`.
  init(at now: Timestamp, in connection: borrowing Connection) throws(SQLiteError) {
    let ofFile = try connection.prepare(Self.ofFileSQL)
    let ofEntity = try connection.prepare(Self.ofEntitySQL)
    let reattachment = try connection.prepare(Self.reattachmentSQL)
    reattachment.bind(4, now.milliseconds)
    let primary = try connection.prepare(Self.primarySQL)
    self.ofFile = ofFile
    self.ofEntity = ofEntity
    self.reattachment = reattachment
    self.primary = primary
    self.now = now
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
    return try ofFile.all { Bound($0) }
  }

  /// The files that show an entity, or anything of a series.
  func files(of entity: Int64) throws(SQLiteError) -> Set<FileID> {
    ofEntity.bind(1, entity)
    return Set(try ofEntity.all { FileID($0.int64(0)) })
  }

  /// Binds a file; the first of several versions is the primary one.
  mutating func bind(
    _ file: File,
    to entity: Int64,
    as draft: BindingDraft,
    isNew: Bool
  ) throws(SQLiteError) {
    var draft = draft
    if draft.role == .primary {
      let isFirst = isNew ? true : try !hasPrimary(entity)
      if !isFirst {
        draft.role = .version
      } else {
        primaries.insert(entity)
      }
    }
    pending.append(Pending(file: file, entity: entity, draft: draft))
  }

  private func hasPrimary(_ entity: Int64) throws(SQLiteError) -> Bool {
    if primaries.contains(entity) { return true }
    primary.bind(1, entity)
    return try primary.first { $0.int64(0) } != nil
  }

  /// Writes the bindings that were made.
  mutating func write(in connection: borrowing Connection) throws(SQLiteError) {
    guard !pending.isEmpty else { return }
    let now = now.milliseconds
    try Self.insertion.run(pending, in: connection) { statement, column, one in
      statement.bind(column + 1, one.entity)
      statement.bind(column + 2, one.file.id.rawValue)
      statement.bind(column + 3, one.file.sourceUID)
      statement.bind(column + 4, one.file.path.bytes)
      statement.bind(column + 5, one.file.size)
      statement.bind(column + 6, one.file.fingerprint)
      statement.bind(column + 7, one.draft.role.rawValue)
      statement.bind(column + 8, one.draft.position)
      statement.bind(column + 9, one.draft.label)
      statement.bind(column + 10, one.file.confidence)
      statement.bind(column + 11, now)
      statement.bind(column + 12, now)
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Ends a binding that no hand has made.
  func end(_ bound: Bound, in connection: borrowing Connection) throws(SQLiteError) {
    try connection.run(Self.endSQL) { $0.bind(1, bound.id) }
  }
}

extension BindingTable {
  static let boundColumns = """
    bound.id, coalesce(entity.merged_into_id, entity.id), bound.locked, bound.role,
      bound.position, bound.media_file_id
    """
  static let ofFileSQL = """
    SELECT \(boundColumns)
    FROM file_binding AS bound CROSS JOIN media_entity AS entity ON entity.id = bound.entity_id
    WHERE bound.media_file_id = ?1
    """
  static let reattachmentSQL = """
    UPDATE file_binding SET media_file_id = ?1, updated_at_ms = ?4
    WHERE media_file_id IS NULL AND source_uid = ?2 AND path = ?3
      AND locked = (
        SELECT max(locked) FROM file_binding
        WHERE media_file_id IS NULL AND source_uid = ?2 AND path = ?3
      )
    """
  static let ofEntitySQL = """
    SELECT media_file_id FROM file_binding WHERE entity_id = ?1 AND media_file_id IS NOT NULL
    UNION
    SELECT bound.media_file_id
    FROM media_entity AS entity CROSS JOIN file_binding AS bound ON bound.entity_id = entity.id
    WHERE entity.series_id = ?1 AND bound.media_file_id IS NOT NULL
    """
  static let primarySQL = """
    SELECT 1 FROM file_binding
    WHERE entity_id = ?1 AND role = 'primary' AND media_file_id IS NOT NULL LIMIT 1
    """
  private static let insertion = RowInsertion(
    """
    INSERT INTO file_binding (entity_id, media_file_id, source_uid, path, size_bytes, fingerprint,
      role, position, version_label, method, confidence, created_at_ms, updated_at_ms)
    """,
    row: "(?, ?, ?, ?, ?, ?, ?, ?, ?, 'name', ?, ?, ?)"
  )
  private static let endSQL = "DELETE FROM file_binding WHERE id = ?1 AND locked = 0"
}

extension BindingTable.Bound {
  /// Reads ``BindingTable/boundColumns``.
  init(_ row: borrowing Row) {
    self.init(
      id: row.int64(0),
      entity: row.int64(1),
      isLocked: row.bool(2),
      role: BindingDraft.Role(rawValue: row.text(3)) ?? .primary,
      position: row.int(4)
    )
  }
}
