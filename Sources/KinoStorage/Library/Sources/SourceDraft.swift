package import KinoCore

/// What a host decides about a source.
package struct SourceDraft: Sendable {
  package var displayName: String
  package var configuration: SourceConfiguration
  package var comparison: ComparisonPolicy
  /// The step of modification times in milliseconds, at least 1.
  package var modificationPrecision: Int64
  package var filter: FilterSettings
  package var retention: RetentionSettings

  package init(
    displayName: String,
    configuration: SourceConfiguration,
    comparison: ComparisonPolicy,
    modificationPrecision: Int64 = 1,
    filter: FilterSettings = FilterSettings(),
    retention: RetentionSettings
  ) {
    self.displayName = displayName
    self.configuration = configuration
    self.comparison = comparison
    self.modificationPrecision = modificationPrecision
    self.filter = filter
    self.retention = retention
  }
}
