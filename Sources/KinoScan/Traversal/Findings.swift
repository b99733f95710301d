internal import KinoCore

/// What a worker found in a few directories, until it is staged.
struct Findings {
  private(set) var group: StagedGroup
  private(set) var children: [FrontierItem] = []
  /// The first directories that could not be listed to the end.
  private(set) var unreachable: [SourcePath] = []
  private var outcomes: [(item: FrontierItem, outcome: DirectoryOutcome)] = []
  private var hasAnswered = false

  init(listedSince: Timestamp) {
    group = StagedGroup(listedSince: listedSince)
  }

  /// How many directory ids the findings need.
  var missingIDs: Int { outcomes.reduce(0) { $0 + $1.outcome.missingIDs } }

  /// Keeps the outcome of a directory that was listed.
  mutating func take(_ outcome: DirectoryOutcome, of item: FrontierItem) {
    group.done.append(item.id)
    group.counters += outcome.counters
    if !outcome.isComplete {
      // It answered for what it listed, and not for what it lacks.
      let error = SourceError(.unavailable, scope: .directory, path: item.path)
      noteUnreachable(item, error)
    }
    outcomes.append((item, outcome))
    hasAnswered = true
  }

  /// Whether a directory was listed since the last time this was asked.
  mutating func takeAnswer() -> Bool {
    defer { hasAnswered = false }
    return hasAnswered
  }

  /// Gives the added directories their ids, in order.
  mutating func assign(_ ids: Range<Int64>) {
    var next = ids.lowerBound
    for index in outcomes.indices {
      let count = outcomes[index].outcome.missingIDs
      outcomes[index].outcome.assignIDs(startingAt: next)
      next += Int64(count)
    }
  }

  /// Turns the outcomes into differences and directories to list.
  mutating func close() {
    for (item, outcome) in outcomes {
      group.add(outcome.differences, of: item.id, listing: outcome.listing)
      let ancestry = item.childAncestry
      for child in outcome.subdirectories {
        guard let id = child.id else { continue }
        children.append(
          FrontierItem(
            id: id,
            path: item.path.appending(child.name),
            stableID: child.stableID,
            locator: child.locator,
            isPublished: child.isPublished,
            suspicion: child.suspicion,
            parent: item.id,
            ancestry: ancestry
          )
        )
      }
    }
    outcomes = []
  }

  /// Notes a directory that its parent does not list any more.
  ///
  /// One that this very run has discovered is published empty, and found absent by the next.
  mutating func noteAbsent(_ item: FrontierItem) {
    group.done.append(item.id)
    guard item.isPublished, let parent = item.parent, let name = item.path.lastComponent else {
      return
    }
    group.differences.append(
      StagedDifference(
        directory: parent,
        kind: .directory,
        change: .absent,
        itemID: item.id.rawValue,
        entry: SourceEntry(name: name, kind: .directory, stableID: item.stableID)
      )
    )
  }

  /// Notes a directory that could not be listed, or not to the end.
  mutating func noteUnreachable(_ item: FrontierItem, _ error: SourceError) {
    group.counters.unreachableDirectories += 1
    if unreachable.count < ScanReport.unreachableLimit { unreachable.append(item.path) }
    group.failures.append(FrontierFailure(directory: item.id, error: error, attempts: 1))
  }
}
