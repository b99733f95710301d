/// When two names of a source are the same name.
///
/// It follows what the source declared and is stored with what was computed by it, so that keys of
/// another policy or Unicode version are never compared with each other.
public struct ComparisonPolicy: Hashable, Sendable, Codable {
  /// Whether names that differ in case only are the same.
  public var ignoresCase: Bool
  /// Whether canonically equivalent names are the same.
  public var composes: Bool
  /// ``UnicodeFolding/version`` of what computes keys for names that are not ASCII.
  public var unicodeVersion: String

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - ignoresCase: Whether names that differ in case only are the same.
  ///   - composes: Whether canonically equivalent names are the same.
  ///   - unicodeVersion: The version of what computes keys.
  public init(ignoresCase: Bool, composes: Bool, unicodeVersion: String) {
    self.ignoresCase = ignoresCase
    self.composes = composes
    self.unicodeVersion = unicodeVersion
  }

  /// The policy that a source's declarations call for; what is unknown is taken as distinct.
  ///
  /// - Parameters:
  ///   - capabilities: What the source declared.
  ///   - folding: What will compute keys.
  public init(_ capabilities: SourceCapabilities, folding: any UnicodeFolding) {
    self.init(
      ignoresCase: capabilities.caseSensitivity == .insensitive,
      composes: capabilities.normalisation == .insensitive,
      unicodeVersion: folding.version
    )
  }

  /// Names are the same when their bytes are.
  public static let exact = ComparisonPolicy(
    ignoresCase: false,
    composes: false,
    unicodeVersion: ""
  )

  /// Whether every name is its own key.
  public var comparesBytes: Bool { !ignoresCase && !composes }
}
