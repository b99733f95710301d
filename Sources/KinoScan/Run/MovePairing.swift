internal import KinoCore

/// Finds out which added items are published rows that moved or came back.
struct MovePairing: Sendable {
  let store: any ScanStore
  let run: RunHandle
  let session: any SourceSession
  let rules: MoveRules
  let policy: ScanPolicy

  /// Pairs directories first, each as one inference, then files that are known for certain, and then
  /// what is left one by one.
  func callAsFunction(_ directories: [DirectoryPair]) async throws(ScanStop) {
    try await pair(directories)
    var readings = Readings(budget: policy.fingerprintLimit)
    if rules.knowsFilesByID {
      try await ask(store.identityQuestions, recording: store.resolveIdentities) {
        (question) async throws(ScanStop) in
        try await answer(question, &readings, by: rules.identify)
      }
      try await storing { () async throws(StorageError) in
        try await store.settleIdentities(of: run)
      }
    }
    try await ask(store.moveQuestions, recording: store.resolveMoves) {
      (question) async throws(ScanStop) in
      try await answer(question, &readings, by: rules.judge)
    }
  }

  /// What was read of listed items in this run, by their sequence numbers: at most once each.
  private struct Readings {
    /// How many more may be read.
    var budget: Int
    var known: [Int64: MoveEvidence.Reading] = [:]
  }

  private typealias Questions = (RunHandle, Int64, Int) async throws(StorageError) -> [MoveQuestion]
  private typealias Record = ([MoveAnswer], RunHandle) async throws(StorageError) -> Void

  /// Asks batch by batch, and records the answers.
  private func ask(
    _ questions: Questions,
    recording record: Record,
    _ answer: (MoveQuestion) async throws(ScanStop) -> MoveAnswer?
  ) async throws(ScanStop) {
    var last: Int64 = 0
    while true {
      try Self.checkCancellation()
      let after = last
      let batch = try await storing { () async throws(StorageError) in
        try await questions(run, after, policy.moveBatchSize)
      }
      guard let newest = batch.last else { return }
      guard newest.sequence > last else { throw Self.damaged }
      last = newest.sequence
      var answers: [MoveAnswer] = []
      for question in batch {
        if let found = try await answer(question) { answers.append(found) }
      }
      let found = answers
      guard !found.isEmpty else { continue }
      try await storing { () async throws(StorageError) in
        try await record(found, run)
      }
    }
  }

  /// Takes each renamed directory for one move, and holds what one that lists empty held.
  private func pair(_ directories: [DirectoryPair]) async throws(ScanStop) {
    let minimum = policy.suspectMinimum
    let renames = directories.filter(rules.acceptsRename)
    let emptied = directories.filter { rules.isEmptied($0, minimum: minimum) }
    guard !renames.isEmpty || !emptied.isEmpty else { return }
    try await storing { () async throws(StorageError) in
      try await store.holdRemovals(of: emptied, in: run)
      try await store.acceptRenames(renames, suspectMinimum: minimum, in: run)
    }
  }

  /// Judges a question, and finds out what the rules want to know.
  private func answer(
    _ question: MoveQuestion,
    _ readings: inout Readings,
    by judge: (MoveQuestion, MoveEvidence) -> MoveVerdict
  ) async throws(ScanStop) -> MoveAnswer? {
    var evidence = MoveEvidence()
    evidence.fingerprint = readings.known[question.sequence] ?? .unread
    while true {
      switch judge(question, evidence) {
      case .accept(let answer): return answer
      case .reject: return nil
      case .needsLook(let path, let candidate):
        let isGone = try await isGone(candidate, from: path)
        evidence.looks[candidate.itemID] = isGone ? .gone : .notGone
      case .needsFingerprint:
        evidence.fingerprint = .unavailable
        guard readings.budget > 0 else { continue }
        readings.budget -= 1
        if let fingerprint = try await fingerprint(of: question) {
          evidence.fingerprint = .read(fingerprint)
        }
        readings.known[question.sequence] = evidence.fingerprint
      }
    }
  }

  /// Whether nothing, or another file, is at an old place that this run did not cover.
  private func isGone(
    _ row: MoveCandidate,
    from path: SourcePath
  ) async throws(ScanStop) -> Bool {
    do throws(SourceError) {
      return rules.isAnother(try await session.stat(path), than: row)
    } catch {
      if error.kind == .cancelled { throw .cancelled }
      return error.kind == .notFound
    }
  }

  /// The fingerprint of an added file; `nil` when it cannot be read now, which is no failure.
  private func fingerprint(of question: MoveQuestion) async throws(ScanStop) -> ContentFingerprint?
  {
    guard let size = question.size else { return nil }
    do throws(SourceError) {
      let expected = FileFingerprint(size: size, modifiedAt: question.modifiedAt)
      let reader = try await session.open(question.path, locator: nil, expecting: expected)
      return try await ContentFingerprint(reading: reader, size: size)
    } catch {
      if error.kind == .cancelled { throw .cancelled }
      return nil
    }
  }

  private func storing<Value>(
    _ body: () async throws(StorageError) -> Value
  ) async throws(ScanStop) -> Value {
    do throws(StorageError) {
      return try await body()
    } catch {
      throw ScanStop(error)
    }
  }

  /// Questions that do not come in order would be asked for ever.
  private static var damaged: ScanStop {
    .storage(StorageError(.damaged, message: "The library is damaged: staged items have no order."))
  }

  private static func checkCancellation() throws(ScanStop) {
    if Task.isCancelled { throw .cancelled }
  }
}
