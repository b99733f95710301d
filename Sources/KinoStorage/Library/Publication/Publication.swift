import KinoCore
import KinoSQL

/// One finalize under way: what its statements need to know, and what they have done so far.
struct Publication {
  let run: RunHandle
  let order: FinalizeOrder
  let uids: UIDGenerator
  /// The number that the source's published state gets.
  let number: Int64
  let scope: ScanScope
  /// The source's covered time after this run.
  let clock: CoveredClock
  let tally: StagingTally
  /// Directories that moved items have left.
  var vacated: [Int64] = []
  var outcome = FinalizeOutcome()

  var now: Int64 { order.at.milliseconds }

  /// Runs a statement for one of the items' tables; placeholders are ?1 the run, ?2 the time and
  /// what `bind` adds.
  @discardableResult
  func run(
    _ sql: String,
    in connection: borrowing Connection,
    _ bind: (borrowing Statement) -> Void = { _ in }
  ) throws(SQLiteError) -> Int {
    let statement = try connection.prepare(sql)
    statement.bind(1, run.id.rawValue)
    statement.bind(2, now)
    bind(statement)
    try statement.run()
    return connection.changes
  }
}

extension Publication {
  /// Checks that the run may publish, and reads what it starts from.
  ///
  /// Throws `ownershipLost` when the run is another's, `publicationMoved` when the source was
  /// published since the run began.
  init(
    _ run: RunHandle,
    _ order: FinalizeOrder,
    _ uids: UIDGenerator,
    in connection: borrowing Connection
  ) throws {
    let found = try connection.first(Self.startSQL) { statement in
      statement.bind(1, run.id.rawValue)
      statement.bind(2, run.ownerToken.bytes)
    } _: { row in
      Start(row)
    }
    guard let found else { throw RunOwnership.lost }
    guard found.publication == found.base else {
      throw StorageError(
        .publicationMoved,
        message: "The source was published since the scan began; it must compare again."
      )
    }
    self.run = run
    self.order = order
    self.uids = uids
    number = found.publication + 1
    scope = found.scope
    let covers = found.mode == .full && found.scope == .root
    clock = covers ? found.clock.advanced(at: order.at, interval: found.interval) : found.clock
    tally = try StagingTally(of: run.id, in: connection)
  }

  private struct Start {
    var publication: Int64
    var base: Int64
    var mode: ScanMode
    var scope: ScanScope
    var clock: CoveredClock
    var interval: Int64

    init(_ row: borrowing Row) {
      publication = row.int64(0)
      base = row.int64(1)
      mode = ScanMode(rawValue: row.text(2)) ?? .availability
      scope = ScanScope(json: row.optionalText(3).flatMap { JSONValue(text: $0) })
      clock = CoveredClock(
        milliseconds: row.int64(4),
        scans: row.int64(5),
        advancedAt: row.timestamp(6)
      )
      interval = row.int64(7)
    }
  }

  private static let startSQL = """
    SELECT source.publication, run.base_publication, run.mode, run.scope_json,
      source.covered_clock_ms, source.covered_scans, source.last_covered_at_ms,
      source.missing_confirm_interval_ms
    FROM scan_run AS run CROSS JOIN library_source AS source ON source.id = run.source_id
    WHERE run.id = ?1 AND run.owner_token = ?2 AND run.state IN \(RunOwnership.activeStates)
    """
}
