/// Computes the keys by which the names of one source are compared.
///
/// Two names are the same when their keys are. ASCII names cost one pass over their bytes and, unless
/// they hold capitals that do not count, no allocation.
public struct NameComparison: Sendable {
  /// When two names are the same.
  public let policy: ComparisonPolicy
  private let folding: any UnicodeFolding

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - policy: When two names are the same.
  ///   - folding: What computes keys for names that are not ASCII, of the policy's version.
  public init(_ policy: ComparisonPolicy, folding: any UnicodeFolding) {
    self.policy = policy
    self.folding = folding
  }

  /// The key of a name or of a path, whose slashes it keeps.
  ///
  /// - Parameter bytes: The raw name.
  /// - Returns: `nil` when the name is its own key, as it always is when it is not valid UTF-8.
  public func key(of bytes: [UInt8]) -> [UInt8]? {
    if policy.comparesBytes { return nil }
    var hasCapitals = false
    for byte in bytes {
      if byte >= 0x80 { return unicodeKey(of: bytes) }
      if byte &- UInt8(ascii: "A") < 26 { hasCapitals = true }
    }
    guard hasCapitals && policy.ignoresCase else { return nil }
    return bytes.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }
  }

  /// Tells whether two names are the same.
  ///
  /// - Parameters:
  ///   - left: A raw name.
  ///   - right: Another raw name.
  /// - Returns: `true` for equal bytes, whatever the policy.
  public func areSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left == right || (key(of: left) ?? left) == (key(of: right) ?? right)
  }

  private func unicodeKey(of bytes: [UInt8]) -> [UInt8]? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let key = Array((policy.ignoresCase ? folding.folded(text) : folding.composed(text)).utf8)
    return key == bytes ? nil : key
  }
}
