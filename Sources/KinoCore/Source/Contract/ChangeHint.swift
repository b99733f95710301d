/// What a watched source says may have changed.
///
/// A hint is never evidence: it says where to look, and only a listing says what is there. It may be
/// wrong, come twice, late, or name a directory above the one that changed.
public enum ChangeHint: Hashable, Sendable {
  /// Something in this directory, or below it, may have changed.
  case changed(SourcePath)
  /// Hints were lost: anything may have changed.
  case overflow
}

/// What to watch a source for.
public struct WatchRequest: Sendable {
  /// Whether a change of a path is worth a hint.
  ///
  /// Asked with the kind `unknown` where the source does not say what changed; for directories also
  /// before they are watched, with all below them. It is called often and from any thread.
  public var matters: @Sendable (SourcePath, SourceEntry.Kind) -> Bool

  /// Creates a request.
  ///
  /// - Parameter matters: Whether a change of a path is worth a hint; by default every one is.
  public init(
    matters: @escaping @Sendable (SourcePath, SourceEntry.Kind) -> Bool = { _, _ in true }
  ) {
    self.matters = matters
  }
}
