package import KinoCore

/// What looks at published files have said about whether a source is the one that it was.
///
/// A file that cannot be looked at is no evidence. Damage is often in one place, so that the files of
/// one directory failing in a row say nothing about the source, once it has answered at all.
package struct IdentityEvidence: Sendable {
  private let failureLimit: Int
  private var matches = 0
  private var answers = 0
  /// Failures by directory.
  private var failures: [SourcePath: Int] = [:]
  /// Failures since the last answer, and the directories that they were in.
  private var streak = 0
  private var streakDirectories: Set<SourcePath> = []
  /// How many files there are for which the source has no answer, now or later.
  package private(set) var unanswered = 0
  /// The last failure, and the first refusal to answer.
  private var failure: SourceError?
  private var refusal: SourceError?

  /// - Parameter failureLimit: How many failures in a row are the source's own.
  package init(failureLimit: Int) { self.failureLimit = failureLimit }

  /// Notes that a file was looked at.
  package mutating func noteAnswer(matches isMatch: Bool) {
    answers += 1
    if isMatch { matches += 1 }
    streak = 0
    streakDirectories = []
  }

  /// Notes that a file cannot be looked at.
  package mutating func noteFailure(_ error: SourceError, of path: SourcePath) {
    let directory = path.parent ?? .root
    failure = error
    failures[directory, default: 0] += 1
    streak += 1
    streakDirectories.insert(directory)
  }

  /// Notes that the source has no answer for a file, whatever else it has.
  package mutating func noteNoAnswer(_ error: SourceError) {
    unanswered += 1
    refusal = refusal ?? error
  }

  /// Why there is too little evidence; `nil` when what there is speaks against the source.
  package var lack: SourceError? { failure ?? (answers == 0 ? refusal : nil) }

  /// Whether a look at a file is worth its retries: not where as many of its directory have failed
  /// as may fail in a row.
  package func asks(about path: SourcePath) -> Bool {
    failures[path.parent ?? .root, default: 0] < failureLimit
  }

  /// Whether the source itself fails.
  package var isHopeless: Bool {
    streakDirectories.count >= failureLimit || (answers == 0 && streak >= failureLimit)
  }

  /// Whether enough files are where they were, of those that could be looked at.
  package func suffices(_ minimum: Int, percent: Int) -> Bool {
    matches >= minimum && matches * 100 >= answers * percent
  }

  /// The elements in an order in which neighbours lie far apart.
  package static func scattered<Element>(_ elements: [Element]) -> [Element] {
    let count = elements.count
    guard count > 2 else { return elements }
    var step = max(2, count * 5 / 8)
    while greatestDivisor(step, count) > 1 { step += 1 }
    return elements.indices.map { elements[$0 * step % count] }
  }

  private static func greatestDivisor(_ left: Int, _ right: Int) -> Int {
    right == 0 ? left : greatestDivisor(right, left % right)
  }
}
