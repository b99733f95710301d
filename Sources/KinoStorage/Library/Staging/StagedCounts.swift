import KinoCore
import KinoSQL

/// How much of each sort a run has staged so far: in the columns of `scan_run` that hold, once it is
/// completed, how much it has published.
///
/// They say without reading the staging that there is nothing to pair and nothing to lose.
struct StagedCounts {
  var added = 0
  var changed = 0
  var restored = 0
  var missing = 0
  var excluded = 0

  init() {}

  init(_ group: StagedGroup) {
    added = group.addedItemCount
    for difference in group.differences {
      switch difference.change {
      case .added: added += 1
      case .changed, .touched: changed += 1
      case .returned, .included: restored += 1
      case .absent: missing += 1
      case .excluded: excluded += 1
      }
    }
  }

  /// Reads the counts of a run; all 0 for one that is gone.
  init(of run: RunID, in connection: borrowing Connection) throws(SQLiteError) {
    let found = try connection.first(Self.sql) {
      $0.bind(1, run.rawValue)
    } _: { row in
      (0..<5).map { row.int($0) }
    }
    guard let found else { return }
    (added, changed, restored) = (found[0], found[1], found[2])
    (missing, excluded) = (found[3], found[4])
  }

  /// Counts what is left of a staging of which parts were dropped.
  static func renew(of run: RunID, in connection: borrowing Connection) throws(SQLiteError) {
    let tally = try StagingTally(of: run, in: connection)
    var counts = StagedCounts()
    counts.added = tally.count(of: [.added])
    counts.changed = tally.count(of: [.changed, .touched])
    counts.restored = tally.count(of: [.returned, .included])
    counts.missing = tally.count(of: [.absent])
    counts.excluded = tally.count(of: [.excluded])
    try connection.run(renewSQL) { statement in
      statement.bind(1, run.rawValue)
      counts.bind(to: statement, from: 2)
    }
  }

  /// Assignments that add to the columns; ``bind(to:from:)`` fills their placeholders.
  static func additions(from first: Int) -> String {
    columns.enumerated().map { "\($1) = \($1) + ?\(first + $0)" }.joined(separator: ", ")
  }

  /// Assignments that clear the columns.
  static let reset = columns.map { "\($0) = 0" }.joined(separator: ", ")

  func bind(to statement: borrowing Statement, from first: Int32) {
    for (index, count) in [added, changed, restored, missing, excluded].enumerated() {
      statement.bind(first + Int32(index), count)
    }
  }

  private static let columns = [
    "added_count", "changed_count", "restored_count", "missing_count", "excluded_count",
  ]
  private static let sql =
    "SELECT \(columns.joined(separator: ", ")) FROM scan_run WHERE id = ?1"
  private static let renewSQL = """
    UPDATE scan_run
    SET \(columns.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: ", "))
    WHERE id = ?1
    """
}
