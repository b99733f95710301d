import KinoCore

extension NameComparison {
  /// Every name is its own key.
  static let exact = NameComparison(
    ComparisonPolicy(ignoresCase: false, composes: false, unicodeVersion: "none"),
    folding: NoFolding()
  )
  /// Letters of ASCII count the same in either case.
  static let insensitive = NameComparison(
    ComparisonPolicy(ignoresCase: true, composes: false, unicodeVersion: "none"),
    folding: NoFolding()
  )
}

/// Leaves what is not ASCII as it is: no test here is about Unicode.
private struct NoFolding: UnicodeFolding {
  var version: String { "none" }
  func composed(_ text: String) -> String { text }
  func folded(_ text: String) -> String { text }
}
