import KinoCore

/// Breaks the promise unless a condition holds.
func expect(_ condition: Bool, _ otherwise: @autoclosure () -> String) throws(BrokenPromise) {
  guard condition else { throw BrokenPromise(otherwise()) }
}

/// Breaks the promise unless two values are equal.
func expect<Value: Equatable>(
  _ value: Value,
  is expected: Value,
  _ what: String
) throws(BrokenPromise) {
  guard value == expected else {
    throw BrokenPromise("\(what): \(plain(value)) instead of \(plain(expected))")
  }
}

/// A value as people read it: what is optional without saying so.
private func plain(_ value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .optional else { return "\(value)" }
  return mirror.children.first.map { "\($0.value)" } ?? "none"
}

/// Breaks the promise unless something fails in one of some ways.
///
/// - Parameters:
///   - kinds: The ways.
///   - what: What should fail.
///   - body: What to try.
/// - Returns: How it failed.
/// - Throws: ``BrokenPromise`` when it did not fail like this, and whatever else it threw.
@discardableResult
func expectFailure<Value>(
  _ kinds: SourceError.Kind...,
  of what: String,
  _ body: () async throws -> Value
) async throws -> SourceError {
  let expected = kinds.map(\.rawValue).joined(separator: " or ")
  do {
    _ = try await body()
  } catch let error as SourceError {
    guard kinds.contains(error.kind) else {
      throw BrokenPromise("\(what): \(error) instead of \(expected)")
    }
    return error
  }
  throw BrokenPromise("\(what): succeeded instead of failing with \(expected)")
}

/// A value that a fixture counts, or a report that it does not.
func counted<Value>(_ value: Value?, _ what: String) throws(NotRun) -> Value {
  guard let value else { throw NotRun("the fixture does not count \(what)") }
  return value
}
