package import KinoCore

/// Does the work of one stage.
///
/// A pass over the queue hands it a block of claimed files, keeps their claims alive meanwhile, and
/// writes what became of those that did not succeed. The handler writes its results itself, under
/// the claims.
package protocol WorkHandler: Sendable {
  /// What it works on.
  var stage: WorkStage { get }

  /// Whether it opens files, which a source that cannot be used does not let it do.
  var readsFiles: Bool { get }

  /// How many times as much it takes at once as the policy says: more where a file costs little.
  var blockFactor: Int { get }

  /// Queues again what an older version of the handler did, if there is any; called once a pass.
  func prepare() async throws(StorageError)

  /// Does what is left to be done when nothing of its stage is ready any more; called only in passes
  /// that had something to do.
  func finish() async throws(StorageError)

  /// Whether what is read for a block can be read while the block before it is written.
  var readsAhead: Bool { get }

  /// Reads what a block needs; what it returns writes the results.
  ///
  /// Of a handler that does not read ahead this does nothing, and what it returns does all.
  ///
  /// - Parameters:
  ///   - subjects: The files, most urgent first.
  ///   - sessions: The sources that they lie on.
  /// - Returns: What to do when the block before has been written.
  /// - Throws: `StorageError` when the library cannot be read; the whole block is given back.
  func begin(
    _ subjects: [WorkSubject],
    with sessions: SourceSessions
  ) async throws(StorageError) -> WorkStep

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

extension WorkHandler {
  package var readsFiles: Bool { true }
  package var blockFactor: Int { 1 }
  package func prepare() async throws(StorageError) {}
  package func finish() async throws(StorageError) {}
  package var readsAhead: Bool { false }

  package func begin(
    _ subjects: [WorkSubject],
    with sessions: SourceSessions
  ) async throws(StorageError) -> WorkStep {
    { () async throws(StorageError) in try await handle(subjects, with: sessions) }
  }
}

/// Writes the results of a block, and says what became of each piece of work.
package typealias WorkStep =
  @Sendable () async throws(StorageError) -> [WorkClaim: WorkOutcome]

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
