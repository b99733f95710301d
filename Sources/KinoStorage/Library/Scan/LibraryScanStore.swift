package import KinoCore
import KinoSQL

/// What a scan needs from the library, by the stores that do it.
package struct LibraryScanStore: ScanStore {
  package let sources: SourceStore
  package let runs: RunStore
  package let settlement: SettlementStore
  private let admission: RunAdmission
  private let resumption: ResumeStore
  private let directories: DirectoryStore
  private let staging: StagingStore
  private let processing: ProcessingStore
  private let moves: MoveStore
  private let summaries: SummaryStore
  private let publication: PublicationStore
  private let comparison: ComparisonStore
  private let queue: WorkQueueStore
  private let clock: any KinoClock
  private let random: any RandomSource

  /// Makes the store of an open library.
  ///
  /// The clock measures how long a finalize takes, moments come from the caller; random numbers are
  /// for the identifiers of runs.
  package init(database: LibraryDatabase, clock: any KinoClock, random: any RandomSource) {
    sources = SourceStore(database: database)
    runs = RunStore(database: database)
    settlement = SettlementStore(database: database)
    admission = RunAdmission(database: database)
    resumption = ResumeStore(database: database)
    directories = DirectoryStore(database: database)
    staging = StagingStore(database: database)
    processing = ProcessingStore(database: database)
    moves = MoveStore(database: database)
    summaries = SummaryStore(database: database)
    publication = PublicationStore(database: database)
    comparison = ComparisonStore(database: database)
    queue = WorkQueueStore(database: database, random: random)
    self.clock = clock
    self.random = random
  }

  private func uid(at now: Timestamp) -> UID {
    UID(time: now, random: (random.next(), random.next()))
  }
}

extension LibraryScanStore {
  package func source(_ id: SourceID) async throws(StorageError) -> SourceRecord {
    try await sources.record(id)
  }

  package func identitySample(
    of source: SourceID,
    limit: Int
  ) async throws(StorageError) -> [IdentitySample] {
    try await sources.identitySample(of: source, limit: limit)
  }

  package func admit(
    _ request: ScanRequest,
    owner: RunOwner,
    policy: AdmissionPolicy,
    isAlive: @Sendable (RunOwner) -> Bool?
  ) async throws(StorageError) -> Admission {
    let admitted = try await admission.admit(
      request,
      owner: owner,
      policy: policy,
      uid: uid(at: policy.now),
      isAlive: isAlive
    )
    // Staging that nobody can continue goes with the run that supersedes it.
    if case .started = admitted {
      while try await settlement.clearSuperseded(of: request.source, policy: policy) {}
    }
    return admitted
  }

  package func report(of run: RunID) async throws(StorageError) -> RunReport {
    try await runs.report(of: run)
  }

  package func unsettledRuns(of source: SourceID) async throws(StorageError) -> [RunID] {
    try await settlement.unsettledRuns(of: source)
  }

  package func requeueOutdated(
    of source: SourceID,
    fingerprintVersion version: UInt8,
    after file: FileID?,
    limit: Int,
    at now: Timestamp
  ) async throws(StorageError) -> RequeuedBatch {
    try await queue.requeueFingerprints(
      of: source,
      version: version,
      after: file,
      limit: limit,
      at: now
    )
  }

  package func changeComparison(
    in run: RunHandle,
    to policy: ComparisonPolicy,
    filterIdentity: [UInt8],
    key: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) async throws(StorageError) {
    try await comparison.change(in: run, to: policy, filterIdentity: filterIdentity, key: key)
  }

  package func noteModificationStep(_ step: Int64, in run: RunHandle) async throws(StorageError) {
    try await sources.noteModificationStep(step, in: run)
  }

  package func renew(_ run: RunHandle, at now: Timestamp) async throws(StorageError) -> Bool {
    try await runs.renew(run, at: now)
  }

  package func resumePoint(
    of run: RunHandle,
    policy: AdmissionPolicy
  ) async throws(StorageError) -> ResumePoint {
    try await resumption.resumePoint(of: run, policy: policy)
  }

  package func published(
    _ directories: [DirectoryID],
    of source: SourceID,
    items: ItemExtent
  ) async throws(StorageError) -> [PublishedDirectory] {
    try await self.directories.published(directories, of: source, items: items)
  }

  package func reserveDirectoryIDs(_ count: Int) async throws(StorageError) -> Range<Int64> {
    try await directories.reserveIDs(count)
  }

  package func stage(_ group: StagedGroup, in run: RunHandle) async throws(StorageError) {
    try await staging.stage(group, in: run)
  }

  package func beginEnumerating(
    _ run: RunHandle,
    rootIdentity: RootIdentity,
    at now: Timestamp
  ) async throws(StorageError) {
    try await runs.beginEnumerating(run, rootIdentity: rootIdentity, at: now)
  }
}

extension LibraryScanStore {
  package func beginProcessing(
    _ run: RunHandle,
    at now: Timestamp
  ) async throws(StorageError) -> [DirectoryPair] {
    try await processing.begin(run, at: now)
  }

  package func holdRemovals(
    of pairs: [DirectoryPair],
    in run: RunHandle
  ) async throws(StorageError) {
    try await processing.holdRemovals(of: pairs, in: run)
  }

  package func acceptRenames(
    _ pairs: [DirectoryPair],
    suspectMinimum: Int,
    in run: RunHandle
  ) async throws(StorageError) {
    try await processing.acceptRenames(pairs, suspectMinimum: suspectMinimum, in: run)
  }

  package func identityQuestions(
    of run: RunHandle,
    after sequence: Int64,
    limit: Int
  ) async throws(StorageError) -> [MoveQuestion] {
    try await moves.questions(of: run, after: sequence, limit: limit, extent: .identities)
  }

  package func resolveIdentities(
    _ answers: [MoveAnswer],
    in run: RunHandle
  ) async throws(StorageError) {
    try await moves.resolve(answers, in: run, extent: .identities)
  }

  package func settleIdentities(of run: RunHandle) async throws(StorageError) {
    try await moves.settleIdentities(of: run)
  }

  package func moveQuestions(
    of run: RunHandle,
    after sequence: Int64,
    limit: Int
  ) async throws(StorageError) -> [MoveQuestion] {
    try await moves.questions(of: run, after: sequence, limit: limit)
  }

  package func resolveMoves(
    _ answers: [MoveAnswer],
    in run: RunHandle
  ) async throws(StorageError) {
    try await moves.resolve(answers, in: run)
  }

  package func summary(
    of run: RunHandle,
    holdsBefore: Timestamp
  ) async throws(StorageError) -> StagingSummary {
    try await summaries.summary(of: run, holdsBefore: holdsBefore)
  }

  package func largestRemovals(
    of run: RunHandle,
    limit: Int
  ) async throws(StorageError) -> [DirectoryRemoval] {
    try await summaries.largestRemovals(of: run, limit: limit)
  }
}

extension LibraryScanStore {
  package func finalize(
    _ run: RunHandle,
    _ order: FinalizeOrder
  ) async throws(StorageError) -> FinalizeOutcome {
    let clock = clock
    let start = clock.monotonic()
    return try await publication.finalize(run, order, uid: uid(at: order.at)) {
      (clock.monotonic() - start).wholeMilliseconds
    }
  }

  package func settle(_ run: RunID, at now: Timestamp) async throws(StorageError) -> Bool {
    try await settlement.settle(run, at: now)
  }

  package func end(
    _ run: RunHandle,
    as outcome: UnpublishedOutcome,
    at now: Timestamp
  ) async throws(StorageError) {
    try await runs.end(run, as: outcome, at: now, uid: uid(at: now))
  }

  package func noteAvailability(
    of source: SourceID,
    _ availability: SourceAvailability,
    at now: Timestamp
  ) async throws(StorageError) {
    try await sources.noteAvailability(of: source, availability, at: now)
  }
}
