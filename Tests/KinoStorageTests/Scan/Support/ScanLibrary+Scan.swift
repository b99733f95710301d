import KinoCore
import KinoStorage
import KinoTestSupport

/// How a test's scan differs from a plain full one.
struct ScanOptions {
  var mode = ScanMode.full
  var scope = ScanScope.root
  var unreadable: Set<SourcePath> = []
  var suspect: Set<SourcePath> = []
  var excluded: Set<SourcePath> = []
  var acceptsRenames = true
  var holdsNewRemovals = false
  var appliesHoldsSince: Timestamp?
  var settles = true
  var filter: UInt8 = 1
  var usesDigests = true
}

extension ScanLibrary {
  /// Scans a tree to its publication.
  @discardableResult
  func scan(
    _ tree: SourceTree,
    _ change: (inout ScanOptions) -> Void = { _ in }
  ) async throws -> FinalizeOutcome {
    var options = ScanOptions()
    change(&options)
    clock.advance(by: .seconds(60))
    let run = try await admit(request(options.mode, options.scope, filter: options.filter))
    try await enumerate(tree, in: run, options)
    try await process(run, options)
    let outcome = try await store.finalize(run, order(options))
    if options.settles { while try await store.settle(run.id, at: now) {} }
    return outcome
  }

  /// Lists a tree, up to a number of directories; false when that broke it off.
  @discardableResult
  func enumerate(
    _ tree: SourceTree,
    in run: RunHandle,
    _ options: ScanOptions = ScanOptions(),
    freshness: Int64 = 0,
    limit: Int = .max
  ) async throws -> Bool {
    try await store.beginEnumerating(run, rootIdentity: .identity([1]), at: now)
    let point = try await store.resumePoint(of: run, policy: policy(freshness: freshness))
    var scan = TreeScan(tree: tree, store: store, run: run)
    scan.unreadable = options.unreadable
    scan.suspect = options.suspect
    scan.excluded = options.excluded
    scan.limit = limit
    scan.usesDigests = options.usesDigests
    return try await scan.enumerate(from: point, listedAt: now)
  }

  /// Pairs what moved, believing what a careful judge would.
  func process(_ run: RunHandle, _ options: ScanOptions = ScanOptions()) async throws {
    let pairs = try await store.beginProcessing(run, at: now)
    if options.acceptsRenames {
      let renames = pairs.filter { $0.sharedNames > 0 }
      try await store.acceptRenames(renames, suspectMinimum: 10, in: run)
    }
    try await identify(run)
    try await store.settleIdentities(of: run)
    var last: Int64 = 0
    while true {
      let questions = try await store.moveQuestions(of: run, after: last, limit: 5)
      guard let end = questions.last?.sequence else { return }
      try await store.resolveMoves(questions.compactMap(\.judged), in: run)
      last = end
    }
  }

  /// Asks what stable ids tell, and records the answers.
  func identify(_ run: RunHandle) async throws {
    var last: Int64 = 0
    while true {
      let questions = try await store.identityQuestions(of: run, after: last, limit: 5)
      guard let end = questions.last?.sequence else { return }
      try await store.resolveIdentities(questions.compactMap(\.identified), in: run)
      last = end
    }
  }

  func order(_ options: ScanOptions = ScanOptions()) -> FinalizeOrder {
    FinalizeOrder(
      removals: RemovalDecision(
        holdsNewRemovals: options.holdsNewRemovals,
        appliesHoldsSince: options.appliesHoldsSince
      ),
      rootIdentity: .identity([1]),
      counters: ScanCounters(),
      at: now,
      enumerateMilliseconds: 1,
      processMilliseconds: 2,
      anomaly: nil,
      listedSince: now
    )
  }
}

extension MoveQuestion {
  /// Stable id and content.
  var identified: MoveAnswer? {
    let found = candidates.first {
      $0.stableID == stableID && $0.size == size && $0.modifiedAt == modifiedAt
    }
    return found.map { answer($0, isContentChanged: false) }
  }

  /// Stable id and content, or a unique pair of one name, or else the place.
  fileprivate var judged: MoveAnswer? {
    func hasSameContent(_ candidate: MoveCandidate) -> Bool {
      candidate.size == size && candidate.modifiedAt == modifiedAt
    }
    let found = candidates.first { candidate in
      let isUnique = candidate.addedRivals == 1 && candidate.lostRivals == 1
      let hasSameName = candidate.path.lastComponent == path.lastComponent
      return hasSameContent(candidate)
        && (candidate.stableID == stableID || isUnique && hasSameName)
    }
    let returned = candidates.first { $0.isSamePath && $0.state == .missing }
    return (found ?? returned).map { answer($0, isContentChanged: !hasSameContent($0)) }
  }

  private func answer(_ candidate: MoveCandidate, isContentChanged: Bool) -> MoveAnswer {
    MoveAnswer(
      sequence: sequence,
      kind: kind,
      itemID: candidate.itemID,
      revision: candidate.revision,
      isContentChanged: isContentChanged
    )
  }
}
