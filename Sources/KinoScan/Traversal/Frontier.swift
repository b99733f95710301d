package import KinoCore

/// The directories that a traversal still has to list: a pure state machine.
///
/// Last in, first out: what is outstanding stays near one path from the root, so that its size
/// follows the breadth of a few directories and not the source. Cycles end because a directory is
/// never listed below itself, recognised by its stable id; where a source has no ids they end at
/// ``ScanPolicy/depthLimit``.
package struct Frontier: Sendable {
  private var stack: [FrontierItem] = []
  private var inFlight = 0

  package init() {}

  /// Whether nothing is left and nothing can be added any more.
  package var isExhausted: Bool { stack.isEmpty && inFlight == 0 }

  /// Directories that wait.
  package var count: Int { stack.count }

  /// Adds directories; the first of them is listed first.
  package mutating func push(_ items: [FrontierItem]) {
    stack.append(contentsOf: items.reversed())
  }

  /// Whether a directory may be listed, or would lead in a circle.
  package func admits(_ item: FrontierItem) -> Bool {
    guard let stableID = item.stableID else { return true }
    return !(item.ancestry?.contains(stableID) ?? false)
  }

  /// Takes a fair share of what waits: few at a time while little is known.
  ///
  /// - Parameters:
  ///   - workers: How many share the frontier.
  ///   - limit: The most that one may take.
  /// - Returns: Directories in the order in which to list them; none when nothing waits.
  package mutating func take(workers: Int, limit: Int) -> [FrontierItem] {
    let share = min(limit, max(1, stack.count / (workers * 2)), stack.count)
    let taken = Array(stack.suffix(share).reversed())
    stack.removeLast(share)
    inFlight += share
    return taken
  }

  /// Notes that directories taken before have been dealt with.
  package mutating func finish(_ count: Int) {
    inFlight -= count
  }
}

/// One directory to list.
package struct FrontierItem: Sendable {
  package var id: DirectoryID
  package var path: SourcePath
  package var stableID: StableID?
  package var locator: [UInt8]?
  /// Whether the library has rows to compare with.
  package var isPublished: Bool
  /// What makes the directory's removals doubtful.
  package var suspicion: Suspicion?
  /// The directory that listed it, to ask again when it turns out to be gone.
  package var parent: DirectoryID?
  /// The stable ids of the directories above.
  package var ancestry: Ancestry?

  package init(
    id: DirectoryID,
    path: SourcePath,
    stableID: StableID?,
    locator: [UInt8]?,
    isPublished: Bool,
    suspicion: Suspicion? = nil,
    parent: DirectoryID? = nil,
    ancestry: Ancestry? = nil
  ) {
    self.id = id
    self.path = path
    self.stableID = stableID
    self.locator = locator
    self.isPublished = isPublished
    self.suspicion = suspicion
    self.parent = parent
    self.ancestry = ancestry
  }

  /// The ancestry of this directory's children.
  package var childAncestry: Ancestry? {
    guard let stableID else { return ancestry }
    return Ancestry(stableID: stableID, above: ancestry)
  }
}

/// The stable ids from a directory up to the root, shared between siblings.
package final class Ancestry: Sendable {
  private let stableID: StableID
  private let above: Ancestry?

  package init(stableID: StableID, above: Ancestry?) {
    self.stableID = stableID
    self.above = above
  }

  /// Whether one of the directories has this id.
  package func contains(_ other: StableID) -> Bool {
    var current: Ancestry? = self
    while let link = current {
      if link.stableID == other { return true }
      current = link.above
    }
    return false
  }
}
