import KinoCore
import KinoSQL

/// Finds the lost items that one added item may be: by stable id, by size and time, by place, and by
/// size alone where a fingerprint can tell.
struct CandidateFinder: ~Copyable {
  private let limit: Int
  private let candidates: Statement
  private let renamed: Statement
  private var paths: PathResolver
  /// Paths of lost items are those before the run, so that they leave out what it has added.
  private var oldPaths: PathResolver

  init(limit: Int, in connection: borrowing Connection) throws(SQLiteError) {
    let candidates = try connection.prepare(Self.candidatesSQL)
    let renamed = try connection.prepare(Self.renamedSQL)
    let paths = try PathResolver(includesAdded: true, in: connection)
    let oldPaths = try PathResolver(in: connection)
    self.limit = limit
    self.candidates = candidates
    self.renamed = renamed
    self.paths = paths
    self.oldPaths = oldPaths
  }

  /// The question about the item in a row of ``MoveStore/addedSQL``; `nil` when nothing lost
  /// resembles it.
  mutating func question(_ row: borrowing Row) throws(SQLiteError) -> MoveQuestion? {
    guard let kind = row.withText(1, { ItemKind(staged: $0) }) else { return nil }
    let directory = DirectoryID(row.int64(2))
    let name = PathComponent(trusted: row.bytes(3))
    let added = Added(
      kind: kind,
      place: try place(of: directory),
      name: name.bytes,
      size: row.optionalInt64(4),
      modifiedAt: row.timestamp(5),
      stableID: row.optionalBytes(6)
    )
    let found = try lookUp(added)
    guard !found.isEmpty, let parent = try paths.path(of: directory) else { return nil }
    var result: [MoveCandidate] = []
    for match in found.sorted(by: { $0.rank > $1.rank }).prefix(limit) {
      guard let old = try oldPaths.path(of: match.directory) else { continue }
      var candidate = match.candidate
      candidate.path = old.appending(match.name)
      candidate.isSamePath = match.directory == added.place && match.name == name
      candidate.hasSameParentName = old.lastComponent == parent.lastComponent
      result.append(candidate)
    }
    guard !result.isEmpty else { return nil }
    return MoveQuestion(
      sequence: row.int64(0),
      kind: kind,
      path: parent.appending(name),
      size: added.size,
      modifiedAt: added.modifiedAt,
      stableID: added.stableID.map { StableID(bytes: $0) },
      createdAt: row.timestamp(7),
      candidates: result
    )
  }

  /// The published directory that a directory is or was renamed from.
  private func place(of directory: DirectoryID) throws(SQLiteError) -> DirectoryID {
    renamed.bind(1, directory.rawValue)
    return try renamed.first { DirectoryID($0.int64(0)) } ?? directory
  }

  private func lookUp(_ added: Added) throws(SQLiteError) -> [Match] {
    candidates.bind(1, added.kind.rawValue)
    candidates.bind(2, added.stableID)
    candidates.bind(3, added.size)
    candidates.bind(4, added.modifiedAt?.milliseconds)
    candidates.bind(5, added.place.rawValue)
    candidates.bind(6, added.name)
    candidates.bind(7, limit)
    var found: [Match] = []
    try candidates.forEachRow { (row) -> Void in
      let match = Match(row)
      if let index = found.firstIndex(where: { $0.candidate.itemID == match.candidate.itemID }) {
        found[index].rank += match.rank
      } else {
        found.append(match)
      }
    }
    return found
  }

  private struct Added {
    var kind: ItemKind
    var place: DirectoryID
    var name: [UInt8]
    var size: Int64?
    var modifiedAt: Timestamp?
    var stableID: [UInt8]?
  }

  private struct Match {
    var candidate: MoveCandidate
    var directory: DirectoryID
    var name: PathComponent
    /// Grows with what agrees: place, stable id, content, and how recently it was there.
    var rank: Int

    init(_ row: borrowing Row) {
      directory = DirectoryID(row.int64(4))
      name = PathComponent(trusted: row.bytes(5))
      rank = row.int(0)
      candidate = MoveCandidate(
        itemID: row.int64(1),
        revision: row.int64(2),
        state: MoveCandidate.State(rawValue: row.text(3)) ?? .missing,
        path: .root,
        size: row.optionalInt64(6),
        modifiedAt: row.timestamp(7),
        stableID: row.stableID(8),
        createdAt: row.timestamp(13),
        fingerprint: row.optionalBytes(9),
        isSamePath: false,
        hasSameParentName: false,
        addedRivals: row.int(10),
        lostRivals: row.int(11),
        isFoundElsewhere: row.bool(12)
      )
    }
  }

  private static let renamedSQL = "SELECT published FROM temp.kino_rename WHERE added = ?1"
  /// Each branch reads at most `?7` rows of one index.
  ///
  /// The planner would take the primary key, whose
  /// first column has two values, and read half of the table each time.
  static let candidatesSQL = """
    SELECT found.rank, lost.item_id, lost.revision, lost.state, lost.directory_id, lost.name,
      lost.size_bytes, lost.modified_at_ms, lost.stable_id, lost.fingerprint,
      coalesce(rival.added, 0), coalesce(rival.lost, 0), lost.claimed, lost.created_at_ms
    FROM (
      SELECT * FROM (
        SELECT 8 AS rank, item_id FROM temp.kino_lost INDEXED BY kino_lost_place
        WHERE item_kind = ?1 AND directory_id = ?5 AND name = ?6 AND taken = 0 LIMIT ?7
      )
      UNION ALL
      SELECT * FROM (
        SELECT 4, item_id FROM temp.kino_lost INDEXED BY kino_lost_stable_id
        WHERE item_kind = ?1 AND stable_id = ?2 AND stable_id IS NOT NULL AND taken = 0 LIMIT ?7
      )
      UNION ALL
      SELECT * FROM (
        SELECT 2, item_id FROM temp.kino_lost INDEXED BY kino_lost_content
        WHERE item_kind = ?1 AND size_bytes = ?3 AND modified_at_ms = ?4 AND taken = 0 LIMIT ?7
      )
      UNION ALL
      SELECT * FROM (
        SELECT 1, item_id FROM temp.kino_lost INDEXED BY kino_lost_witness
        WHERE item_kind = ?1 AND size_bytes = ?3 AND fingerprint IS NOT NULL AND taken = 0
        LIMIT ?7
      )
    ) AS found
    CROSS JOIN temp.kino_lost AS lost ON lost.item_kind = ?1 AND lost.item_id = found.item_id
    LEFT JOIN temp.kino_rival AS rival ON rival.item_kind = lost.item_kind
      AND rival.size_bytes = lost.size_bytes AND rival.modified_at_ms = lost.modified_at_ms
    """
}
