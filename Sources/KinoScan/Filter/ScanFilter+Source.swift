package import KinoCore

extension ScanFilter {
  /// The filter of a source as it is configured.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - folding: What computes the keys of names that are not ASCII.
  package convenience init(_ source: SourceRecord, folding: any UnicodeFolding) {
    self.init(
      settings: source.filter,
      adapter: source.configuration.kind,
      comparison: NameComparison(source.comparison, folding: folding)
    )
  }
}
