public import KinoCore

/// Every number that a scan decides by, in one value.
///
/// The defaults are the product's; a host or a test may change any of them. Nothing is read from
/// the environment.
public struct ScanPolicy: Hashable, Sendable {
  // MARK: The root

  /// Published files that are looked at when the root's identity does not settle whether it is the
  /// same source.
  public var rootSampleSize = 64
  /// The least percentage of the sample that must match.
  public var rootSamplePercent = 50
  /// The least number of files of the sample that must match.
  public var rootSampleMinimum = 3

  // MARK: Failures

  /// Retries of one operation, the first attempt not counted.
  public var retries = 3
  /// The wait before the first retry; it doubles from one retry to the next.
  public var retryDelay: Duration = .milliseconds(250)
  /// The longest wait that doubling leads to.
  public var retryDelayLimit: Duration = .seconds(30)
  /// The longest wait that a source may ask for.
  ///
  /// One that asks for more is not waited for.
  public var retryAfterLimit: Duration = .seconds(600)
  /// Operations in a row that failed temporarily, their retries used up, that fail the source.
  public var consecutiveFailures = 5
  /// How often a directory that changed while it was listed is listed again.
  public var relistings = 2
  /// How deep directories may lie where no stable id ends a cycle.
  ///
  /// Those that lie deeper are unreachable. A path that a call of Linux or macOS takes has at most
  /// 2,048 or 512 levels, and links in a circle end after 40 or 32.
  public var depthLimit = 1024

  // MARK: Removals

  /// Removals of more than this percentage of the covered videos are held back.
  public var brakePercent = 25
  /// Fewer removals than this are published whatever their share.
  public var brakeMinimum = 10
  /// This many removed videos are held back whatever their share.
  public var brakeCeiling = 5_000
  /// A directory that held this many files and lists empty is suspect.
  public var suspectMinimum = 10
  /// Files of one directory that must shift alike for a clock change to be believed.
  public var clockShiftMinimum = 3
  /// Files of which one run may read a fingerprint to tell moves apart.
  public var fingerprintLimit = 1_000

  // MARK: Ownership, progress, resuming

  /// How often an owner says that it lives.
  public var heartbeat: Duration = .seconds(2)
  /// How long an owner may be silent before another process takes its run over.
  public var lease: Duration = .seconds(15)
  /// How often a scan that found no difference notes its progress.
  public var checkpointInterval: Duration = .seconds(2)
  /// Differences that one transaction adds to the staging, about.
  public var groupSize = 5_000
  /// How long differences may wait for a fuller group.
  public var groupInterval: Duration = .milliseconds(500)
  /// How old staging may be to be continued.
  public var stagingLifetime: Duration = .seconds(24 * 3_600)
  /// How old a listing of a remote source may be to stand when a run is resumed.
  ///
  /// On a local source none stands.
  public var remoteListingLifetime: Duration = .seconds(600)

  // MARK: Pace

  /// Directories that are listed at the same time, where the source allows as many.
  public var concurrentDirectories = 16
  /// The most directories that one worker takes at once.
  public var directoriesPerBatch = 32
  /// The most entries on one page of a listing.
  public var pageLimit = 1_024
  /// Ids for new directories that are reserved at once.
  public var directoryIDBlock = 256
  /// Added files of which the candidates for moves are looked up at once.
  public var moveBatchSize = 512
  /// Directories that a plan names, those that lose most first.
  public var planDirectoryLimit = 20
  /// How often progress is told.
  public var progressInterval: Duration = .milliseconds(100)
  /// How often a scan that waits for another process looks whether that one is done.
  public var followInterval: Duration = .milliseconds(200)
  /// Scans that are made anew because another publication of the source came between.
  public var replans = 3

  // MARK: Work on files

  /// How long a file must have been left alone before it is read.
  public var settleTime: Duration = .seconds(30)
  /// Pieces of work that are claimed at once, and whose results are written in one transaction.
  public var workBlock = 256
  /// How long claimed work is another's if nothing is heard of whoever claimed it.
  public var workLease: Duration = .seconds(60)
  /// How often whoever claimed work says that it is being done.
  public var workHeartbeat: Duration = .seconds(20)
  /// Files of one source that are read at the same time, where the source allows as many.
  public var concurrentFiles = 8
  /// The wait after a first failure that may pass; it grows fourfold with each.
  public var workDelay: Duration = .seconds(60)
  /// The wait after a file could not be found or opened the first time; it grows fourfold with each.
  public var absenceDelay: Duration = .seconds(3_600)

  // MARK: Retention

  /// How missing rows of local sources are kept.
  public var localRetention = RetentionSettings.local
  /// How missing rows of remote sources are kept.
  public var networkRetention = RetentionSettings.network

  /// Creates the defaults.
  public init() {}

  /// How missing rows of a source are kept unless it has settings of its own.
  ///
  /// - Parameter isRemote: Whether the source is reached over a network.
  /// - Returns: The settings, times in milliseconds.
  public func retention(isRemote: Bool) -> RetentionSettings {
    isRemote ? networkRetention : localRetention
  }

  /// When a run may be resumed or taken over, and which of its listings stand.
  package func admission(at now: Timestamp, isRemote: Bool = false) -> AdmissionPolicy {
    AdmissionPolicy(
      now: now,
      lease: lease.wholeMilliseconds,
      staleness: stagingLifetime.wholeMilliseconds,
      freshness: isRemote ? remoteListingLifetime.wholeMilliseconds : 0
    )
  }
}
