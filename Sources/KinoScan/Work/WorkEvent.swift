public import KinoCore

/// What a pass over the queue says while it works.
public enum WorkEvent: Sendable {
  /// How far it is, after each block.
  case progress(WorkProgress)
  /// A source cannot be used now; its work stays where it is. A removed source has no identifier.
  case unreachable(source: UID?, ScanFailure)
  /// The pass is over; always the last event.
  case finished(WorkReport)
}

/// How far a pass over the queue is.
public struct WorkProgress: Hashable, Sendable {
  /// Pieces of work that were looked at, whatever became of them.
  public var handled: Int
  /// Pieces of work that were ready when the pass began.
  public var expected: Int
  /// What was worked on last.
  public var stage: WorkStage
  /// The last file that was handed out.
  public var path: SourcePath

  init(_ file: WorkSubject, handled: Int, expected: Int) {
    self.handled = handled
    self.expected = expected
    stage = file.claim.stage
    path = file.path
  }
}

/// What a pass over the queue came to.
public struct WorkReport: Hashable, Sendable {
  /// Files whose names were read, and what they tell of made.
  public var named = 0
  /// Files beside which subtitles, pictures and descriptions were looked for, and taken in.
  public var described = 0
  /// Files whose films and series were made findable after what lies beside them was taken in, or again;
  /// what a name alone tells of is findable with it.
  public var indexed = 0
  /// Files that were read, and the results written.
  public var completed = 0
  /// Pieces of work that wait for another try, or for their file to be left alone.
  public var waiting = 0
  /// Pieces of work that failed for good: something new about their file queues them again.
  public var failed = 0
  /// Files that are left to be read: because a source cannot be used or the pass was stopped; because
  /// another pass has claimed them; or because the scan that published them could not queue them,
  /// which the next one does.
  public var remaining = 0
  /// When the first of what waits is due; `nil` when nothing waits.
  public var nextDue: Timestamp?
  /// Whether the pass was cancelled.
  public var isCancelled = false
  /// Why the library could not be used; `nil` when it could.
  public var failure: ScanFailure?
  /// How long it took.
  public var elapsed: Duration = .zero

  /// Creates the report of a pass that has done nothing.
  public init() {}

  /// Pieces of work that were looked at.
  public var handled: Int { named + described + indexed + completed + waiting + failed }
}
