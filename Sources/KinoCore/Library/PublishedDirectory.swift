/// What the library has published for one directory: the side of the comparison that is stored.
///
/// Names lie in one buffer, so that a directory costs a few allocations whatever it holds.
package struct PublishedDirectory: Sendable {
  package var id: DirectoryID
  package var stableID: StableID?
  /// Whether the directory lay on another device than its parent.
  package var isMountBoundary: Bool
  /// The directory's own row revision.
  package var revision: Int64
  /// What a complete listing of ``items`` has for a digest; with one, they were not read.
  package var digest: ListingDigest?
  /// Sub-directories, missing ones included.
  package var directories: [Child] = []
  /// Files and sidecars that are present or excluded; missing ones are not listed.
  package var items: [Item] = []
  /// The raw names of `directories` and `items`.
  package var nameBytes: [UInt8] = []

  package init(id: DirectoryID, stableID: StableID?, isMountBoundary: Bool, revision: Int64) {
    self.id = id
    self.stableID = stableID
    self.isMountBoundary = isMountBoundary
    self.revision = revision
  }

  /// A sub-directory.
  package struct Child: Sendable {
    package var id: DirectoryID
    /// Where its name lies in ``PublishedDirectory/nameBytes``.
    package var name: Range<Int>
    package var stableID: StableID?
    package var availability: Availability
    package var isMountBoundary: Bool
    package var revision: Int64
    /// Published items directly in it at the last finalize that touched it.
    package var itemCount: Int64

    package init(
      id: DirectoryID,
      name: Range<Int>,
      stableID: StableID?,
      availability: Availability,
      isMountBoundary: Bool,
      revision: Int64,
      itemCount: Int64
    ) {
      self.id = id
      self.name = name
      self.stableID = stableID
      self.availability = availability
      self.isMountBoundary = isMountBoundary
      self.revision = revision
      self.itemCount = itemCount
    }
  }

  /// A file or sidecar.
  package struct Item: Sendable {
    package var kind: ItemKind
    /// The row id in `media_file` or `sidecar`.
    package var id: Int64
    /// Where its name lies in ``PublishedDirectory/nameBytes``.
    package var name: Range<Int>
    package var size: Int64?
    package var modifiedAt: Timestamp?
    package var stableID: StableID?
    /// The etag as listed last, kept only where the source gives no modification time.
    package var etag: [UInt8]?
    package var availability: Availability
    /// Whether its removal is held back.
    package var isHeld: Bool
    package var revision: Int64

    package init(
      kind: ItemKind,
      id: Int64,
      name: Range<Int>,
      size: Int64?,
      modifiedAt: Timestamp?,
      stableID: StableID?,
      etag: [UInt8]?,
      availability: Availability,
      isHeld: Bool,
      revision: Int64
    ) {
      self.kind = kind
      self.id = id
      self.name = name
      self.size = size
      self.modifiedAt = modifiedAt
      self.stableID = stableID
      self.etag = etag
      self.availability = availability
      self.isHeld = isHeld
      self.revision = revision
    }
  }
}

/// Which items a reading of published directories takes in.
package enum ItemExtent: Hashable, Sendable {
  /// All of them.
  case all
  /// Those of directories that have no digest to stand for them.
  case undigested
}

/// Which table an item belongs to.
package enum ItemKind: String, Hashable, Sendable {
  case directory
  case video
  case sidecar
}

/// Whether a published row is there.
///
/// *Offline* is computed, never stored.
public enum Availability: String, Hashable, Sendable, Codable {
  /// The last listing that had authority over it saw it, or its removal is held back.
  case present
  /// A complete listing did not have it any more.
  case missing
  /// It is there, and the filter leaves it out.
  case excluded
}
