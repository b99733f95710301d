import KinoCore

/// What became of all promises.
public struct ConformanceReport: Sendable {
  /// What was checked.
  public let name: String
  /// Each promise with its outcome, in the order of their numbers.
  public let results: [Result]
  /// What came of taking declarations back; see ``ConformanceSuite/run(toggling:progress:)``.
  public let comparisons: [CapabilityComparison]

  /// One promise and what became of it.
  public struct Result: Sendable {
    /// The promise.
    public let promise: Promise
    /// What became of it.
    public let outcome: PromiseOutcome
    /// How long that took.
    public let duration: Duration
  }

  /// What came out differently without a declaration.
  public var differences: [CapabilityComparison.Difference] { comparisons.flatMap(\.differences) }

  /// How many promises are kept.
  public var passed: Int { results.count { $0.outcome == .passed } }

  /// How many promises are broken, and how much came out differently without a declaration.
  public var failed: Int { results.count { $0.outcome.word == "failed" } + differences.count }

  /// How many promises were not run.
  public var skipped: Int { results.count { $0.outcome.word == "skipped" } }

  /// Whether nothing is broken and something was found out.
  public var isSound: Bool { failed == 0 && passed > 0 }

  /// `N passed, N failed, N skipped`.
  public var counts: String { "\(passed) passed, \(failed) failed, \(skipped) skipped" }

  /// A line for each promise and each thing that was compared, then `N passed, N failed, N skipped`.
  public var text: String {
    (results.map(\.line) + comparisons.flatMap(\.lines) + [counts]).joined(separator: "\n")
  }
}

extension ConformanceReport.Result {
  /// The outcome, the number, the sentence and the reason, in one line.
  public var line: String {
    let words = outcome.word + String(repeating: " ", count: 9 - outcome.word.count)
    let reason = outcome.reason.map { " — \(Array($0.utf8).displayText)" } ?? ""
    return "\(words)\(promise.id). \(promise.sentence)\(reason)"
  }
}
