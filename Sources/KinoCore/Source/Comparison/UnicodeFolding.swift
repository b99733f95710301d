/// Unicode's canonical composition and case folding, which the core does not carry itself.
///
/// An implementation must give the same bytes for the same ``version`` on every machine, because
/// its results are stored and compared later.
public protocol UnicodeFolding: Sendable {
  /// Names the algorithm and the Unicode version, such as `foundation-15.0`.
  var version: String { get }

  /// Composes a string canonically (NFC).
  ///
  /// - Parameter text: Valid Unicode.
  /// - Returns: The composed text.
  func composed(_ text: String) -> String

  /// Composes a string and removes differences of case, independently of the locale.
  ///
  /// - Parameter text: Valid Unicode.
  /// - Returns: The folded text, composed.
  func folded(_ text: String) -> String
}
