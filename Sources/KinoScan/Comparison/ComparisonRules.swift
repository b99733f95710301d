package import KinoCore

/// What the comparison of every directory of a run goes by: built once, from what the source
/// declared.
package struct ComparisonRules: Sendable {
  package let filter: ScanFilter
  let comparison: NameComparison
  let facts: FactRules
  let suspectMinimum: Int
  let clockShiftMinimum: Int

  package init(
    filter: ScanFilter,
    comparison: NameComparison,
    capabilities: SourceCapabilities,
    policy: ScanPolicy
  ) {
    self.filter = filter
    self.comparison = comparison
    self.facts = FactRules(capabilities)
    self.suspectMinimum = policy.suspectMinimum
    self.clockShiftMinimum = policy.clockShiftMinimum
  }
}

/// When facts listed now contradict those published.
///
/// Unknown never contradicts: a size or time that is lacking on either side is no change.
package struct FactRules: Hashable, Sendable {
  /// The step of modification times in milliseconds; `nil` where they mean nothing.
  let precision: Int64?
  /// Whether stable ids mean anything.
  let comparesStableIDs: Bool
  /// Whether a file keeps its id when it moves within the source.
  let stableIDSurvivesRename: Bool

  package init(_ capabilities: SourceCapabilities) {
    precision = capabilities.modificationPrecision.map { max(1, $0) }
    comparesStableIDs = capabilities.stableID.scope != .none
    stableIDSurvivesRename =
      capabilities.stableID.survivesRename && capabilities.stableID.scope == .source
  }

  /// What a listing says about a published item.
  enum Change: Hashable {
    /// Nothing new.
    case none
    /// Something about the file that says nothing about its content.
    case touched
    /// Only the modification time differs, by these milliseconds.
    case shifted(Int64)
    /// The content is new.
    case changed
  }

  /// Compares a listed entry with what is published under its name.
  @inline(__always)
  func change(from item: PublishedDirectory.Item, to entry: SourceEntry) -> Change {
    if let old = item.size, let new = entry.size, old != new { return .changed }
    if let shift = shift(from: item.modifiedAt, to: entry.modifiedAt) {
      return item.size != nil && entry.size != nil ? .shifted(shift) : .changed
    }
    if hasNewTag(item, entry) { return .changed }
    return hasNewID(item.stableID, entry.stableID) || learns(item, entry) ? .touched : .none
  }

  /// Whether two times are known, usable and the same at the source's precision; `nil` when one is
  /// unknown.
  func timesAgree(_ left: Timestamp?, _ right: Timestamp?) -> Bool? {
    guard precision != nil, left != nil, right != nil else { return nil }
    return shift(from: left, to: right) == nil
  }

  /// Whether both ids are known and differ.
  @inline(__always)
  func idsContradict(_ old: StableID?, _ new: StableID?) -> Bool {
    guard comparesStableIDs, let old, let new else { return false }
    return old != new
  }

  /// How far a time moved, in milliseconds, when that is beyond the precision.
  @inline(__always)
  private func shift(from old: Timestamp?, to new: Timestamp?) -> Int64? {
    guard let precision, let old, let new, old != new else { return nil }
    let (shift, overflow) = new.milliseconds.subtractingReportingOverflow(old.milliseconds)
    guard !overflow else { return .max }
    return shift.magnitude >= precision.magnitude ? shift : nil
  }

  /// An etag counts only where no time does, for it may change when a file is moved or locked.
  @inline(__always)
  private func hasNewTag(_ item: PublishedDirectory.Item, _ entry: SourceEntry) -> Bool {
    guard precision == nil || (item.modifiedAt == nil && entry.modifiedAt == nil) else {
      return false
    }
    guard let old = item.etag, let new = entry.etag else { return false }
    return old != new
  }

  @inline(__always)
  private func hasNewID(_ old: StableID?, _ new: StableID?) -> Bool {
    comparesStableIDs && new != nil && old != new
  }

  /// Whether the listing tells what was not known before.
  @inline(__always)
  private func learns(_ item: PublishedDirectory.Item, _ entry: SourceEntry) -> Bool {
    (item.size == nil && entry.size != nil)
      || (precision != nil && item.modifiedAt == nil && entry.modifiedAt != nil)
  }
}
