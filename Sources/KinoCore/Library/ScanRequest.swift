/// How much a scan does.
public enum ScanMode: String, Hashable, Sendable, Codable {
  /// Lists the whole configured root.
  case full
  /// Lists a set of subtrees.
  case incremental
  /// Lists nothing; work whose results are of an older version is queued again.
  case repair
  /// Asks whether the source is there; never changes files.
  case availability
}

/// What a scan covers.
public enum ScanScope: Hashable, Sendable {
  /// The configured root.
  case root
  /// These directories and everything below them. None lies inside another.
  case subtrees([SourcePath])

  /// Whether everything in `other` is also in this scope.
  package func covers(_ other: ScanScope) -> Bool {
    switch (self, other) {
    case (.root, _): true
    case (.subtrees, .root): false
    case (.subtrees(let mine), .subtrees(let theirs)):
      theirs.allSatisfy { path in mine.contains { $0 == path || $0.isAncestor(of: path) } }
    }
  }
}

/// A wish for a scan, as it is stored when it must wait.
package struct ScanRequest: Hashable, Sendable {
  package var source: SourceID
  package var mode: ScanMode
  package var scope: ScanScope
  /// A hash of rules, paths, options, adapter and comparison policy: staging made under another
  /// filter is not continued.
  package var filterIdentity: [UInt8]
  package var requestedAt: Timestamp

  package init(
    source: SourceID,
    mode: ScanMode,
    scope: ScanScope,
    filterIdentity: [UInt8],
    requestedAt: Timestamp
  ) {
    self.source = source
    self.mode = mode
    self.scope = scope
    self.filterIdentity = filterIdentity
    self.requestedAt = requestedAt
  }
}
