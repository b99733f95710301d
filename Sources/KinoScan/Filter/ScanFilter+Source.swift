package import KinoCore

extension ScanFilter {
  /// The filter of a source as it is configured.
  package init(_ source: SourceRecord) {
    self.init(
      settings: source.filter,
      adapter: source.configuration.kind,
      comparison: source.comparison
    )
  }
}
