internal import KinoCore

/// Finds out which added items are published rows that moved or came back.
struct MovePairing: Sendable {
  let store: any ScanStore
  let run: RunHandle
  let session: any SourceSession
  let rules: MoveRules
  let policy: ScanPolicy

  /// Pairs directories first, each as one inference, then what is left one by one.
  func callAsFunction(_ directories: [DirectoryPair]) async throws(ScanStop) {
    try await pair(directories)
    var budget = policy.fingerprintLimit
    var last: Int64 = 0
    while true {
      try Self.checkCancellation()
      let after = last
      let questions = try await storing { () async throws(StorageError) in
        try await store.moveQuestions(of: run, after: after, limit: policy.moveBatchSize)
      }
      guard let newest = questions.last else { return }
      last = newest.sequence
      var answers: [MoveAnswer] = []
      for question in questions {
        if let answer = try await answer(question, &budget) { answers.append(answer) }
      }
      let found = answers
      guard !found.isEmpty else { continue }
      try await storing { () async throws(StorageError) in
        try await store.resolveMoves(found, in: run)
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
    _ budget: inout Int
  ) async throws(ScanStop) -> MoveAnswer? {
    var evidence = MoveEvidence()
    while true {
      switch rules.judge(question, evidence: evidence) {
      case .accept(let answer): return answer
      case .reject: return nil
      case .needsLook(let path, let candidate):
        evidence.looks[candidate.itemID] = try await isGone(path) ? .gone : .notGone
      case .needsFingerprint:
        evidence.fingerprint = .unavailable
        guard budget > 0 else { continue }
        budget -= 1
        if let fingerprint = try await fingerprint(of: question) {
          evidence.fingerprint = .read(fingerprint)
        }
      }
    }
  }

  /// Whether nothing is at an old place that this run did not cover.
  private func isGone(_ path: SourcePath) async throws(ScanStop) -> Bool {
    do throws(SourceError) {
      _ = try await session.stat(path)
      return false
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

  private static func checkCancellation() throws(ScanStop) {
    if Task.isCancelled { throw .cancelled }
  }
}
