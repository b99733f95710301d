/// What became of one promise.
public enum PromiseOutcome: Hashable, Sendable {
  /// It is kept.
  case passed
  /// It is broken, in this way.
  case failed(String)
  /// Whether it is kept was not found out, for this reason.
  case notRun(String)

  /// One word: `passed`, `failed`, `skipped`.
  public var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .notRun: "skipped"
    }
  }

  /// Why it did not pass; `nil` if it did.
  public var reason: String? {
    switch self {
    case .passed: nil
    case .failed(let reason), .notRun(let reason): reason
    }
  }
}

extension Promise {
  /// ``verify(_:options:)`` within the limit of time, with its outcome as a value.
  ///
  /// - Parameters:
  ///   - fixture: What builds trees and brings the adapter.
  ///   - options: How thorough to be.
  /// - Returns: What became of it; whatever was thrown and is not ``NotRun`` is a failure.
  public func outcome(
    with fixture: any ConformanceFixture,
    options: ConformanceOptions = ConformanceOptions()
  ) async -> PromiseOutcome {
    let result = await TimeLimit.run(for: options.limit) {
      try await self.verify(fixture, options: options)
    }
    switch result {
    case nil where Task.isCancelled: return .notRun("the run was cancelled")
    case nil: return .failed("not over after \(options.limit)")
    case .success: return .passed
    case .failure(let error as NotRun): return .notRun(error.reason)
    case .failure(let error): return .failed("\(error)")
    }
  }
}

/// Checks one promise: the body of a test that has the promises as arguments.
///
/// ```swift
/// @Test(arguments: Promise.all)
/// func keeps(_ promise: Promise) async throws {
///   try await expectPromise(promise, of: MyFixture())
/// }
/// ```
///
/// - Parameters:
///   - promise: The promise.
///   - fixture: What builds trees and brings the adapter.
///   - options: How thorough to be.
/// - Returns: Passed or not run; a test that wants to may require more.
/// - Throws: ``BrokenPromise`` when the promise is broken.
@discardableResult
public func expectPromise(
  _ promise: Promise,
  of fixture: any ConformanceFixture,
  options: ConformanceOptions = ConformanceOptions()
) async throws -> PromiseOutcome {
  let outcome = await promise.outcome(with: fixture, options: options)
  if case .failed(let reason) = outcome { throw BrokenPromise("\(promise): \(reason)") }
  return outcome
}
