import KinoCore

extension ComparisonPolicy {
  var storedCase: String { foldsCase ? "insensitive" : "sensitive" }
  var storedNormalization: String { "exact" }
  var storedFoldingVersion: String? { nil }
  init(storedCase: String, normalization: String, foldingVersion: String?) {
    self.init()
    foldsCase = storedCase == "insensitive"
  }
}
