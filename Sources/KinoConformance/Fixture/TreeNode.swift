public import KinoCore

/// One entry of a tree that a fixture builds.
public struct TreeNode: Hashable, Sendable {
  /// Where it is, from the root of the site.
  public var path: SourcePath
  /// What it is.
  public var kind: Kind
  /// The last change of its content; `nil` for whatever the fixture gives it.
  public var modifiedAt: Timestamp?

  /// Creates a node.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - kind: What it is.
  ///   - modifiedAt: The last change of its content.
  public init(_ path: SourcePath, _ kind: Kind, modifiedAt: Timestamp? = nil) {
    self.path = path
    self.kind = kind
    self.modifiedAt = modifiedAt
  }

  /// What a node is.
  public enum Kind: Hashable, Sendable {
    /// A file with these bytes.
    case file([UInt8])
    /// A file of zeroes but for its end, ``TreeNode/sparseEnd``, that need not use room on a disk.
    case sparse(size: Int64)
    /// A directory.
    case directory
    /// A symbolic link, whose target need not exist.
    case link(to: String)
    /// A second name of a file that was built before.
    case hardLink(to: SourcePath)
    /// A named pipe.
    case pipe
  }

  /// The last bytes of every sparse file.
  public static let sparseEnd: [UInt8] = Array("the very last end".utf8)
}

/// A change that somebody else makes to a tree.
public enum TreeChange: Hashable, Sendable {
  /// Something is added.
  case add(TreeNode)
  /// A file's content is written in place.
  case write(SourcePath, [UInt8])
  /// A file is replaced by another of the same name.
  case replace(SourcePath, [UInt8])
  /// A file, or a directory with all that is in it, is removed.
  case remove(SourcePath)
  /// Something is renamed or moved.
  case move(SourcePath, to: SourcePath)
  /// The modification time is set.
  case touch(SourcePath, Timestamp)
}
