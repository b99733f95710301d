/// What the name of a file came to: the record of it, and what the file shows.
package struct NameReading: Hashable, Sendable {
  package var claim: WorkClaim
  /// The file's path below its source's root.
  package var path: SourcePath
  package var record: NameRecord
  package var showing: Showing

  package init(_ claim: WorkClaim, path: SourcePath, record: NameRecord, showing: Showing) {
    self.claim = claim
    self.path = path
    self.record = record
    self.showing = showing
  }
}

/// What a file shows.
package enum Showing: Hashable, Sendable {
  /// A film, or the part of one that the file is.
  case movie(TitleDraft, part: Int?)
  /// One or more episodes of a series, in order; each has a place in the file.
  case episodes(of: TitleDraft, [EpisodeNumber], part: Int?)
  /// A whole season in one file.
  case season(of: TitleDraft, Int)
  /// Something beside a film or a series.
  case extra(ExtraDraft)
}

/// A film or a series, as a name tells it.
package struct TitleDraft: Hashable, Sendable {
  package var kind: EntityKind
  /// As shown.
  package var title: String
  /// The title without case and punctuation, by which equal ones are found.
  package var sorting: SortKey
  package var year: Int?
  /// What it is, by the best that is known.
  package var key: IdentityKey
  /// What it is by its title, where that tells enough; weaker than ``key``, or the same.
  package var nameKey: IdentityKey?
  package var ids: [ProviderID]

  package init(
    _ kind: EntityKind,
    title: String,
    sorting: SortKey,
    year: Int?,
    key: IdentityKey,
    nameKey: IdentityKey?,
    ids: [ProviderID] = []
  ) {
    self.kind = kind
    self.title = title
    self.sorting = sorting
    self.year = year
    self.key = key
    self.nameKey = nameKey
    self.ids = ids
  }
}

/// An extra, and whose it may be.
package struct ExtraDraft: Hashable, Sendable {
  package var key: IdentityKey
  /// As shown.
  package var title: String
  package var sorting: SortKey
  /// Such as `trailer`.
  package var kind: String
  /// Whose it may be, most likely first.
  package var owners: [IdentityKey]
  /// Whether the folder is one of extras, so that the owner lies beside it.
  package var isInFolderOfExtras: Bool

  package init(
    key: IdentityKey,
    title: String,
    sorting: SortKey,
    kind: String,
    owners: [IdentityKey],
    isInFolderOfExtras: Bool
  ) {
    self.key = key
    self.title = title
    self.sorting = sorting
    self.kind = kind
    self.owners = owners
    self.isInFolderOfExtras = isInFolderOfExtras
  }
}

/// What lists sort a title by.
package struct SortKey: Hashable, Sendable {
  package var bytes: [UInt8]
  /// What made it: a key of another version is made again.
  package var version: String

  package init(_ bytes: [UInt8], version: String) {
    self.bytes = bytes
    self.version = version
  }
}
