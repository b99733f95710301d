import KinoCore
import KinoSQL

/// Writes whose sidecars are, and what was read from them; writes nothing that stands there.
struct SidecarTable: ~Copyable {
  /// What stands there of whose a sidecar is.
  private struct Owner: Equatable {
    var file: FileID?
    var language: String?
    var tags: String?
  }

  private let assignment: Statement
  private let content: Statement

  init(in connection: borrowing Connection) throws(SQLiteError) {
    let assignment = try connection.prepare(Self.assignmentSQL)
    let content = try connection.prepare(Self.contentSQL)
    self.assignment = assignment
    self.content = content
  }

  /// Writes whose sidecars are.
  ///
  /// - Returns: The files whose they were until now, and are no more.
  func write(
    _ items: [SidecarAssignment],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [FileID] {
    let owners = try owners(of: items, in: connection)
    var left: [FileID] = []
    for item in items {
      let tags = item.tags.isEmpty ? nil : item.tags.joined(separator: " ")
      let owner = Owner(file: item.file, language: item.language, tags: tags)
      guard let before = owners[item.sidecar], before != owner else { continue }
      assignment.bind(1, item.sidecar)
      assignment.bind(2, owner.file?.rawValue)
      assignment.bind(3, owner.language)
      assignment.bind(4, owner.tags)
      try assignment.run()
      if let file = before.file, file != owner.file { left.append(file) }
    }
    return left
  }

  private func owners(
    of items: [SidecarAssignment],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [Int64: Owner] {
    var owners: [Int64: Owner] = [:]
    owners.reserveCapacity(items.count)
    try connection.query(Self.ownersSQL) { statement in
      statement.bind(1, JSONText(items.map { Int($0.sidecar) }))
    } _: { row in
      owners[row.int64(0)] = Owner(
        file: row.optionalInt64(1).map { FileID($0) },
        language: row.optionalText(2),
        tags: row.optionalText(3)
      )
    }
    return owners
  }

  /// Writes what was read from a sidecar that is still what was read.
  func write(_ reading: LocalIntake.Reading) throws(SQLiteError) {
    content.bind(1, reading.sidecar)
    content.bind(2, reading.revision)
    content.bind(3, reading.content.json.text)
    try content.run()
  }

  static let ownersSQL = """
    SELECT item.id, item.media_file_id, item.language, item.tags
    FROM json_each(?1) AS wanted CROSS JOIN sidecar AS item ON item.id = wanted.value
    """
  private static let assignmentSQL =
    "UPDATE sidecar SET media_file_id = ?2, language = ?3, tags = ?4 WHERE id = ?1"
  private static let contentSQL = """
    UPDATE sidecar SET content_revision = ?2, content_json = ?3
    WHERE id = ?1 AND row_revision = ?2
      AND (content_revision IS NOT ?2 OR content_json IS NOT ?3)
    """
}
