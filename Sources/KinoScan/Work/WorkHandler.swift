package import KinoCore

/// Does the work of one stage.
///
/// A pass over the queue hands it a block of claimed files, keeps their claims alive meanwhile, and
/// writes what became of those that did not succeed. The handler writes its results itself, under
/// the claims.
package protocol WorkHandler: Sendable {
  /// What it works on.
  var stage: WorkStage { get }

  /// Works on a block.
  ///
  /// A claim without an outcome is given back: it was not tried. When the task is cancelled the
  /// handler returns at once with what it has.
  ///
  /// - Parameters:
  ///   - subjects: The files, most urgent first.
  ///   - sessions: The sources that they lie on.
  /// - Returns: What became of each.
  /// - Throws: `StorageError` when results cannot be written; the whole block is given back.
  func handle(
    _ subjects: [WorkSubject],
    with sessions: SourceSessions
  ) async throws(StorageError) -> [WorkClaim: WorkOutcome]
}

/// What became of one piece of work.
package enum WorkOutcome: Hashable, Sendable {
  /// Its result is written.
  case written
  /// Its result came too late; whoever holds the work now, or claims it next, does it.
  case refused
  /// It is too early: again after so long, and this was no attempt.
  case early(Duration)
  /// It failed, and is tried again after so long, or never when that is `nil`.
  case failed(WorkFailure, again: Duration?)
}
