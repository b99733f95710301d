import KinoCore

extension ComparisonPolicy {
  /// The column `name_case`.
  var storedCase: String { ignoresCase ? "insensitive" : "sensitive" }
  /// The column `name_normalization`.
  var storedNormalization: String { composes ? "nfc" : "exact" }

  /// Reads the columns back.
  ///
  /// What is unknown tells names apart by their bytes.
  init(storedCase: String, normalization: String, foldingVersion: String?) {
    self.init(
      ignoresCase: storedCase == "insensitive",
      composes: normalization == "nfc",
      unicodeVersion: foldingVersion ?? ""
    )
  }
}
