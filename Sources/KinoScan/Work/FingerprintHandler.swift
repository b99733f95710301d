package import KinoCore

/// Reads the fingerprints of files: at most 128 KiB of each, from its two ends.
///
/// Files of several sources are read at the same time, and of each source several, as many as it
/// allows. A source that fails several times in a row is left alone for the rest of the pass.
package struct FingerprintHandler: WorkHandler {
  private let store: any FingerprintStore
  private let rules: FingerprintRules
  private let policy: ScanPolicy
  private let clock: any KinoClock

  package init(store: any FingerprintStore, policy: ScanPolicy, clock: any KinoClock) {
    self.store = store
    self.policy = policy
    self.clock = clock
    rules = FingerprintRules(policy)
  }

  package var stage: WorkStage { .fingerprint }

  package func handle(
    _ subjects: [WorkSubject],
    with sessions: SourceSessions
  ) async throws(StorageError) -> [WorkClaim: WorkOutcome] {
    var outcomes: [WorkClaim: WorkOutcome] = [:]
    var results: [FingerprintResult] = []
    var unread: [SourceID: [WorkSubject]] = [:]
    let now = clock.now()
    for subject in subjects {
      switch rules.judge(subject, at: now) {
      case .has(let fingerprint): results.append(FingerprintResult(subject.claim, fingerprint))
      case .early(let wait): outcomes[subject.claim] = .early(wait)
      case .gone(let failure): outcomes[subject.claim] = .failed(failure, again: nil)
      case .unread: unread[subject.source, default: []].append(subject)
      }
    }
    for (claim, reading) in await read(unread, with: sessions) {
      switch reading {
      case .success(let fingerprint): results.append(FingerprintResult(claim, fingerprint.bytes))
      case .failure(let error):
        outcomes[claim] = rules.outcome(of: error, attempt: claim.attempt)
      }
    }
    guard !results.isEmpty, !Task.isCancelled else { return outcomes }
    let refused = try await store.complete(results, at: clock.now())
    for result in results {
      outcomes[result.claim] = refused[result.claim] == nil ? .written : .refused
    }
    return outcomes
  }

  private typealias Reading = Result<ContentFingerprint, SourceError>

  private func read(
    _ subjects: [SourceID: [WorkSubject]],
    with sessions: SourceSessions
  ) async -> [(WorkClaim, Reading)] {
    await withTaskGroup(of: [(WorkClaim, Reading)].self) { group in
      for (source, files) in subjects {
        group.addTask { await read(files, of: source, with: sessions) }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// Reads files of one source; those that are not reached before it is left out have no reading.
  private func read(
    _ files: [WorkSubject],
    of source: SourceID,
    with sessions: SourceSessions
  ) async -> [(WorkClaim, Reading)] {
    guard let session = await sessions.session(with: source) else { return [] }
    let lane = FileLane<WorkSubject, ContentFingerprint>(session: session, policy: policy) {
      file async throws(SourceError) in
      try await Self.fingerprint(of: file, through: session)
    }
    let (readings, end) = await withTaskExecutorPreference(session.executor) {
      await lane.run(files)
    }
    if let end { await sessions.leaveOut(source, because: ScanFailure(end)) }
    return readings.map { ($0.claim, $1) }
  }

  /// Reads a file that is still what is published of it.
  private static func fingerprint(
    of file: WorkSubject,
    through session: any SourceSession
  ) async throws(SourceError) -> ContentFingerprint {
    guard let size = file.size else { throw SourceError(.unsupported, path: file.path) }
    let published = PublishedFile(
      path: file.path,
      locator: file.locator,
      size: size,
      modifiedAt: file.modifiedAt
    )
    return try await published.read(through: session) { reader async throws(SourceError) in
      try await ContentFingerprint(reading: reader, size: size)
    }
  }
}
