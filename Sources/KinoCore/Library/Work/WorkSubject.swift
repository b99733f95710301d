/// The file that a claim is about, as it is published.
package struct WorkSubject: Hashable, Sendable {
  package var claim: WorkClaim
  package var source: SourceID
  package var path: SourcePath
  package var locator: [UInt8]?
  package var availability: Availability
  /// Whether it is one file, and not a disc that is made of several.
  package var isPlainFile: Bool
  package var size: Int64?
  package var modifiedAt: Timestamp?
  /// When its row last changed.
  package var changedAt: Timestamp
  /// What was read of its present content, if anything was.
  package var fingerprint: [UInt8]?

  package init(
    claim: WorkClaim,
    source: SourceID,
    path: SourcePath,
    locator: [UInt8]?,
    availability: Availability,
    isPlainFile: Bool,
    size: Int64?,
    modifiedAt: Timestamp?,
    changedAt: Timestamp,
    fingerprint: [UInt8]?
  ) {
    self.claim = claim
    self.source = source
    self.path = path
    self.locator = locator
    self.availability = availability
    self.isPlainFile = isPlainFile
    self.size = size
    self.modifiedAt = modifiedAt
    self.changedAt = changedAt
    self.fingerprint = fingerprint
  }
}
