/// Where an interrupted run can go on.
package struct ResumePoint: Sendable {
  /// A directory that is still to be listed.
  package struct Directory: Hashable, Sendable {
    package var id: DirectoryID
    package var path: SourcePath
    package var stableID: StableID?
    package var locator: [UInt8]?
    /// Whether the directory itself is published, and so has something to compare with.
    package var isPublished: Bool

    package init(
      id: DirectoryID,
      path: SourcePath,
      stableID: StableID?,
      locator: [UInt8]?,
      isPublished: Bool
    ) {
      self.id = id
      self.path = path
      self.stableID = stableID
      self.locator = locator
      self.isPublished = isPublished
    }
  }

  /// Directories to list; for a fresh run the roots of its scope.
  package var outstanding: [Directory]
  /// What the listings that stand have counted.
  package var counters: ScanCounters
  /// When the oldest listing that stands began; `nil` when none does.
  package var listedSince: Timestamp?

  package init(outstanding: [Directory], counters: ScanCounters, listedSince: Timestamp?) {
    self.outstanding = outstanding
    self.counters = counters
    self.listedSince = listedSince
  }
}
