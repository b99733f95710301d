import KinoCore
import KinoSQL

/// Finds the directory of a scope path by its names.
///
/// Where the path leaves what is published, rows for the rest of the way are staged, with reserved
/// ids, so that what is found at its end has a place. They are published only if the end was listed.
struct ScopeChain: ~Copyable {
  /// Marks such rows in `scan_discovery.detail`.
  static let label = "scope"

  private let run: RunHandle
  private let root: Int64
  private let child: Statement
  private let added: Statement

  init(_ run: RunHandle, root: Int64, in connection: borrowing Connection) throws(SQLiteError) {
    let child = try connection.prepare(Self.childSQL)
    let added = try connection.prepare(Self.addedSQL)
    self.run = run
    self.root = root
    self.child = child
    self.added = added
  }

  /// The directory at a path; `nil` only when damaged rows lead in a circle.
  mutating func find(
    _ path: SourcePath,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> ResumePoint.Directory? {
    var place = Place(id: root, isPublished: true)
    for name in path.components {
      if place.isPublished, let next = try published(name, in: place.id) {
        if next.isMissing { try stage(next, name, in: place.id, on: connection) }
        place = next
      } else if let next = try staged(name, in: place.id) {
        place = next
      } else {
        let id = try DirectoryStore.reserveIDs(1, in: connection).lowerBound
        let next = Place(id: id, isPublished: false)
        try stage(next, name, in: place.id, on: connection)
        place = next
      }
    }
    return ResumePoint.Directory(
      id: DirectoryID(place.id),
      path: path,
      stableID: place.stableID,
      locator: place.locator,
      isPublished: place.isPublished
    )
  }

  private struct Place {
    var id: Int64
    var isPublished: Bool
    var isMissing = false
    var revision: Int64?
    var stableID: StableID?
    var locator: [UInt8]?
  }

  private func published(
    _ name: PathComponent,
    in parent: Int64
  ) throws(SQLiteError) -> Place? {
    child.bind(1, parent)
    child.bind(2, name.bytes)
    return try child.first { row in
      Place(
        id: row.int64(0),
        isPublished: true,
        isMissing: row.availability(1) == .missing,
        revision: row.int64(2),
        stableID: row.stableID(3),
        locator: row.optionalBytes(4)
      )
    }
  }

  private func staged(_ name: PathComponent, in parent: Int64) throws(SQLiteError) -> Place? {
    added.bind(1, parent)
    added.bind(2, name.bytes)
    return try added.first { row in
      Place(id: row.int64(0), isPublished: false, stableID: row.stableID(1))
    }
  }

  /// Stages a directory on the way: a new one, or a missing one that must be there again.
  private func stage(
    _ place: Place,
    _ name: PathComponent,
    in parent: Int64,
    on connection: borrowing Connection
  ) throws(SQLiteError) {
    let sequence = try connection.int64(Self.sequenceSQL) { $0.bind(1, run.id.rawValue) } ?? 0
    try connection.run(Self.stageSQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, sequence)
      statement.bind(3, parent)
      statement.bind(4, place.isPublished ? "returned" : "added")
      statement.bind(5, place.id)
      statement.bind(6, place.revision)
      statement.bind(7, name.bytes)
      statement.bind(8, Self.label)
    }
    guard !place.isPublished else { return }
    try connection.run(Self.noteSQL) { statement in
      statement.bind(1, parent)
      statement.bind(2, name.bytes)
      statement.bind(3, sequence)
      statement.bind(4, place.id)
    }
  }

  /// One that is there first; else the one that went missing last.
  private static let childSQL = """
    SELECT id, availability, row_revision, stable_id, locator FROM source_directory
    WHERE parent_id = ?1 AND name = ?2
    ORDER BY availability = 'missing', id DESC LIMIT 1
    """
  private static let addedSQL = """
    SELECT item_id, stable_id FROM temp.kino_added
    WHERE directory_id = ?1 AND item_kind = 'directory' AND name = ?2
    """
  private static let noteSQL = """
    INSERT OR IGNORE INTO temp.kino_added (directory_id, item_kind, name, seq, item_id)
    VALUES (?1, 'directory', ?2, ?3, ?4)
    """
  private static let sequenceSQL = """
    UPDATE scan_run SET next_seq = next_seq + 1 WHERE id = ?1 RETURNING next_seq - 1
    """
  private static let stageSQL = """
    INSERT INTO scan_discovery (run_id, seq, directory_id, item_kind, change, item_id,
      expected_revision, name, detail)
    SELECT ?1, ?2, ?3, 'directory', ?4, ?5, ?6, ?7, ?8
    WHERE NOT EXISTS (
      SELECT 1 FROM scan_discovery WHERE run_id = ?1 AND detail = ?8 AND item_id = ?5
    )
    """
}
