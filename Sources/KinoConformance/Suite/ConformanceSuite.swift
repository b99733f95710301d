/// Checks an adapter against all promises, one after the other.
///
/// ```swift
/// let report = await ConformanceSuite(fixture: fixture).run { event in
///   if case .finished(let result) = event { print(result.line) }
/// }
/// print(report.text)
/// ```
public struct ConformanceSuite: Sendable {
  private let fixture: any ConformanceFixture
  private let promises: [Promise]
  private let options: ConformanceOptions

  /// Creates a suite.
  ///
  /// - Parameters:
  ///   - fixture: What builds trees and brings the adapter.
  ///   - promises: What to check.
  ///   - options: How thorough to be.
  public init(
    fixture: any ConformanceFixture,
    promises: [Promise] = Promise.all,
    options: ConformanceOptions = ConformanceOptions()
  ) {
    self.fixture = fixture
    self.promises = promises
    self.options = options
  }

  /// What happens during a run.
  public enum Event: Sendable {
    /// The check of a promise begins.
    case started(Promise)
    /// The check of a promise is over.
    case finished(ConformanceReport.Result)
    /// All promises that passed are checked again without a declaration.
    case comparing(CapabilityToggle)
  }

  /// Checks all promises, in order.
  ///
  /// Cancelling the task ends the run soon; what was not checked then is not run.
  ///
  /// - Parameters:
  ///   - toggles: Declarations to take back, one after the other, each followed by another check of
  ///     all promises that passed; see ``CapabilityToggle``. None by default.
  ///   - progress: Told what happens, on the task of the caller.
  /// - Returns: What became of each promise.
  public func run(
    toggling toggles: [CapabilityToggle] = [],
    progress: (Event) -> Void = { _ in }
  ) async -> ConformanceReport {
    let clock = ContinuousClock()
    var results: [ConformanceReport.Result] = []
    for promise in promises {
      progress(.started(promise))
      let start = clock.now
      let outcome = await outcome(of: promise, options)
      let result = ConformanceReport.Result(
        promise: promise,
        outcome: outcome,
        duration: clock.now - start
      )
      results.append(result)
      progress(.finished(result))
    }
    let kept = results.filter { $0.outcome == .passed }.map(\.promise)
    var differences: [ConformanceReport.Difference] = []
    for toggle in toggles {
      progress(.comparing(toggle))
      differences += await compare(kept, without: toggle)
    }
    return ConformanceReport(name: fixture.name, results: results, differences: differences)
  }

  private func compare(
    _ promises: [Promise],
    without toggle: CapabilityToggle
  ) async -> [ConformanceReport.Difference] {
    var options = options
    options.undeclared.insert(toggle)
    var differences: [ConformanceReport.Difference] = []
    for promise in promises {
      guard case .failed(let reason) = await outcome(of: promise, options) else { continue }
      differences.append(.init(toggle: toggle, promise: promise.id, reason: reason))
    }
    return differences
  }

  private func outcome(of promise: Promise, _ options: ConformanceOptions) async -> PromiseOutcome {
    guard !Task.isCancelled else { return .notRun("the run was cancelled") }
    return await promise.outcome(with: fixture, options: options)
  }
}
