import KinoCore
import KinoSQL

/// Finds entities that names say are others that are there, and on which somebody's state hangs.
///
/// An entity nobody cares for is simply left by its file, and collected. One with state is merged, so
/// that the state goes where its file goes. Both look at one file alone: an entity that has others
/// stays what it is.
struct NameMerges {
  /// One of them.
  struct Pair: Hashable, Sendable {
    var loser: Int64
    var survivor: Int64
    var claim: WorkClaim
  }

  /// The pairs among readings whose files are bound already.
  ///
  /// Costs a look-up for each file that is not, all in one statement.
  static func pairs(
    among readings: [NameReading],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [Pair] {
    let entities = try EntityFinder(in: connection)
    let held = try solelyHeld(by: readings.map(\.claim.file), in: connection)
    var pairs: [Pair] = []
    guard !held.isEmpty else { return pairs }
    for reading in readings {
      guard let loser = held[reading.claim.file],
        let row = try entities.find(loser), row.isProvisional,
        let survivor = try survivor(of: reading.showing, among: entities), survivor != loser,
        try entities.find(survivor)?.kind == row.kind,
        try !EntityLocks.hasLockedText(loser, in: connection)
      else { continue }
      pairs.append(Pair(loser: loser, survivor: survivor, claim: reading.claim))
    }
    return pairs
  }

  /// The entities that files alone show and that have state; none for a file that shows several, or
  /// that was matched by hand.
  private static func solelyHeld(
    by files: [FileID],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [FileID: Int64] {
    var held: [FileID: Int64] = [:]
    var shared: Set<FileID> = []
    try connection.query(heldSQL) { statement in
      statement.bind(1, JSONText(files.map { Int($0.rawValue) }))
    } _: { row in
      let file = FileID(row.int64(0))
      if held.updateValue(row.int64(1), forKey: file) != nil { shared.insert(file) }
    }
    for file in shared { held[file] = nil }
    return held
  }

  private static func survivor(
    of showing: Showing,
    among entities: borrowing EntityFinder
  ) throws(SQLiteError) -> Int64? {
    switch showing {
    case .movie(let draft, _): return try entities.find(draft)
    case .episodes(let draft, let numbers, _):
      guard numbers.count == 1, let series = try entities.find(draft),
        let key = try entities.find(series)?.key
      else { return nil }
      return try entities.find(key.episode(numbers[0]))
    case .season, .extra: return nil
    }
  }

  /// No row where a hand has bound the file.
  static let heldSQL = """
    SELECT bound.media_file_id, entity.id
    FROM json_each(?1) AS wanted
    CROSS JOIN file_binding AS bound ON bound.media_file_id = wanted.value
    CROSS JOIN media_entity AS entity ON entity.id = bound.entity_id
    WHERE entity.merged_into_id IS NULL AND (\(EntityKeepers.userState))
      AND NOT EXISTS (
        SELECT 1 FROM file_binding AS other
        WHERE other.media_file_id = bound.media_file_id AND other.locked = 1
      )
      AND NOT EXISTS (
        SELECT 1 FROM file_binding AS other
        WHERE other.entity_id = entity.id AND other.media_file_id IS NOT bound.media_file_id
      )
    """
}
