/// An adapter did not do what it promises.
public struct BrokenPromise: Error, Hashable, Sendable, CustomStringConvertible {
  /// What it did instead.
  public let reason: String

  /// Creates the error.
  ///
  /// - Parameter reason: What the adapter did instead.
  public init(_ reason: String) {
    self.reason = reason
  }

  /// The reason.
  public var description: String { reason }
}

/// Whether a promise is kept can not be found out here: a fixture lacks what it takes, or the source
/// does not have what the promise is about.
///
/// Fixtures throw it from whatever they can not do. A promise that was not run has not passed.
public struct NotRun: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is lacking.
  public let reason: String

  /// Creates the error.
  ///
  /// - Parameter reason: What is lacking.
  public init(_ reason: String) {
    self.reason = reason
  }

  /// The reason.
  public var description: String { reason }
}
