import KinoCore
import Synchronization

/// A library that remembers what a scan asks of it and publishes nothing.
///
/// What it answers is set beforehand; every call is noted by name, in order.
final class RecordingStore: ScanStore {
  struct State {
    var record = RecordingStore.record
    var admissions: [Admission] = []
    var sample: [IdentitySample] = []
    var start = ResumePoint(outstanding: [], counters: ScanCounters(), listedSince: nil)
    var published: [DirectoryID: PublishedDirectory] = [:]
    /// Directories whose items are read only when they are asked for.
    var digests: [DirectoryID: ListingDigest] = [:]
    var pairs: [DirectoryPair] = []
    var summary = StagingSummary()
    var outcome = FinalizeOutcome()
    var reports: [RunReport] = []
    var failures: [String: StorageError] = [:]
    var isStopRequested = false

    var calls: [String] = []
    var groups: [StagedGroup] = []
    var orders: [FinalizeOrder] = []
    var endings: [UnpublishedOutcome] = []
    var availabilities: [SourceAvailability] = []
    var comparisons: [ComparisonPolicy] = []
    var nextID: Int64 = 1_000
    /// How many batches there are to settle.
    var settlements = 1
    var whileSettling: @Sendable () async -> Void = {}

    /// What was staged, group by group, packed items last.
    var differences: [StagedDifference] {
      get throws {
        try groups.flatMap { try $0.differences + $0.additions.flatMap { try $0.unpacked() } }
      }
    }
  }

  static let source = SourceID(1)
  static let root = DirectoryID(1)
  static let run = RunHandle(id: RunID(7), source: source, ownerToken: UID(high: 1, low: 1))

  private let state: Mutex<State>

  init(_ prepare: (inout State) -> Void = { _ in }) {
    var state = State()
    state.start.outstanding = [
      ResumePoint.Directory(
        id: Self.root,
        path: .root,
        stableID: nil,
        locator: nil,
        isPublished: true
      )
    ]
    prepare(&state)
    self.state = Mutex(state)
  }

  var seen: State { state.withLock { $0 } }

  func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  static var record: SourceRecord {
    SourceRecord(
      id: source,
      uid: UID(high: 0, low: 1),
      configuration: SourceConfiguration(kind: "memory", rootPath: []),
      isEnabled: true,
      comparison: .exact,
      modificationStep: 1,
      rootIdentity: nil,
      rootDirectory: root,
      publication: 0,
      lastDirectoryCount: nil,
      retention: .local,
      offlineSince: nil,
      filter: FilterSettings()
    )
  }

  static func report(_ state: RunState) -> RunReport {
    RunReport(
      id: run.id,
      uid: UID(high: 7, low: 7),
      source: source,
      mode: .full,
      state: state,
      counters: ScanCounters(),
      outcome: FinalizeOutcome(),
      failure: nil,
      anomaly: nil,
      requestedAt: Timestamp(milliseconds: 0),
      startedAt: nil,
      endedAt: nil,
      enumerateMilliseconds: 0,
      processMilliseconds: 0,
      finalizeMilliseconds: 0
    )
  }

  @discardableResult
  private func note<Value: Sendable>(
    _ call: String,
    _ answer: (inout State) -> Value
  ) throws(StorageError) -> Value {
    let result: Result<Value, StorageError> = state.withLock { state in
      state.calls.append(call)
      if let failure = state.failures[call] { return .failure(failure) }
      return .success(answer(&state))
    }
    return try result.get()
  }

  func source(_ id: SourceID) async throws(StorageError) -> SourceRecord {
    try note("source") { $0.record }
  }

  func identitySample(of source: SourceID, limit: Int) async throws(StorageError)
    -> [IdentitySample]
  {
    try note("identitySample") { $0.sample }
  }

  func admit(
    _ request: ScanRequest,
    owner: RunOwner,
    policy: AdmissionPolicy,
    isAlive: @Sendable (RunOwner) -> Bool?
  ) async throws(StorageError) -> Admission {
    try note("admit") { state in
      state.admissions.isEmpty ? .started(Self.run) : state.admissions.removeFirst()
    }
  }

  func report(of run: RunID) async throws(StorageError) -> RunReport {
    try note("report") { state in
      state.reports.count > 1
        ? state.reports.removeFirst() : state.reports.first ?? Self.report(.queued)
    }
  }

  func requeueOutdated(
    of source: SourceID,
    fingerprintVersion version: UInt8,
    after file: FileID?,
    limit: Int,
    at now: Timestamp
  ) async throws(StorageError) -> RequeuedBatch {
    try note("requeueOutdated") { _ in RequeuedBatch(count: 0, last: nil) }
  }

  func changeComparison(
    in run: RunHandle,
    to policy: ComparisonPolicy,
    filterIdentity: [UInt8],
    key: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) async throws(StorageError) {
    try note("changeComparison") { $0.comparisons.append(policy) }
  }

  func noteModificationStep(_ step: Int64, in run: RunHandle) async throws(StorageError) {
    try note("noteModificationStep") { _ in }
  }

  func unsettledRuns(of source: SourceID) async throws(StorageError) -> [RunID] {
    try note("unsettledRuns") { _ in [] }
  }

  func renew(_ run: RunHandle, at now: Timestamp) async throws(StorageError) -> Bool {
    try note("renew") { $0.isStopRequested }
  }

  func resumePoint(of run: RunHandle, policy: AdmissionPolicy) async throws(StorageError)
    -> ResumePoint
  {
    try note("resumePoint") { $0.start }
  }

  func published(
    _ directories: [DirectoryID],
    of source: SourceID,
    items: ItemExtent
  ) async throws(StorageError) -> [PublishedDirectory] {
    try note(items == .all ? "publishedItems" : "published") { state in
      directories.compactMap { directory in
        var published = state.published[directory]
        if items == .undigested, let digest = state.digests[directory] {
          published?.digest = digest
          published?.items = []
        }
        return published
      }
    }
  }

  func reserveDirectoryIDs(_ count: Int) async throws(StorageError) -> Range<Int64> {
    try note("reserveDirectoryIDs") { state in
      defer { state.nextID += Int64(count) }
      return state.nextID..<(state.nextID + Int64(count))
    }
  }

  func stage(_ group: StagedGroup, in run: RunHandle) async throws(StorageError) {
    try note("stage") { $0.groups.append(group) }
  }

  func beginEnumerating(
    _ run: RunHandle,
    rootIdentity: RootIdentity,
    at now: Timestamp
  ) async throws(StorageError) {
    try note("beginEnumerating") { _ in }
  }

  func beginProcessing(_ run: RunHandle, at now: Timestamp) async throws(StorageError)
    -> [DirectoryPair]
  {
    try note("beginProcessing") { $0.pairs }
  }

  func holdRemovals(of pairs: [DirectoryPair], in run: RunHandle) async throws(StorageError) {
    try note("holdRemovals") { _ in }
  }

  func acceptRenames(
    _ pairs: [DirectoryPair],
    suspectMinimum: Int,
    in run: RunHandle
  ) async throws(StorageError) {
    try note("acceptRenames") { _ in }
  }

  func identityQuestions(
    of run: RunHandle,
    after sequence: Int64,
    limit: Int
  ) async throws(StorageError) -> [MoveQuestion] {
    try note("identityQuestions") { _ in [] }
  }

  func resolveIdentities(_ answers: [MoveAnswer], in run: RunHandle) async throws(StorageError) {
    try note("resolveIdentities") { _ in }
  }

  func settleIdentities(of run: RunHandle) async throws(StorageError) {
    try note("settleIdentities") { _ in }
  }

  func moveQuestions(
    of run: RunHandle,
    after sequence: Int64,
    limit: Int
  ) async throws(StorageError) -> [MoveQuestion] {
    try note("moveQuestions") { _ in [] }
  }

  func resolveMoves(_ answers: [MoveAnswer], in run: RunHandle) async throws(StorageError) {
    try note("resolveMoves") { _ in }
  }

  func summary(of run: RunHandle, holdsBefore: Timestamp) async throws(StorageError)
    -> StagingSummary
  {
    try note("summary") { $0.summary }
  }

  func largestRemovals(of run: RunHandle, limit: Int) async throws(StorageError)
    -> [DirectoryRemoval]
  {
    try note("largestRemovals") { _ in [] }
  }

  func finalize(_ run: RunHandle, _ order: FinalizeOrder) async throws(StorageError)
    -> FinalizeOutcome
  {
    try note("finalize") { state in
      state.orders.append(order)
      return state.outcome
    }
  }

  func settle(_ run: RunID, at now: Timestamp) async throws(StorageError) -> Bool {
    let isLeft = try note("settle") { state in
      state.settlements -= 1
      return state.settlements > 0
    }
    await seen.whileSettling()
    if Task.isCancelled { throw StorageError(.cancelled, message: "cancelled") }
    return isLeft
  }

  func end(
    _ run: RunHandle,
    as outcome: UnpublishedOutcome,
    at now: Timestamp
  ) async throws(StorageError) {
    try note("end") { $0.endings.append(outcome) }
  }

  func noteAvailability(
    of source: SourceID,
    _ availability: SourceAvailability,
    at now: Timestamp
  ) async throws(StorageError) {
    try note("noteAvailability") { $0.availabilities.append(availability) }
  }
}
