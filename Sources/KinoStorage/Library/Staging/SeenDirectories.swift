import KinoCore
import KinoSQL

/// Adds to the ranges of `scan_seen`, joining neighbours.
struct SeenDirectories: ~Copyable {
  private let run: RunID
  private let preceding: Statement
  private let following: Statement
  private let removal: Statement
  private let insertion: Statement

  init(_ run: RunID, in connection: borrowing Connection) throws(SQLiteError) {
    let preceding = try connection.prepare(Self.precedingSQL)
    let following = try connection.prepare(Self.followingSQL)
    let removal = try connection.prepare(Self.removalSQL)
    let insertion = try connection.prepare(Self.insertionSQL)
    self.run = run
    self.preceding = preceding
    self.following = following
    self.removal = removal
    self.insertion = insertion
  }

  /// Adds directories whose listings began at `listedAt` or later.
  func add(_ ids: [DirectoryID], listedAt: Timestamp) throws(SQLiteError) {
    let ranges = SeenRange.covering(ids.map(\.rawValue), listedAt: listedAt.milliseconds)
    for range in ranges {
      var range = range
      preceding.bind(1, run.rawValue)
      preceding.bind(2, range.first)
      if let other = try preceding.first({ SeenRange($0) }) {
        range = try absorb(other, into: range)
      }
      following.bind(1, run.rawValue)
      following.bind(2, range.first)
      following.bind(3, range.last + 1)
      for other in try following.all({ SeenRange($0) }) {
        range = try absorb(other, into: range)
      }
      insertion.bind(1, run.rawValue)
      insertion.bind(2, range.first)
      insertion.bind(3, range.last)
      insertion.bind(4, range.listedAt)
      try insertion.run()
    }
  }

  private func absorb(_ other: SeenRange, into range: SeenRange) throws(SQLiteError) -> SeenRange {
    guard range.merges(with: other) else { return range }
    removal.bind(1, run.rawValue)
    removal.bind(2, other.first)
    try removal.run()
    return range.merged(with: other)
  }

  private static let precedingSQL = """
    SELECT first_directory_id, last_directory_id, listed_at_ms FROM scan_seen
    WHERE run_id = ?1 AND first_directory_id < ?2
    ORDER BY first_directory_id DESC LIMIT 1
    """
  private static let followingSQL = """
    SELECT first_directory_id, last_directory_id, listed_at_ms FROM scan_seen
    WHERE run_id = ?1 AND first_directory_id BETWEEN ?2 AND ?3
    """
  private static let removalSQL =
    "DELETE FROM scan_seen WHERE run_id = ?1 AND first_directory_id = ?2"
  /// A directory that was listed again is as fresh as its last listing.
  private static let insertionSQL = """
    INSERT OR REPLACE INTO scan_seen (run_id, first_directory_id, last_directory_id, listed_at_ms)
    VALUES (?1, ?2, ?3, ?4)
    """
}

extension SeenRange {
  /// Reads first, last and listing time.
  init(_ row: borrowing Row) {
    self.init(first: row.int64(0), last: row.int64(1), listedAt: row.int64(2))
  }
}
