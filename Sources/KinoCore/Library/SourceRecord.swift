/// What a scan needs to know of a source before it starts.
package struct SourceRecord: Sendable {
  package var id: SourceID
  package var uid: UID
  package var configuration: SourceConfiguration
  package var isEnabled: Bool
  package var comparison: ComparisonPolicy
  /// What the source declared last: modification times that differ by less milliseconds are the same.
  package var modificationStep: Int64
  /// The root's identity as accepted last; `nil` before the first completed scan.
  package var rootIdentity: RootIdentity?
  /// The root's row in `source_directory`.
  package var rootDirectory: DirectoryID
  /// How many finalizes the source has had; a run notes it when it begins.
  package var publication: Int64
  /// Directories of the newest completed full run, for an estimate of progress.
  package var lastDirectoryCount: Int?
  package var retention: RetentionSettings
  package var offlineSince: Timestamp?
  /// Included and excluded paths and other filter settings, as the host stored them.
  package var filter: FilterSettings

  package init(
    id: SourceID,
    uid: UID,
    configuration: SourceConfiguration,
    isEnabled: Bool,
    comparison: ComparisonPolicy,
    modificationStep: Int64,
    rootIdentity: RootIdentity?,
    rootDirectory: DirectoryID,
    publication: Int64,
    lastDirectoryCount: Int?,
    retention: RetentionSettings,
    offlineSince: Timestamp?,
    filter: FilterSettings
  ) {
    self.id = id
    self.uid = uid
    self.configuration = configuration
    self.isEnabled = isEnabled
    self.comparison = comparison
    self.modificationStep = modificationStep
    self.rootIdentity = rootIdentity
    self.rootDirectory = rootDirectory
    self.publication = publication
    self.lastDirectoryCount = lastDirectoryCount
    self.retention = retention
    self.offlineSince = offlineSince
    self.filter = filter
  }
}

/// How long what went missing is kept, per source.
public struct RetentionSettings: Hashable, Sendable {
  /// Milliseconds of covered time that must pass before a missing row may be purged.
  public var grace: Int64
  /// Covering scans that must have confirmed the absence.
  public var confirmations: Int
  /// The least milliseconds between two covering scans that count.
  public var confirmationInterval: Int64
  /// The least milliseconds between the scan that held a removal and the one that applies it.
  public var holdInterval: Int64
  /// Whether rows are kept for ever.
  public var neverPurge: Bool

  /// Creates settings; all times in milliseconds.
  public init(
    grace: Int64,
    confirmations: Int,
    confirmationInterval: Int64,
    holdInterval: Int64,
    neverPurge: Bool = false
  ) {
    self.grace = grace
    self.confirmations = confirmations
    self.confirmationInterval = confirmationInterval
    self.holdInterval = holdInterval
    self.neverPurge = neverPurge
  }

  /// For local disks: 24 hours and two scans at least an hour apart.
  public static let local = RetentionSettings(
    grace: 24 * 3_600_000,
    confirmations: 2,
    confirmationInterval: 3_600_000,
    holdInterval: 3_600_000
  )

  /// For servers: seven days and two scans at least an hour apart.
  public static let network = RetentionSettings(
    grace: 7 * 24 * 3_600_000,
    confirmations: 2,
    confirmationInterval: 3_600_000,
    holdInterval: 24 * 3_600_000
  )
}

/// Which entries of a source matter, beyond the built-in rules.
public struct FilterSettings: Hashable, Sendable {
  /// Only these directories and what lies below them; empty means everything.
  public var includedPaths: [SourcePath]
  /// These directories or files, and everything below them, are left out.
  public var excludedPaths: [SourcePath]
  /// Whether names that begin with a dot are taken.
  public var includesHidden: Bool
  /// Whether `.nomedia` and `.ignore` leave their directory out.
  public var honorsMarkers: Bool

  /// Creates settings; the defaults take everything that is not hidden or marked.
  public init(
    includedPaths: [SourcePath] = [],
    excludedPaths: [SourcePath] = [],
    includesHidden: Bool = false,
    honorsMarkers: Bool = true
  ) {
    self.includedPaths = includedPaths
    self.excludedPaths = excludedPaths
    self.includesHidden = includesHidden
    self.honorsMarkers = honorsMarkers
  }
}

/// A published file that tells whether a root is still the same one.
package struct IdentitySample: Hashable, Sendable {
  package var path: SourcePath
  package var size: Int64?
  package var modifiedAt: Timestamp?
  package var stableID: StableID?

  package init(path: SourcePath, size: Int64?, modifiedAt: Timestamp?, stableID: StableID?) {
    self.path = path
    self.size = size
    self.modifiedAt = modifiedAt
    self.stableID = stableID
  }
}
