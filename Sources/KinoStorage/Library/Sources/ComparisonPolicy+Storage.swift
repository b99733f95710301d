import KinoCore

/// The columns of `library_source` that hold a comparison policy.
extension ComparisonPolicy {
  var storedCase: String { ignoresCase ? "insensitive" : "sensitive" }
  var storedNormalization: String { composes ? "nfc" : "exact" }
  /// `nil` where keys are never computed.
  var storedFoldingVersion: String? { comparesBytes ? nil : unicodeVersion }

  init(storedCase: String, normalization: String, foldingVersion: String?) {
    self.init(
      ignoresCase: storedCase == "insensitive",
      composes: normalization == "nfc",
      unicodeVersion: foldingVersion ?? ""
    )
  }
}
