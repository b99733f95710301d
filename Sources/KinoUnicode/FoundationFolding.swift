internal import Foundation
public import KinoCore

/// Unicode composition and case folding by Foundation.
///
/// Some microseconds a name: ``KinoCore/NameComparison`` asks only for names that are not ASCII.
public struct FoundationFolding: UnicodeFolding {
  /// Creates the folding.
  public init() {}

  /// Changes whenever a result may.
  public var version: String { "foundation-1" }

  /// Composes canonically (NFC).
  ///
  /// - Parameter text: Valid Unicode.
  /// - Returns: The composed text.
  public func composed(_ text: String) -> String {
    text.precomposedStringWithCanonicalMapping
  }

  /// Composes and removes differences of case, in no particular locale.
  ///
  /// - Parameter text: Valid Unicode.
  /// - Returns: The folded text, composed.
  public func folded(_ text: String) -> String {
    // Folding can take a composition apart, so composing comes last. It comes first as well, because
    // a letter and its accent fold differently from the letter that holds both.
    text.precomposedStringWithCanonicalMapping
      .folding(options: .caseInsensitive, locale: nil)
      .precomposedStringWithCanonicalMapping
  }
}
