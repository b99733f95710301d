/// One difference between a listing and what is published.
package struct StagedDifference: Sendable {
  /// What happened to the item.
  package enum Change: String, Hashable, Sendable {
    /// Not published under this name; it may turn out to have moved or come back.
    case added
    /// Its content is new.
    case changed
    /// Only facts that say nothing about the content moved (stable id, a clock shift).
    case touched
    /// A missing directory, or a held item, is there again.
    case returned
    /// A complete listing lacks it. For a directory: everything below it, too.
    case absent
    /// It is there, and the filter leaves it out now. For a directory: everything below it, too.
    case excluded
    /// It was excluded and no longer is.
    case included
  }

  /// The directory that was listed; for children of an added directory the id reserved for it.
  package var directory: DirectoryID
  package var kind: ItemKind
  package var change: Change
  /// The published row; for an added directory the id reserved for it; `nil` for added items.
  package var itemID: Int64?
  /// The published row's revision when it was compared; `nil` for an added item, and for a directory
  /// that was found gone without its row having been read.
  package var expectedRevision: Int64?
  /// The listed facts.
  ///
  /// For an absent item only the name is meaningful.
  package var entry: SourceEntry
  /// The key that a case-insensitive or normalising source compares by; `nil` when it is the name.
  package var compareKey: [UInt8]?
  /// What kind of video or sidecar it is, as `media_kind` and `sidecar.kind` store it.
  package var detail: String?
  /// Why a removal is held back whatever its number.
  package var hold: HoldReason?

  package init(
    directory: DirectoryID,
    kind: ItemKind,
    change: Change,
    itemID: Int64? = nil,
    expectedRevision: Int64? = nil,
    entry: SourceEntry,
    compareKey: [UInt8]? = nil,
    detail: String? = nil,
    hold: HoldReason? = nil
  ) {
    self.directory = directory
    self.kind = kind
    self.change = change
    self.itemID = itemID
    self.expectedRevision = expectedRevision
    self.entry = entry
    self.compareKey = compareKey
    self.detail = detail
    self.hold = hold
  }
}

/// Why a removal is held back.
public enum HoldReason: String, Hashable, Sendable, Codable {
  /// More would have gone than the brake lets pass.
  case brake
  /// The directory looked as if something else lay there: emptied, replaced, or unmounted.
  case suspect
  /// The host undid the removal; only the host can let it pass.
  case undone
}

/// What one short transaction adds to a run: differences, and the progress that they belong to.
///
/// Differences and progress are committed together, so that a staged row exists exactly when its
/// directory is among the directories done.
package struct StagedGroup: Sendable {
  /// What differs, one by one; added items may be among ``additions`` instead.
  package var differences: [StagedDifference] = []
  /// Added items, packed.
  package private(set) var additions: [AddedItems] = []
  /// Listings that differ in more than added items, which carry theirs themselves.
  package private(set) var listings: [(directory: DirectoryID, listing: StagedListing)] = []
  /// How many items are packed in ``additions``.
  package private(set) var addedItemCount = 0
  /// Directories whose listing ended, complete or not.
  package var done: [DirectoryID] = []
  /// When the oldest listing of the group began.
  package var listedSince: Timestamp
  /// Directories that could not be listed; their subtrees keep what they had.
  package var failures: [FrontierFailure] = []
  package var counters = ScanCounters()

  package init(listedSince: Timestamp) { self.listedSince = listedSince }

  package var isEmpty: Bool { !hasDifferences && done.isEmpty && failures.isEmpty }

  /// Whether anything differs.
  package var hasDifferences: Bool { !differences.isEmpty || !additions.isEmpty }

  /// How many differences there are, packed ones included.
  package var differenceCount: Int { differences.count + addedItemCount }

  /// Adds all that one listing differs in.
  ///
  /// - Parameters:
  ///   - found: The differences.
  ///   - directory: The directory that was listed.
  ///   - listing: The listing, where its digest may be published with them.
  package mutating func add(
    _ found: [StagedDifference],
    of directory: DirectoryID,
    listing: StagedListing?
  ) {
    let isPlain = found.allSatisfy { $0.change == .added && $0.hold == nil }
    for difference in found { add(difference, listing: isPlain ? listing : nil) }
    if !isPlain, let listing { listings.append((directory, listing)) }
  }

  /// Adds a difference: packed, if it is an added item that nothing is held against.
  ///
  /// The items of one directory must come one after the other.
  package mutating func add(_ difference: StagedDifference, listing: StagedListing? = nil) {
    guard difference.change == .added, difference.kind != .directory, difference.hold == nil else {
      return differences.append(difference)
    }
    let isContinued = additions.last?.directory == difference.directory
    if !isContinued || additions[additions.count - 1].isFull {
      additions.append(
        AddedItems(
          of: difference.directory,
          isContinuation: isContinued,
          listing: isContinued ? nil : listing
        )
      )
    }
    addedItemCount += 1
    additions[additions.count - 1].append(
      difference.entry,
      difference.kind,
      compareKey: difference.compareKey,
      detail: difference.detail
    )
  }

  /// Takes in the differences of another group.
  package mutating func addDifferences(of other: StagedGroup) {
    differences.append(contentsOf: other.differences)
    additions.append(contentsOf: other.additions)
    listings.append(contentsOf: other.listings)
    addedItemCount += other.addedItemCount
  }
}

/// A directory that could not be listed.
package struct FrontierFailure: Hashable, Sendable {
  package var directory: DirectoryID
  package var error: SourceError
  package var attempts: Int

  package init(directory: DirectoryID, error: SourceError, attempts: Int) {
    self.directory = directory
    self.error = error
    self.attempts = attempts
  }
}

/// What a run has looked at.
public struct ScanCounters: Hashable, Sendable {
  /// Directories listed to their end.
  public var directories = 0
  /// Names listed, of every kind.
  public var entries = 0
  /// Entries that the filter took as videos.
  public var videos = 0
  /// Entries that the filter took as sidecars.
  public var sidecars = 0
  /// Bytes in the files that the filter took, where the source tells.
  public var bytes: Int64 = 0
  /// Directories that could not be listed.
  public var unreachableDirectories = 0

  /// Creates counters at zero.
  public init() {}

  /// Adds what another part of the run has looked at.
  public static func += (left: inout Self, right: Self) {
    left.directories += right.directories
    left.entries += right.entries
    left.videos += right.videos
    left.sidecars += right.sidecars
    left.bytes += right.bytes
    left.unreachableDirectories += right.unreachableDirectories
  }
}
