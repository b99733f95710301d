package import KinoCore

/// A file or sidecar whose removal is held back: a scan no longer saw it, and it is still published.
package struct HeldRemoval: Hashable, Sendable {
  package var item: HeldItem
  package var path: SourcePath
  package var reason: HoldReason
  /// Since when it is held.
  package var since: Timestamp
  package var size: Int64?
}

/// Names a held row.
///
/// Ordered as a listing is: videos first, then sidecars, each by id.
package struct HeldItem: Hashable, Sendable {
  /// Never a directory.
  package var kind: ItemKind
  /// The row of `media_file` or `sidecar`.
  package var id: Int64

  package init(kind: ItemKind, id: Int64) {
    self.kind = kind
    self.id = id
  }
}

/// Which held removals a decision is about.
package enum HeldSelection: Hashable, Sendable {
  /// All of the source.
  case all
  /// These; those that are not held, or not of the source, are passed over.
  case items([HeldItem])
}

/// How many removals of a source are held, or were decided about.
package struct HeldCount: Hashable, Sendable {
  package var videos: Int
  package var sidecars: Int

  package init(videos: Int, sidecars: Int) {
    self.videos = videos
    self.sidecars = sidecars
  }

  /// Both together.
  package var total: Int { videos + sidecars }
}

/// What an undo did.
package struct UndoOutcome: Hashable, Sendable {
  /// Files and sidecars that are published again.
  package var restored = HeldCount(videos: 0, sidecars: 0)
  /// Files and sidecars that stay missing: their place, or a directory on the way to it, was taken
  /// by a newer row.
  package var blocked = HeldCount(videos: 0, sidecars: 0)
  /// The first of the blocked ones, at most ``blockedPathLimit``.
  package var blockedPaths: [SourcePath] = []

  /// How many paths are reported.
  package static let blockedPathLimit = 100

  package init() {}
}
