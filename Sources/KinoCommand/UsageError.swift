/// A command line that cannot be understood, or asks for what is not there.
///
/// Its message never repeats what may hold a secret.
package struct UsageError: Error, Hashable, Sendable {
  /// `usage`, or the kind of what is lacking.
  package let kind: String
  /// What is wrong, and how to say it right.
  package let message: String

  /// Creates an error.
  package init(_ message: String, kind: String = "usage") {
    self.kind = kind
    self.message = message
  }
}
