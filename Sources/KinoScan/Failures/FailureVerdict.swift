package import KinoCore

/// What a failure to list a directory means for the run.
package enum FailureVerdict: Hashable, Sendable {
  /// The directory and what is below it keep what is published; the rest goes on.
  case subtreeUnreachable
  /// The parent listed it, and it is not there: list the parent once more, and let that listing say
  /// whether it is absent.
  case relistParent
  /// The run fails, its staging is kept, and not one file changes. The availability is noted on the
  /// source.
  case failRun(ScanFailure, SourceAvailability)
  /// Somebody cancelled: the run ends as cancelled, its staging kept.
  case cancelled
}

/// Counts operations in a row that failed temporarily with their retries used up.
///
/// One success anywhere in the source ends the row: the source works, and only some of it does not.
package struct FailureStreak: Hashable, Sendable {
  package private(set) var count = 0

  package init() {}

  /// Notes an operation that was answered, if only with a refusal.
  package mutating func noteAnswer() { count = 0 }

  /// Notes an operation that failed temporarily to the last.
  package mutating func noteFailure() { count += 1 }
}
