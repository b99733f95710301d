/// One thing that every adapter promises, and how it is found out whether it keeps it.
///
/// A promise is a plain value: it needs no test framework. ``verify(_:options:)`` checks it against
/// sites that a fixture builds, through nothing but the public contract of adapters.
public struct Promise: Sendable, Identifiable {
  /// The number of the promise, from 1 to 106; it never changes and is never given to another.
  public let id: Int
  /// What the promise is about.
  public let group: PromiseGroup
  /// What is promised.
  public let sentence: String
  private let check: @Sendable (Trial) async throws -> Void

  init(
    _ id: Int,
    _ group: PromiseGroup,
    _ sentence: String,
    check: @escaping @Sendable (Trial) async throws -> Void
  ) {
    self.id = id
    self.group = group
    self.sentence = sentence
    self.check = check
  }

  /// Finds out whether the adapter of a fixture keeps the promise.
  ///
  /// What the check built is taken away before it returns, and on every error as well. Where a fault
  /// that it injected did nothing, nothing was found out: it is not run.
  ///
  /// - Parameters:
  ///   - fixture: What builds trees and brings the adapter.
  ///   - options: How thorough to be.
  /// - Throws: ``BrokenPromise`` when the promise is broken, ``NotRun`` when that can not be found
  ///   out with this fixture, and what the fixture throws when it fails itself. A `SourceError` was
  ///   thrown by the adapter where it should have answered, and breaks the promise as well.
  public func verify(
    _ fixture: any ConformanceFixture,
    options: ConformanceOptions = ConformanceOptions()
  ) async throws {
    if let reason = fixture.exceptions[id] { throw NotRun(reason) }
    let trial = Trial(fixture, options)
    do {
      try await check(trial)
    } catch {
      let vacuity = error is NotRun ? nil : await trial.vacuity(hasFailed: true)
      await trial.end()
      if let vacuity { throw NotRun("\(vacuity.reason); \(error)") }
      throw error
    }
    let vacuity = await trial.vacuity(hasFailed: false)
    await trial.end()
    if let vacuity { throw vacuity }
  }
}

extension Promise: CustomStringConvertible {
  /// The number and the sentence.
  public var description: String { "\(id). \(sentence)" }
}
