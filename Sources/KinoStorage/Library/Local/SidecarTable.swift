import KinoCore
import KinoSQL

/// Writes whose sidecars are, and what was read from them.
struct SidecarTable: ~Copyable {
  private let owner: Statement
  private let assignment: Statement
  private let content: Statement

  init(in connection: borrowing Connection) throws(SQLiteError) {
    let owner = try connection.prepare(Self.ownerSQL)
    let assignment = try connection.prepare(Self.assignmentSQL)
    let content = try connection.prepare(Self.contentSQL)
    self.owner = owner
    self.assignment = assignment
    self.content = content
  }

  /// Writes whose a sidecar is, where that is not what stands there.
  ///
  /// - Returns: The file that it was another's until now.
  func write(_ item: SidecarAssignment) throws(SQLiteError) -> FileID? {
    owner.bind(1, item.sidecar)
    let before = try owner.first { $0.optionalInt64(0).map { FileID($0) } } ?? nil
    assignment.bind(1, item.sidecar)
    assignment.bind(2, item.file?.rawValue)
    assignment.bind(3, item.language)
    assignment.bind(4, item.tags.isEmpty ? nil : item.tags.joined(separator: " "))
    try assignment.run()
    return before == item.file ? nil : before
  }

  /// Writes what was read from a sidecar that is still what was read.
  func write(_ reading: LocalIntake.Reading) throws(SQLiteError) {
    content.bind(1, reading.sidecar)
    content.bind(2, reading.revision)
    content.bind(3, reading.content.json.text)
    try content.run()
  }

  private static let ownerSQL = "SELECT media_file_id FROM sidecar WHERE id = ?1"
  private static let assignmentSQL = """
    UPDATE sidecar SET media_file_id = ?2, language = ?3, tags = ?4
    WHERE id = ?1 AND (media_file_id IS NOT ?2 OR language IS NOT ?3 OR tags IS NOT ?4)
    """
  private static let contentSQL = """
    UPDATE sidecar SET content_revision = ?2, content_json = ?3
    WHERE id = ?1 AND row_revision = ?2
      AND (content_revision IS NOT ?2 OR content_json IS NOT ?3)
    """
}
