public import KinoCore

/// What is said while a source is kept current.
public enum WatchEvent: Sendable {
  /// The source is watched from now on: changes are looked for where they are hinted at.
  case watching
  /// The source is not watched, for this reason: changes are found by full scans alone, at
  /// ``WatchPolicy/unwatchedInterval``. Unless it can never be watched that is tried again.
  case notWatching(SourceError)
  /// A scan says something; its end is told by `scanned`.
  case scan(ScanEvent)
  /// A scan has ended: what it covered, and what it came to.
  case scanned(ScanScope, ScanReport)
  /// What scans had queued was worked on.
  case worked(WorkReport)
  /// It is over; always the last event. `nil` when it was cancelled, or nothing is left to be done.
  case ended(ScanFailure?)
}
