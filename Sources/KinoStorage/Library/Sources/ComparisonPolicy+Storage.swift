import KinoCore

/// The columns of `library_source` that hold a comparison policy.
extension ComparisonPolicy {
  var storedCase: String { ignoresCase ? "insensitive" : "sensitive" }
  var storedNormalization: String { composes ? "nfc" : "exact" }

  init(storedCase: String, normalization: String, foldingVersion: String?) {
    self.init(
      ignoresCase: storedCase == "insensitive",
      composes: normalization == "nfc",
      unicodeVersion: foldingVersion ?? ""
    )
  }
}
