/// A function of ours that SQL may call; it is not available to triggers, views and the schema, which must
/// work in any SQLite shell.
package struct ScalarFunction: Sendable {
  /// What a function returns to SQL.
  package enum Result: Sendable {
    /// NULL.
    case null
    /// An integer.
    case integer(Int64)
    /// A floating-point number.
    case real(Double)
    /// A text.
    case text(String)
    /// A blob.
    case bytes([UInt8])
    /// A blob of 16 bytes.
    case uid(TimeOrderedUID)
    /// The statement fails with this message.
    case failure(String)
  }

  /// The name in SQL.
  package let name: String
  /// How many arguments it takes; -1 for any number.
  package let argumentCount: Int32
  /// Whether equal arguments always give an equal result.
  package let isDeterministic: Bool
  let body: @Sendable (borrowing FunctionArguments) -> Result

  /// Creates a function.
  ///
  /// - Parameters:
  ///   - name: The name in SQL.
  ///   - argumentCount: How many arguments it takes; -1 for any number.
  ///   - isDeterministic: Whether equal arguments always give an equal result.
  ///   - body: Computes the result, on the connection's thread.
  package init(
    _ name: String,
    argumentCount: Int32,
    isDeterministic: Bool = true,
    _ body: @escaping @Sendable (borrowing FunctionArguments) -> Result
  ) {
    self.name = name
    self.argumentCount = argumentCount
    self.isDeterministic = isDeterministic
    self.body = body
  }

  /// `uid7()`: a new identifier from the generator.
  package static func uid7(_ generator: UIDGenerator) -> ScalarFunction {
    ScalarFunction("uid7", argumentCount: 0, isDeterministic: false) { _ in
      .uid(generator.next())
    }
  }
}
