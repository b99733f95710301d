/// Where a file lies: what names it to a library for as long as it is not moved.
public struct FileLocation: Hashable, Sendable {
  /// The source's identifier.
  public var source: UID
  /// Below the source's root.
  public var path: SourcePath

  /// Names a file.
  public init(_ path: SourcePath, in source: UID) {
    self.source = source
    self.path = path
  }
}
