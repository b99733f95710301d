package import KinoCore

/// What the library knows about one path.
package struct PathFacts: Hashable, Sendable {
  package var path: SourcePath
  /// The rows of the directories on the way, from the root down as far as there are any, and of the
  /// path itself if it is a directory.
  ///
  /// A name may have a missing row beside a present one.
  package var directories: [DirectoryRow] = []
  /// Whether the path itself is, or was, a directory.
  package var isDirectory = false
  /// The files and sidecars at the path: at most one that is not missing.
  package var items: [ItemRow] = []
  /// Since when a directory on the way, or the path itself, could not be listed to the end: what
  /// lies below it keeps what it had.
  ///
  /// `nil` when all could.
  package var unreachableSince: Timestamp?

  package init(path: SourcePath) {
    self.path = path
  }
}

/// A row of `source_directory`.
package struct DirectoryRow: Hashable, Sendable {
  package var id: DirectoryID
  package var availability: Availability
  /// The first run since the directory was last listed to its end.
  package var incompleteSince: RunID?
  /// Whether removals in it are held because it looked emptied, replaced or unmounted.
  package var isSuspect: Bool
  package var missingSince: Timestamp?
  package var itemCount: Int
  package var directoryCount: Int
}

/// A row of `media_file` or `sidecar`.
package struct ItemRow: Hashable, Sendable {
  package var kind: ItemKind
  package var id: Int64
  package var availability: Availability
  /// What kind of video or sidecar, as stored.
  package var detail: String
  package var size: Int64?
  package var modifiedAt: Timestamp?
  package var firstSeenAt: Timestamp
  package var missingSince: Timestamp?
  package var hold: HoldReason?
  package var heldSince: Timestamp?
  /// The newest run that saw it; for a sidecar the one that wrote the row.
  package var lastSeenRun: RunID?
  /// When that run began.
  package var lastSeenAt: Timestamp?
}
