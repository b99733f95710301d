package import KinoCore

/// What a host decides about a source.
package struct SourceDraft: Sendable {
  package var displayName: String
  package var configuration: SourceConfiguration
  package var comparison: ComparisonPolicy
  package var filter: FilterSettings
  package var retention: RetentionSettings

  package init(
    displayName: String,
    configuration: SourceConfiguration,
    comparison: ComparisonPolicy,
    filter: FilterSettings = FilterSettings(),
    retention: RetentionSettings
  ) {
    self.displayName = displayName
    self.configuration = configuration
    self.comparison = comparison
    self.filter = filter
    self.retention = retention
  }
}
