/// What a run's staging amounts to, counted in one pass.
///
/// Video and sidecar counts are separate, since the brake judges videos alone.
package struct StagingSummary: Hashable, Sendable {
  /// A count of videos and one of sidecars.
  package struct Count: Hashable, Sendable {
    package var videos = 0
    package var sidecars = 0

    package init(videos: Int = 0, sidecars: Int = 0) {
      self.videos = videos
      self.sidecars = sidecars
    }

    package var total: Int { videos + sidecars }
  }

  /// Added items that no move or return explains.
  package var added = Count()
  package var changed = Count()
  package var touched = Count()
  /// Added items that turned out to be a published row elsewhere.
  package var moved = Count()
  /// Added items that turned out to be a missing row at its old place, held items seen again, and
  /// items that the filter takes again.
  package var restored = Count()
  /// Items newly absent, those of absent directories included, moves excluded, suspects excluded.
  package var absent = Count()
  /// Items newly absent in suspect directories.
  package var suspect = Count()
  /// Items absent again whose hold is old enough to be applied.
  package var confirmable = Count()
  /// Items absent again whose hold is too young, or that only the host may let go.
  package var stillHeld = Count()
  package var excluded = Count()
  /// Videos published as present in what the run covered, the absent ones included.
  package var coveredVideos = 0

  package init() {}
}

/// What finalize shall do with the removals.
package struct RemovalDecision: Hashable, Sendable {
  /// Whether removals that are new in this run are held back.
  package var holdsNewRemovals: Bool
  /// Holds at least this old are applied when their items are still absent; `nil`: none is.
  package var appliesHoldsSince: Timestamp?

  package init(holdsNewRemovals: Bool, appliesHoldsSince: Timestamp?) {
    self.holdsNewRemovals = holdsNewRemovals
    self.appliesHoldsSince = appliesHoldsSince
  }
}

/// What finalize needs beyond the staging.
package struct FinalizeOrder: Sendable {
  package var removals: RemovalDecision
  package var rootIdentity: RootIdentity
  package var counters: ScanCounters
  package var at: Timestamp
  /// Milliseconds spent so far.
  package var enumerateMilliseconds: Int64
  package var processMilliseconds: Int64
  /// Why removals are held, as text for people; `nil` when they are not.
  package var anomaly: String?
  /// When the oldest listing that the run relies on began.
  package var listedSince: Timestamp

  package init(
    removals: RemovalDecision,
    rootIdentity: RootIdentity,
    counters: ScanCounters,
    at: Timestamp,
    enumerateMilliseconds: Int64,
    processMilliseconds: Int64,
    anomaly: String?,
    listedSince: Timestamp
  ) {
    self.removals = removals
    self.rootIdentity = rootIdentity
    self.counters = counters
    self.at = at
    self.enumerateMilliseconds = enumerateMilliseconds
    self.processMilliseconds = processMilliseconds
    self.anomaly = anomaly
    self.listedSince = listedSince
  }
}

/// What a finalize did.
package struct FinalizeOutcome: Hashable, Sendable {
  package var added = 0
  package var changed = 0
  package var moved = 0
  package var restored = 0
  package var missing = 0
  package var excluded = 0
  /// Items of the source whose removal is held back after this finalize.
  package var held = 0
  /// Rows that had moved on since they were compared and were left alone.
  package var conflicts = 0
  package var revision: Int64 = 0
  package var publication: Int64 = 0
  /// A request that waited for this run, now a run of its own.
  package var promoted: RunID?

  package init() {}
}
