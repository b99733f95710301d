public import KinoCore

/// What a scan says while it works.
public enum ScanEvent: Sendable {
  /// The run has begun, or an interrupted one goes on.
  case started(run: UID, isResumed: Bool)
  /// A living process already scans this source; its result will be reported.
  case joined(run: UID)
  /// Another part of the work has begun.
  case phase(ScanPhase)
  /// How far the traversal is; at most one each ``ScanPolicy/progressInterval``.
  case progress(ScanProgress)
  /// A directory could not be listed; its subtree keeps everything it had.
  case unreachable(directory: SourcePath, SourceError)
  /// An entry of a directory could not be read; what is published for it stays.
  case unreadable(EntryNote, in: SourcePath)
  /// What finalize is about to do.
  case plan(DeletionPlan)
  /// The run is over; always the last event.
  case finished(ScanReport)
}

/// The parts of a scan, in their order.
public enum ScanPhase: String, Hashable, Sendable, Codable {
  /// Making sure that the source is there and is the one it was.
  case preflight
  /// Listing directories and comparing them with what is published.
  case enumerate
  /// Pairing moves and judging removals.
  case process
  /// Publishing.
  case finalize
  /// Queueing work and clearing staging, after publication.
  case settle
}

/// How far a traversal is.
///
/// There is no percentage: nobody knows what is still to be found.
public struct ScanProgress: Hashable, Sendable {
  /// What has been looked at.
  public var counters: ScanCounters
  /// Directories known to be outstanding.
  public var outstandingDirectories: Int
  /// Directories of the newest full scan, where there was one.
  public var expectedDirectories: Int?
  /// Differences found so far.
  public var differences: Int
  /// The directory listed last.
  public var directory: SourcePath
  /// Time since the traversal began.
  public var elapsed: Duration

  /// Names looked at a second, on average.
  public var entriesPerSecond: Double {
    let seconds = elapsed / .seconds(1)
    return seconds > 0 ? Double(counters.entries) / seconds : 0
  }
}
