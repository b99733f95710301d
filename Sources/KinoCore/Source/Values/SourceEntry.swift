/// What a source says about one entry of a directory.
///
/// Unknown is `nil`: never 0, the epoch or the present.
public struct SourceEntry: Hashable, Sendable {
  /// The raw name; ``PathComponent/root`` in the entry of the root itself.
  public var name: PathComponent
  /// What the name leads to.
  public var kind: Kind
  /// The length in bytes; `nil` when the source did not say, and for everything but files.
  public var size: Int64?
  /// The last change of the content.
  public var modifiedAt: Timestamp?
  /// When the entry was created, where the source records it.
  public var createdAt: Timestamp?
  /// The server's version tag, as it was sent.
  public var etag: [UInt8]?
  /// The source's number for the file; see ``SourceCapabilities/stableID``.
  public var stableID: StableID?
  /// What else is known.
  public var flags: Flags
  /// Where the adapter finds the entry again: opaque to everyone else, valid in this session.
  public var locator: [UInt8]?

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - name: The raw name.
  ///   - kind: What the name leads to.
  ///   - size: The length in bytes, if known.
  ///   - modifiedAt: The last change of the content, if known.
  ///   - createdAt: The creation, if known.
  ///   - etag: The server's version tag, if any.
  ///   - stableID: The source's number for the file, if any.
  ///   - flags: What else is known.
  ///   - locator: Where the adapter finds the entry again, if the path is not enough.
  public init(
    name: PathComponent,
    kind: Kind,
    size: Int64? = nil,
    modifiedAt: Timestamp? = nil,
    createdAt: Timestamp? = nil,
    etag: [UInt8]? = nil,
    stableID: StableID? = nil,
    flags: Flags = [],
    locator: [UInt8]? = nil
  ) {
    self.name = name
    self.kind = kind
    self.size = size
    self.modifiedAt = modifiedAt
    self.createdAt = createdAt
    self.etag = etag
    self.stableID = stableID
    self.flags = flags
    self.locator = locator
  }
}

extension SourceEntry {
  /// What a name leads to.
  public enum Kind: UInt8, Sendable, Codable, CaseIterable {
    /// A regular file, the only kind that can be opened.
    case file
    /// A directory, the only kind that can be listed.
    case directory
    /// A symbolic link, which is reported and not followed.
    case symlink
    /// A pipe, socket, device or another thing without content.
    case other
    /// The source did not say.
    case unknown
  }

  /// Facts about an entry that need no value.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// One bit per fact.
    public let rawValue: UInt16

    /// Creates a set from its bits.
    ///
    /// - Parameter rawValue: One bit per fact.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// The source or the name's leading dot hides it from people.
    public static let hidden = Flags(rawValue: 1 << 0)
    /// The name is a stand-in (8.3, look-alike characters) for one the source can not express.
    public static let mangledName = Flags(rawValue: 1 << 1)
    /// The content is not here and reading it would fetch it.
    public static let placeholder = Flags(rawValue: 1 << 2)
    /// Someone may be writing the file now.
    public static let maybeBeingWritten = Flags(rawValue: 1 << 3)
    /// The entry is on another device than the directory that holds it.
    public static let mountBoundary = Flags(rawValue: 1 << 4)
  }
}
