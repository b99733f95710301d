import KinoCore

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
    /// That is done.
    case compared(CapabilityComparison)
  }

  /// Checks all promises, in order.
  ///
  /// Cancelling the task ends the run soon; what was not checked then is not run.
  ///
  /// - Parameters:
  ///   - toggles: Declarations to take back, one after the other. Without each a tree is listed again
  ///     and compared, and all promises that passed are checked again; see ``CapabilityToggle``. What
  ///     is not declared anyway is not compared. None by default.
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
    var comparisons: [CapabilityComparison] = []
    for toggle in toggles {
      progress(.comparing(toggle))
      comparisons.append(await compare(kept, without: toggle))
      progress(.compared(comparisons[comparisons.count - 1]))
    }
    return ConformanceReport(name: fixture.name, results: results, comparisons: comparisons)
  }

  private func compare(
    _ promises: [Promise],
    without toggle: CapabilityToggle
  ) async -> CapabilityComparison {
    var options = options
    options.undeclared.insert(toggle)
    var differences: [CapabilityComparison.Difference] = []
    do {
      if let reason = try await listingDifference(without: toggle, options) {
        differences.append(.init(toggle: toggle, promise: nil, reason: reason))
      }
    } catch let lack as NotRun {
      return CapabilityComparison(toggle: toggle, differences: [], lack: lack.reason)
    } catch {
      differences.append(.init(toggle: toggle, promise: nil, reason: "\(error)"))
    }
    for promise in promises {
      guard case .failed(let reason) = await outcome(of: promise, options) else { continue }
      differences.append(.init(toggle: toggle, promise: promise.id, reason: reason))
    }
    let lack = Task.isCancelled ? "the run was cancelled" : nil
    return CapabilityComparison(toggle: toggle, differences: differences, lack: lack)
  }

  /// Lists a tree, or the place where none can be built, with the declaration and without it.
  ///
  /// - Returns: What is not the same.
  /// - Throws: ``NotRun`` where that is not declared, and what keeps it from being listed.
  private func listingDifference(
    without toggle: CapabilityToggle,
    _ options: ConformanceOptions
  ) async throws -> String? {
    guard !Task.isCancelled else { throw NotRun("the run was cancelled") }
    let trial = Trial(fixture, options)
    do {
      var built: WatchedSite?
      do { built = try await trial.site(ListingComparison.tree) } catch is NotRun {}
      let site = if let built { built } else { try await trial.site() }
      let whole = try await site.adapter.connectLayered(
        site.shortConfiguration,
        credential: site.credential,
        policy: .single
      )
      guard toggle.removed(from: whole.capabilities) != whole.capabilities else {
        throw NotRun("it is not declared here")
      }
      let rest = try await trial.connect(to: site)
      let comparison = ListingComparison(toggle: toggle)
      let difference = await comparison.difference(between: whole, and: rest)
      await whole.close()
      await rest.close()
      await trial.end()
      return difference
    } catch {
      await trial.end()
      throw error
    }
  }

  private func outcome(of promise: Promise, _ options: ConformanceOptions) async -> PromiseOutcome {
    guard !Task.isCancelled else { return .notRun("the run was cancelled") }
    return await promise.outcome(with: fixture, options: options)
  }
}
