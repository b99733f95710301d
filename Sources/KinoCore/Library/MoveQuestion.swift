/// An item that was listed, and the published rows that it may be.
///
/// It is one that was added, or one that lies under the name of another: then that row is among the
/// candidates, as ``MoveCandidate/State/replaced`` and with the same path.
package struct MoveQuestion: Sendable {
  /// The sequence number of the staged row; an answer names it.
  package var sequence: Int64
  package var kind: ItemKind
  /// Where it was listed.
  package var path: SourcePath
  package var size: Int64?
  package var modifiedAt: Timestamp?
  package var stableID: StableID?
  /// When the source says that the file was made; `nil` where it does not.
  package var createdAt: Timestamp?
  /// At least one, and as many as the store names at most, the likeliest first.
  package var candidates: [MoveCandidate]

  package init(
    sequence: Int64,
    kind: ItemKind,
    path: SourcePath,
    size: Int64?,
    modifiedAt: Timestamp?,
    stableID: StableID?,
    createdAt: Timestamp? = nil,
    candidates: [MoveCandidate]
  ) {
    self.sequence = sequence
    self.kind = kind
    self.path = path
    self.size = size
    self.modifiedAt = modifiedAt
    self.stableID = stableID
    self.createdAt = createdAt
    self.candidates = candidates
  }
}

/// A published row that a listed item may be.
package struct MoveCandidate: Hashable, Sendable {
  /// Where the candidate stands.
  package enum State: String, Hashable, Sendable {
    /// This run found it absent.
    case absent
    /// It has been missing for longer.
    case missing
    /// Its removal is held back.
    case held
    /// It is published as present, outside of what this run covered: its old place must be looked
    /// at before the pair is believed.
    case uncovered
    /// A file with another stable id is listed under its name.
    case replaced
  }

  package var itemID: Int64
  package var revision: Int64
  package var state: State
  /// Where the row was published, as it stood before this run.
  package var path: SourcePath
  package var size: Int64?
  package var modifiedAt: Timestamp?
  package var stableID: StableID?
  package var createdAt: Timestamp?
  package var fingerprint: [UInt8]?
  /// Whether it lay in the same directory under the same name, a renamed directory being the same.
  package var isSamePath: Bool
  /// Whether its directory has the same name as the listed item's.
  package var hasSameParentName: Bool
  /// How many added items share the candidate's kind, size and modification time; 0 where it was asked
  /// what stable ids identify, which these cannot tell.
  package var addedRivals: Int
  /// How many lost rows share them, this one included; 0 as above, and where size or time is not known.
  package var lostRivals: Int
  /// Whether a file with its stable id, size and time was listed elsewhere; told of replaced rows only.
  package var isFoundElsewhere: Bool

  package init(
    itemID: Int64,
    revision: Int64,
    state: State,
    path: SourcePath,
    size: Int64?,
    modifiedAt: Timestamp?,
    stableID: StableID?,
    createdAt: Timestamp? = nil,
    fingerprint: [UInt8]?,
    isSamePath: Bool,
    hasSameParentName: Bool,
    addedRivals: Int,
    lostRivals: Int,
    isFoundElsewhere: Bool = false
  ) {
    self.itemID = itemID
    self.revision = revision
    self.state = state
    self.path = path
    self.size = size
    self.modifiedAt = modifiedAt
    self.stableID = stableID
    self.createdAt = createdAt
    self.fingerprint = fingerprint
    self.isSamePath = isSamePath
    self.hasSameParentName = hasSameParentName
    self.addedRivals = addedRivals
    self.lostRivals = lostRivals
    self.isFoundElsewhere = isFoundElsewhere
  }
}

/// The published row that a listed item is.
package struct MoveAnswer: Hashable, Sendable {
  package var sequence: Int64
  package var kind: ItemKind
  package var itemID: Int64
  package var revision: Int64
  /// Whether the content is new, too: the same file by its place, another by size or time.
  package var isContentChanged: Bool

  package init(
    sequence: Int64,
    kind: ItemKind,
    itemID: Int64,
    revision: Int64,
    isContentChanged: Bool
  ) {
    self.sequence = sequence
    self.kind = kind
    self.itemID = itemID
    self.revision = revision
    self.isContentChanged = isContentChanged
  }
}

/// An added and an absent directory that carry the same stable id.
package struct DirectoryPair: Hashable, Sendable {
  /// The sequence number of the added directory's staged row.
  package var sequence: Int64
  /// The id reserved for the added directory.
  package var added: DirectoryID
  /// The published directory that is gone from its place, and its revision.
  package var published: DirectoryID
  package var revision: Int64
  /// Published items in it or below it.
  package var publishedItems: Int
  /// Of the names staged in the added directory, how many the published one has, too.
  package var sharedNames: Int
  /// Names staged in the added directory.
  package var stagedNames: Int
  /// Whether the added directory could not be listed, so that nothing is known of its names.
  package var isUnreachable: Bool

  package init(
    sequence: Int64,
    added: DirectoryID,
    published: DirectoryID,
    revision: Int64,
    publishedItems: Int,
    sharedNames: Int,
    stagedNames: Int,
    isUnreachable: Bool = false
  ) {
    self.sequence = sequence
    self.added = added
    self.published = published
    self.revision = revision
    self.publishedItems = publishedItems
    self.sharedNames = sharedNames
    self.stagedNames = stagedNames
    self.isUnreachable = isUnreachable
  }
}
