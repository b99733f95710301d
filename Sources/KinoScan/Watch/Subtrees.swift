package import KinoCore

/// A set of subtrees of which none lies inside another, at most so many.
///
/// What does not fit is merged into the directories above, the deepest first, until it does: the set
/// never covers less than what was added.
package struct Subtrees: Hashable, Sendable {
  private var roots: Set<SourcePath> = []
  private let limit: Int

  /// Creates an empty set.
  ///
  /// - Parameter limit: The most subtrees, at least 1.
  package init(limit: Int) { self.limit = max(1, limit) }

  package var isEmpty: Bool { roots.isEmpty }

  /// Whether it is the whole source.
  package var isEverything: Bool { roots.contains(.root) }

  /// The subtrees, in order.
  package var paths: [SourcePath] { roots.sorted() }

  /// Adds a directory with all that is below it.
  ///
  /// Costs a look-up for each directory above, and a look at each subtree where it is new.
  package mutating func insert(_ path: SourcePath) {
    var above: SourcePath? = path
    while let current = above {
      if roots.contains(current) { return }
      above = current.parent
    }
    roots = roots.filter { !path.isAncestor(of: $0) }
    roots.insert(path)
    while roots.count > limit { mergeDeepest() }
  }

  /// Adds everything.
  package mutating func insertEverything() { roots = [.root] }

  private mutating func mergeDeepest() {
    let depth = roots.lazy.map(\.depth).max() ?? 0
    let deepest = roots.filter { $0.depth == depth }
    roots.subtract(deepest)
    let parents = Set(deepest.compactMap(\.parent))
    // None of them lies below a subtree that is left: its children would have, too.
    roots = parents.reduce(into: roots) { roots, parent in roots.insert(parent) }
    let merged = roots
    roots = merged.filter { path in !parents.contains { $0.isAncestor(of: path) } }
  }
}
