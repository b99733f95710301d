/// What a scan needs from the library: the port between `KinoScan` and `KinoStorage`.
///
/// Every call that takes a ``RunHandle`` writes only while the handle's owner token is the run's,
/// and throws ``StorageError/Kind/ownershipLost`` otherwise. Each call is one transaction (or one
/// snapshot, for a read); a call that throws or is cancelled has changed nothing.
package protocol ScanStore: Sendable {
  // MARK: Before enumerating

  /// The source as it stands. Throws `notFound` for a removed one.
  func source(_ id: SourceID) async throws(StorageError) -> SourceRecord

  /// At most `limit` present files, spread over the source, newest mixed with oldest.
  func identitySample(of source: SourceID, limit: Int) async throws(StorageError)
    -> [IdentitySample]

  /// Starts, resumes, joins or stores a request, whichever the state of the source asks for.
  ///
  /// - Parameters:
  ///   - request: What is wanted.
  ///   - owner: Who would own the run.
  ///   - policy: When a run may be taken over or resumed.
  ///   - isAlive: Whether the process of an owner on this boot still exists; `nil` when that
  ///     cannot be told.
  /// - Returns: What became of the request.
  /// - Throws: ``StorageError``
  func admit(
    _ request: ScanRequest,
    owner: RunOwner,
    policy: AdmissionPolicy,
    isAlive: @Sendable (RunOwner) -> Bool?
  ) async throws(StorageError) -> Admission

  /// The run as it stands. Throws `notFound` for one that was compacted.
  func report(of run: RunID) async throws(StorageError) -> RunReport

  /// Completed runs of the source whose ``settle(_:at:)`` has not come to its end.
  func unsettledRuns(of source: SourceID) async throws(StorageError) -> [RunID]

  /// Queues again, for a batch of present files, work whose results are of an older make.
  ///
  /// - Parameters:
  ///   - source: Whose files.
  ///   - version: What fingerprints of the present make begin with.
  ///   - file: The last file of the batch before; `nil` begins.
  ///   - limit: The most files of this batch.
  ///   - now: When.
  /// - Returns: How many files that were, and the last of them.
  /// - Throws: ``StorageError``
  func requeueOutdated(
    of source: SourceID,
    fingerprintVersion version: UInt8,
    after file: FileID?,
    limit: Int,
    at now: Timestamp
  ) async throws(StorageError) -> RequeuedBatch

  /// Makes another comparison policy the source's, before a run begins to enumerate.
  ///
  /// The keys of all that is published are computed again, in batches; nothing is scanned again.
  /// What the run staged under the old policy is dropped, and it goes on under the new filter
  /// identity. The policy is noted last: what is interrupted is done again by the next run.
  ///
  /// - Parameters:
  ///   - run: The run that found the policy out.
  ///   - policy: What the source declares.
  ///   - filterIdentity: The identity of the source's filter under the policy.
  ///   - key: Computes the key of a name; `nil` where it is the name itself.
  /// - Throws: ``StorageError``
  func changeComparison(
    in run: RunHandle,
    to policy: ComparisonPolicy,
    filterIdentity: [UInt8],
    key: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) async throws(StorageError)

  /// Notes on the run's source that modification times which differ by less milliseconds are the same.
  func noteModificationStep(_ step: Int64, in run: RunHandle) async throws(StorageError)

  /// Notes that the owner lives, and returns whether somebody asked the run to stop.
  func renew(_ run: RunHandle, at now: Timestamp) async throws(StorageError) -> Bool

  /// Drops what a resumed run must list again, and says where to go on.
  ///
  /// For a fresh run these are the roots of its scope. A scope path that is not published is
  /// answered as unpublished, with its deepest published ancestor's subtree unaffected.
  func resumePoint(of run: RunHandle, policy: AdmissionPolicy) async throws(StorageError)
    -> ResumePoint

  // MARK: Enumerating

  /// What is published for these directories, in their order; unpublished ids come back empty.
  func published(
    _ directories: [DirectoryID],
    of source: SourceID,
    items: ItemExtent
  ) async throws(StorageError) -> [PublishedDirectory]

  /// Reserves consecutive directory ids that no run will get again.
  func reserveDirectoryIDs(_ count: Int) async throws(StorageError) -> Range<Int64>

  /// Adds differences and progress to a run's staging.
  func stage(_ group: StagedGroup, in run: RunHandle) async throws(StorageError)

  /// Notes the root's identity as it was when enumerating began, and the state `enumerating`.
  func beginEnumerating(_ run: RunHandle, rootIdentity: RootIdentity, at now: Timestamp)
    async throws(StorageError)

  // MARK: Processing

  /// Moves the run on to `processing` and finds added and absent directories with one stable id.
  ///
  /// Idempotent: resolutions of an earlier, interrupted processing are cleared first.
  func beginProcessing(_ run: RunHandle, at now: Timestamp) async throws(StorageError)
    -> [DirectoryPair]

  /// Holds the removals of absent directories that were found again, empty, under other names.
  func holdRemovals(of pairs: [DirectoryPair], in run: RunHandle) async throws(StorageError)

  /// Accepts renamed directories: each is one move, and its items are compared under it.
  ///
  /// One below a renamed directory that held `suspectMinimum` items or more and lists empty has its
  /// removals held.
  func acceptRenames(
    _ pairs: [DirectoryPair],
    suspectMinimum: Int,
    in run: RunHandle
  ) async throws(StorageError)

  /// The next listed items that carry the stable id of a row whose place is not theirs, in order of
  /// their sequence numbers: to be asked before all else of a source whose files keep their ids.
  ///
  /// Asks about added items, about those whose id contradicts the row of their name, and about
  /// present rows that were added while or since a lost one was last seen. A call with sequence 0
  /// compares afresh.
  func identityQuestions(
    of run: RunHandle,
    after sequence: Int64,
    limit: Int
  ) async throws(StorageError) -> [MoveQuestion]

  /// Records answers to ``identityQuestions(of:after:limit:)``, as ``resolveMoves(_:in:)`` does.
  func resolveIdentities(_ answers: [MoveAnswer], in run: RunHandle) async throws(StorageError)

  /// Draws the consequences of the answers to ``identityQuestions(of:after:limit:)``.
  ///
  /// What lies under the name of a row that was found elsewhere is an added item from here on, and a
  /// row whose name a found one has now is absent. Must follow the last of these questions.
  func settleIdentities(of run: RunHandle) async throws(StorageError)

  /// The next added items that have candidates, in order of their sequence numbers.
  func moveQuestions(
    of run: RunHandle,
    after sequence: Int64,
    limit: Int
  ) async throws(StorageError) -> [MoveQuestion]

  /// Records which published rows added items are. An answer whose row was taken by an earlier one
  /// is ignored.
  func resolveMoves(_ answers: [MoveAnswer], in run: RunHandle) async throws(StorageError)

  /// Counts the staging as it stands, moves resolved.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - holdsBefore: Holds made at or before this time are confirmable.
  /// - Returns: The counts.
  /// - Throws: ``StorageError``
  func summary(of run: RunHandle, holdsBefore: Timestamp) async throws(StorageError)
    -> StagingSummary

  /// Directories whose items would go missing, most first, at most `limit`.
  func largestRemovals(of run: RunHandle, limit: Int) async throws(StorageError)
    -> [DirectoryRemoval]

  // MARK: Ending

  /// Publishes: snapshot, missing difference, run state and revision in one transaction (TX-5).
  ///
  /// Throws `publicationMoved` when the source was published by another finalize since the run
  /// began.
  func finalize(_ run: RunHandle, _ order: FinalizeOrder) async throws(StorageError)
    -> FinalizeOutcome

  /// One idempotent batch of what follows a finalize: work is queued, staging cleared.
  ///
  /// Returns whether more is left. Needs no ownership: any process may do it for a completed run.
  func settle(_ run: RunID, at now: Timestamp) async throws(StorageError) -> Bool

  /// Ends a run without publishing; its staging is kept. A waiting request is promoted.
  ///
  /// The run's counters stay those of what is staged: a resume adds to them what it lists.
  func end(
    _ run: RunHandle,
    as outcome: UnpublishedOutcome,
    at now: Timestamp
  ) async throws(StorageError)

  /// Notes on the source whether it could be reached; never touches a file row.
  func noteAvailability(
    of source: SourceID,
    _ availability: SourceAvailability,
    at now: Timestamp
  ) async throws(StorageError)
}

/// A directory whose items would go missing.
public struct DirectoryRemoval: Hashable, Sendable {
  /// The directory.
  public var path: SourcePath
  /// Videos in it that would go.
  public var videos: Int
  /// Sidecars in it that would go.
  public var sidecars: Int

  /// Creates a summary of one directory.
  public init(path: SourcePath, videos: Int, sidecars: Int) {
    self.path = path
    self.videos = videos
    self.sidecars = sidecars
  }
}

/// How a run ended that published nothing.
package enum UnpublishedOutcome: Hashable, Sendable {
  /// What was asked for is done: an availability check, or a repair.
  case done
  case failed(ScanFailure)
  case cancelled
}

/// A batch of files whose work was queued again.
package struct RequeuedBatch: Hashable, Sendable {
  package var count: Int
  /// `nil` when there was none.
  package var last: FileID?

  package init(count: Int, last: FileID?) {
    self.count = count
    self.last = last
  }
}

/// Why a run failed, as it is stored and shown: no secret, no path outside the source.
public struct ScanFailure: Error, Hashable, Sendable {
  /// A ``SourceError/Kind`` or ``StorageError/Kind`` by name.
  public var kind: String
  /// What failed and what to do.
  public var message: String
  /// Whether the source itself could not be used, as opposed to the library.
  public var isSourceFailure: Bool
  /// The code that a source's failure had where it came from; `nil` where it had none.
  public var underlying: SourceError.Underlying?

  /// Creates a failure.
  public init(
    kind: String,
    message: String,
    isSourceFailure: Bool,
    underlying: SourceError.Underlying? = nil
  ) {
    self.kind = kind
    self.message = message
    self.isSourceFailure = isSourceFailure
    self.underlying = underlying
  }
}

/// What a scan learnt about a source's reachability.
package enum SourceAvailability: Hashable, Sendable {
  case online
  /// Not reachable, or not the source that it was.
  case offline(ScanFailure)
  /// Reachable, and it needs the user: wrong credentials, say.
  case needsAttention(ScanFailure)
}
