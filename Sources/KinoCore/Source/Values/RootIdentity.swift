/// What tells a source's root from another directory that appears in the same place.
public enum RootIdentity: Hashable, Sendable {
  /// Bytes that stay the same over restarts and remounts of the same file system, and that an
  /// empty mount point in its place does not have.
  ///
  /// They hold no device number, mount id or etag. A different value does not prove another
  /// source: a restored or copied disk differs as well.
  case identity([UInt8])
  /// The source has nothing of the kind.
  case unknown
}
