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
  /// Costs a look-up for each file that is not.
  static func pairs(
    among readings: [NameReading],
    in connection: borrowing Connection
  ) throws(SQLiteError) -> [Pair] {
    let entities = try EntityFinder(in: connection)
    var pairs: [Pair] = []
    for reading in readings {
      guard let loser = try solelyHeld(by: reading.claim.file, in: connection),
        let row = try entities.find(loser), row.isProvisional,
        let survivor = try survivor(of: reading.showing, among: entities), survivor != loser,
        try entities.find(survivor)?.kind == row.kind,
        try !EntityLocks.hasLockedText(loser, in: connection)
      else { continue }
      pairs.append(Pair(loser: loser, survivor: survivor, claim: reading.claim))
    }
    return pairs
  }

  /// The entity that a file alone shows and that has state; `nil` also for one matched by hand.
  private static func solelyHeld(
    by file: FileID,
    in connection: borrowing Connection
  ) throws(SQLiteError) -> Int64? {
    let found = try connection.first(heldSQL) {
      $0.bind(1, file.rawValue)
    } _: { row in
      row.int(1) == 1 ? row.int64(0) : nil
    }
    return found ?? nil
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
    SELECT entity.id, count(*)
    FROM file_binding AS bound CROSS JOIN media_entity AS entity ON entity.id = bound.entity_id
    WHERE bound.media_file_id = ?1 AND entity.merged_into_id IS NULL
      AND (\(EntityKeepers.userState))
      AND NOT EXISTS (
        SELECT 1 FROM file_binding AS other
        WHERE other.media_file_id = ?1 AND other.locked = 1
      )
      AND NOT EXISTS (
        SELECT 1 FROM file_binding AS other
        WHERE other.entity_id = entity.id AND other.media_file_id IS NOT ?1
      )
    GROUP BY bound.media_file_id
    """
}
