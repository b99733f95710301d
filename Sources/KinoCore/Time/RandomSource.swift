/// Where random numbers come from: injected, so that a test can choose them.
public protocol RandomSource: Sendable {
  /// The next 64 random bits.
  func next() -> UInt64
}

/// The operating system's generator, which is fit for identifiers and secrets.
public struct SystemRandomSource: RandomSource {
  /// Creates the generator.
  public init() {}

  /// Draws from the operating system.
  public func next() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}
