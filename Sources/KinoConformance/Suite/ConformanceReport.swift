import KinoCore

/// What became of all promises.
public struct ConformanceReport: Sendable {
  /// What was checked.
  public let name: String
  /// Each promise with its outcome, in the order of their numbers.
  public let results: [Result]
  /// What came out differently without a declaration; see ``ConformanceSuite/run(toggling:progress:)``.
  public let differences: [Difference]

  /// One promise and what became of it.
  public struct Result: Sendable {
    /// The promise.
    public let promise: Promise
    /// What became of it.
    public let outcome: PromiseOutcome
    /// How long that took.
    public let duration: Duration
  }

  /// A promise that is kept only while something else is declared.
  public struct Difference: Hashable, Sendable {
    /// The declaration that was taken back.
    public let toggle: CapabilityToggle
    /// The promise.
    public let promise: Promise.ID
    /// What became of it without the declaration.
    public let reason: String
  }

  /// How many promises are kept.
  public var passed: Int { results.count { $0.outcome == .passed } }

  /// How many promises are broken, and how many are kept only with a declaration.
  public var failed: Int { results.count { $0.outcome.word == "failed" } + differences.count }

  /// How many promises were not run.
  public var skipped: Int { results.count { $0.outcome.word == "skipped" } }

  /// Whether nothing is broken and something was found out.
  public var isSound: Bool { failed == 0 && passed > 0 }

  /// `N passed, N failed, N skipped`.
  public var counts: String { "\(passed) passed, \(failed) failed, \(skipped) skipped" }

  /// A line for each promise, then `N passed, N failed, N skipped`.
  public var text: String {
    var lines = results.map(\.line)
    for difference in differences {
      lines.append(
        "failed   \(difference.promise) without \(difference.toggle.rawValue): \(difference.reason)"
      )
    }
    lines.append(counts)
    return lines.joined(separator: "\n")
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
