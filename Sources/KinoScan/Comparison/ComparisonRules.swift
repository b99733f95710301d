package import KinoCore

/// What the comparison of every directory of a run goes by: built once, from what the source
/// declared.
package final class ComparisonRules: Sendable {
  package let filter: ScanFilter
  let comparison: NameComparison
  let facts: FactRules
  /// What digests of listings stand for.
  package let listingFacts: ListingFacts
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
    self.listingFacts = ListingFacts(
      facts,
      filter: filter.identity,
      policy: comparison.policy
    )
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

  /// Compares a listed entry with the item that is published under its name.
  ///
  /// The item is named by its number, so that comparing copies none of it.
  @inline(__always)
  func change(
    from items: [PublishedDirectory.Item],
    _ number: Int,
    to entry: SourceEntry
  ) -> Change {
    let (oldSize, oldTime) = (items[number].size, items[number].modifiedAt)
    if let oldSize, let size = entry.size, oldSize != size { return .changed }
    if let shift = shift(from: oldTime, to: entry.modifiedAt) {
      return oldSize != nil && entry.size != nil ? .shifted(shift) : .changed
    }
    if isTimeless(oldTime, entry.modifiedAt), hasNewTag(items[number].etag, entry.etag) {
      return .changed
    }
    let learns =
      (oldSize == nil && entry.size != nil)
      || (precision != nil && oldTime == nil && entry.modifiedAt != nil)
    return learns || hasNewID(items[number].stableID, entry.stableID) ? .touched : .none
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

  /// Whether no time can tell: only then an etag counts, for it may change when a file is moved or
  /// locked.
  @inline(__always)
  private func isTimeless(_ old: Timestamp?, _ new: Timestamp?) -> Bool {
    precision == nil || (old == nil && new == nil)
  }

  private func hasNewTag(_ old: [UInt8]?, _ new: [UInt8]?) -> Bool {
    guard let old, let new else { return false }
    return old != new
  }

  @inline(__always)
  private func hasNewID(_ old: StableID?, _ new: StableID?) -> Bool {
    comparesStableIDs && new != nil && old != new
  }
}
