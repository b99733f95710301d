public import KinoCore

/// What a scan came to.
public struct ScanReport: Hashable, Sendable {
  /// The run's identifier; `nil` when the request ended before there was one.
  public var run: UID?
  /// Where the run stands now.
  public var state: RunState
  /// Why it failed.
  public var failure: ScanFailure?
  /// Why what follows a publication could not all be done, though it is published: work on files is
  /// then queued by the next scan.
  public var settlingFailure: ScanFailure?
  /// Whether another process made the run.
  public var isJoined = false
  /// What was looked at.
  public var counters = ScanCounters()
  /// Directories that could not be listed, or not to the end, and so keep what was known of them: at
  /// most ``unreachableLimit`` of those that `counters` counts.
  public var unreachable: [SourcePath] = []
  /// Videos and sidecars published for the first time.
  public var added = 0
  /// Videos and sidecars with new content.
  public var changed = 0
  /// Videos and sidecars found at another place.
  public var moved = 0
  /// Videos and sidecars that were missing, held or left out, and are there again.
  public var restored = 0
  /// Videos and sidecars gone missing.
  public var missing = 0
  /// Videos and sidecars that the filter leaves out now.
  public var excluded = 0
  /// Videos and sidecars of the source whose removal is held back after the run.
  public var held = 0
  /// Files whose work a repair has queued again.
  public var requeued = 0
  /// The plan, for a run that came as far.
  public var plan: DeletionPlan?
  /// The library's revision after the run.
  public var libraryRevision: Int64 = 0
  /// How long each part took.
  public var times = Times()

  /// How many unreachable directories a report names.
  public static let unreachableLimit = 20

  /// Creates the report of a run about which nothing is known but its state.
  public init(run: UID?, state: RunState) {
    self.run = run
    self.state = state
  }

  /// How long the parts of a run took.
  public struct Times: Hashable, Sendable {
    /// Preflight and traversal.
    public var enumerate: Duration = .zero
    /// Pairing moves and judging removals.
    public var process: Duration = .zero
    /// The transaction that publishes.
    public var finalize: Duration = .zero
    /// Everything.
    public var total: Duration = .zero

    /// Creates times of zero.
    public init() {}
  }
}

extension ScanReport {
  /// Takes what finalize did into the report.
  package mutating func note(_ outcome: FinalizeOutcome) {
    added = outcome.added
    changed = outcome.changed
    moved = outcome.moved
    restored = outcome.restored
    missing = outcome.missing
    excluded = outcome.excluded
    held = outcome.held
    libraryRevision = outcome.revision
  }

  /// Reports what another process did.
  package init(joining report: RunReport) {
    self.init(run: report.uid, state: report.state)
    isJoined = true
    failure = report.failure
    counters = report.counters
    // Until a run completes its row counts what is staged.
    if report.state == .completed { note(report.outcome) }
    times.enumerate = .milliseconds(report.enumerateMilliseconds)
    times.process = .milliseconds(report.processMilliseconds)
    times.finalize = .milliseconds(report.finalizeMilliseconds)
    if let start = report.startedAt, let end = report.endedAt { times.total = end.since(start) }
  }
}
