import KinoTestTools

/// Kills scans of one scenario again and again, and looks at the library after each kill.
struct KillSeries: Sendable {
  /// What came of the kills.
  struct Tally: Sendable {
    /// Signals that ended a scan.
    var kills = 0
    /// Kills after which the library was as before the scan.
    var before = 0
    /// Kills after which it was as after the scan.
    var after = 0
    /// The states in which killed runs were found.
    var states: Set<String> = []
    /// How long scans take now, beside the one that was timed: machines change their pace.
    fileprivate var pace = 1.0

    /// Learns from where a signal came: before the library changed, after it, or after the end.
    ///
    /// Kills would all come late in scans that take a fraction of what the timed one took.
    fileprivate mutating func adapt(to moment: Moment) {
      switch moment {
      case .before: before += 1
      case .after: after += 1
      case .late: break
      }
      pace = min(2, max(0.05, pace * moment.factor))
    }
  }

  /// Where in a scan a signal came.
  fileprivate enum Moment {
    case before, after, late

    /// What the time to the next signal is multiplied with.
    var factor: Double {
      switch self {
      case .before: 1.05
      case .after: 0.97
      case .late: 0.85
      }
    }
  }

  private let prepared: PreparedScenario
  private let seed: UInt64
  private let database: String

  init(_ prepared: PreparedScenario, seed: UInt64) {
    self.prepared = prepared
    self.seed = seed
    database = prepared.workspace.file("library")
  }

  /// Goes on until so many scans were killed, and one of them before it published.
  func run(kills: Int) throws -> Tally {
    var generator = SeededGenerator(seed: seed)
    var tally = Tally()
    var rounds = 0
    while tally.kills < kills || tally.before == 0 {
      rounds += 1
      try require(rounds < kills * 6 + 20, "most scans end before they are killed, or publish")
      do {
        try round(&generator, &tally)
      } catch {
        throw Violation(
          "\(prepared.scenario.rawValue), round \(rounds), KINO_SEED=\(Tier.seed): \(error)"
        )
      }
    }
    return tally
  }

  /// Kills a scan, often also the one that resumes it, and lets the last one end.
  private func round(_ generator: inout SeededGenerator, _ tally: inout Tally) throws {
    try prepared.workspace.copyFolder(prepared.before, to: database)
    repeat {
      let delay = prepared.timing.moment(using: &generator) * tally.pace
      let wasKilled = try prepared.start(database).kill(after: delay)
      if wasKilled { tally.kills += 1 }
      tally.adapt(to: try look(after: delay, wasKilled, &tally))
    } while Bool.random(using: &generator)
    try finish()
  }

  private func look(after delay: Duration, _ wasKilled: Bool, _ tally: inout Tally) throws
    -> Moment
  {
    let moment = "\(wasKilled ? "killed" : "ended") within \(delay)"
    guard let inspection = try DatabaseCopy.inspect(database, in: prepared.workspace) else {
      try require(prepared.scenario == .creation, "\(moment): the database is gone")
      return wasKilled ? .before : .late
    }
    if wasKilled, let state = inspection.runStates.last { tally.states.insert(state) }
    try checkUserState(inspection, moment)
    let snapshot = LibrarySnapshot(inspection.contents, before: prepared.contentsBefore)
    if prepared.isAfter(snapshot) { return wasKilled ? .after : .late }
    if wasKilled, snapshot.isSame(as: prepared.snapshotBefore) { return .before }
    let difference = snapshot.difference(from: prepared.snapshotAfter)
    throw Violation("\(moment): neither before nor after\n  \(difference)")
  }

  private func finish() throws {
    let scan = try prepared.start(database).finish()
    try require(scan.exit == prepared.scenario.exit, "the next scan: \(scan.exit)\n\(scan.text)")
    // A dead owner's lease of 15 seconds is not waited for.
    try require(scan.wall < .seconds(10), "the next scan took \(scan.wall)")
    guard let inspection = try DatabaseCopy.inspect(database, in: prepared.workspace) else {
      throw Violation("the next scan left no database")
    }
    try checkUserState(inspection, "the next scan")
    let snapshot = LibrarySnapshot(inspection.contents, before: prepared.contentsBefore)
    try require(
      prepared.isAfter(snapshot),
      "the next scan ends wrong\n  \(snapshot.difference(from: prepared.snapshotAfter))"
    )
    guard !prepared.reach.leavesWork else { return }
    try require(inspection.stagedRows == 0, "\(inspection.stagedRows) staged rows are left")
    try require(inspection.queue == prepared.queueAfter, "the queued work differs")
  }

  private func checkUserState(_ inspection: Inspection, _ moment: String) throws {
    guard prepared.scenario != .creation else { return }
    try require(inspection.userState == prepared.userState, "\(moment): the user's rows changed")
  }
}
