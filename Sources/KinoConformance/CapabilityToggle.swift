public import KinoCore

/// A declaration that a run can take back, to compare what the adapter does without it.
///
/// What was declared and is declared no longer must not be relied on by anything: promises about it
/// are then not run, and all others must come out as before.
public enum CapabilityToggle: String, Sendable, Codable, CaseIterable {
  /// Stable ids.
  case stableIDs
  /// Etags.
  case etags
  /// Reads from any offset.
  case ranges
  /// Modification times.
  case modificationTimes
  /// What is known about case and normalisation of names.
  case nameRules
  /// More than one call at a time.
  case concurrency
  /// Deadlines of the adapter's own.
  case deadlines
  /// That the source tells of changes.
  case watching

  /// Takes the declaration back.
  ///
  /// - Parameter capabilities: What is declared.
  /// - Returns: The same without it.
  public func removed(from capabilities: SourceCapabilities) -> SourceCapabilities {
    var rest = capabilities
    switch self {
    case .stableIDs: rest.stableID = .none
    case .etags: rest.etag = .none
    case .ranges: rest.ranges = .none
    case .modificationTimes: rest.modificationPrecision = nil
    case .nameRules:
      rest.caseSensitivity = .unknown
      rest.normalisation = .unknown
    case .concurrency: rest.maxConcurrentOperations = 1
    case .deadlines: rest.enforcesDeadlines = false
    case .watching: rest.watch = .none
    }
    return rest
  }
}
