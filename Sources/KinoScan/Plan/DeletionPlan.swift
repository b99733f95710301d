public import KinoCore

/// What a finalize would do, judged before it is done: for people, for hosts and for tests.
///
/// A plan holds counts and the directories that would lose most, never a list of files, so that
/// its size does not depend on the library's.
public struct DeletionPlan: Hashable, Sendable {
  /// A count of videos and one of the files that go with them.
  public struct Count: Hashable, Sendable, Codable {
    /// Files that play.
    public var videos: Int
    /// Subtitles, artwork, descriptions and other files beside them.
    public var sidecars: Int

    /// Creates a count.
    ///
    /// - Parameters:
    ///   - videos: Files that play.
    ///   - sidecars: Files beside them.
    public init(videos: Int = 0, sidecars: Int = 0) {
      self.videos = videos
      self.sidecars = sidecars
    }

    /// Both together.
    public var total: Int { videos + sidecars }

    /// Adds videos to videos and sidecars to sidecars.
    public static func + (left: Count, right: Count) -> Count {
      Count(videos: left.videos + right.videos, sidecars: left.sidecars + right.sidecars)
    }
  }

  /// What becomes of removals that are new in this run.
  public enum Verdict: Hashable, Sendable {
    /// They are published.
    case apply
    /// The files stay present, and the removals wait for a later scan or for the host.
    case hold(reason: String)
  }

  /// New items.
  public var added: Count
  /// Items with new content.
  public var changed: Count
  /// Items that are elsewhere now.
  public var moved: Count
  /// Items that are back.
  public var restored: Count
  /// Items that a rule leaves out from now on.
  public var excluded: Count
  /// Items that are absent for the first time, those in suspect directories not counted.
  public var absent: Count
  /// Items absent in suspect directories: always held.
  public var suspect: Count
  /// Held items that are absent again, long enough after they were held.
  public var confirmable: Count
  /// Held items that are absent again and stay held.
  public var stillHeld: Count
  /// Videos published as present in what the run covered, the absent ones included.
  public var coveredVideos: Int
  /// What becomes of ``absent``.
  public var verdict: Verdict
  /// Whether ``confirmable`` items go now: only a full scan lets them.
  public var confirmsHolds: Bool
  /// Directories that would lose most.
  public var largest: [DirectoryRemoval]

  private var holdsBefore: Timestamp?

  /// What goes missing.
  public var removed: Count {
    (verdict == .apply ? absent : Count()) + (confirmsHolds ? confirmable : Count())
  }

  /// What is held back afterwards.
  public var held: Count {
    (verdict == .apply ? Count() : absent) + (confirmsHolds ? Count() : confirmable)
      + suspect + stillHeld
  }

  /// Judges a run's staging.
  ///
  /// - Parameters:
  ///   - summary: The staging, counted with ``holdsBefore(mode:now:interval:)``.
  ///   - largest: The directories that would lose most.
  ///   - holdsBefore: What ``holdsBefore(mode:now:interval:)`` gave.
  ///   - policy: The numbers of the brake.
  package init(
    _ summary: StagingSummary,
    largest: [DirectoryRemoval],
    holdsBefore: Timestamp?,
    policy: ScanPolicy
  ) {
    added = Count(summary.added)
    changed = Count(summary.changed)
    moved = Count(summary.moved)
    restored = Count(summary.restored)
    excluded = Count(summary.excluded)
    absent = Count(summary.absent)
    suspect = Count(summary.suspect)
    confirmable = Count(summary.confirmable)
    stillHeld = Count(summary.stillHeld)
    coveredVideos = summary.coveredVideos
    verdict = Self.judge(summary.absent.videos, of: summary.coveredVideos, policy)
    confirmsHolds = holdsBefore != nil
    self.largest = largest
    self.holdsBefore = holdsBefore
  }

  /// Holds made at this time or earlier are applied when their items are absent again.
  ///
  /// - Parameters:
  ///   - mode: What the run is: only a full scan confirms.
  ///   - now: The present.
  ///   - interval: The source's hold interval in milliseconds.
  /// - Returns: `nil` when the run confirms none.
  package static func holdsBefore(mode: ScanMode, now: Timestamp, interval: Int64) -> Timestamp? {
    guard mode == .full else { return nil }
    return now.advanced(by: .milliseconds(-max(0, interval)))
  }

  /// What finalize is told to do with removals.
  package var decision: RemovalDecision {
    RemovalDecision(holdsNewRemovals: verdict != .apply, appliesHoldsSince: holdsBefore)
  }

  /// Why removals are held, for people; `nil` when none is newly held.
  public var anomaly: String? {
    var reasons: [String] = []
    if case .hold(let reason) = verdict { reasons.append(reason) }
    if suspect != Count() {
      reasons.append("\(suspect.text) in directories that look emptied, replaced or unmounted")
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  /// The brake: it counts videos, and sidecars follow theirs.
  private static func judge(_ lost: Int, of covered: Int, _ policy: ScanPolicy) -> Verdict {
    if lost >= policy.brakeCeiling {
      return .hold(reason: "\(lost) videos would go missing: \(policy.brakeCeiling) or more")
    }
    let isLargeShare = lost * 100 > covered * policy.brakePercent
    guard isLargeShare, lost >= policy.brakeMinimum else { return .apply }
    return .hold(
      reason: "\(lost) of \(covered) videos would go missing: more than \(policy.brakePercent) %"
    )
  }
}

extension DeletionPlan.Count {
  init(_ count: StagingSummary.Count) {
    self.init(videos: count.videos, sidecars: count.sidecars)
  }

  /// `3 videos and 4 sidecars`.
  var text: String { "\(videos) videos and \(sidecars) sidecars" }
}
