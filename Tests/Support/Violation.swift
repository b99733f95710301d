/// Something that must hold did not; the text says what, and where to look.
package struct Violation: Error, CustomStringConvertible {
  package let description: String

  /// Describes what did not hold.
  package init(_ description: String) { self.description = description }
}

/// Throws unless something holds.
///
/// The harnesses work on threads of their own, where a failed expectation would belong to no test.
package func require(
  _ condition: Bool,
  _ explanation: @autoclosure () -> String
) throws(Violation) {
  guard condition else { throw Violation(explanation()) }
}
