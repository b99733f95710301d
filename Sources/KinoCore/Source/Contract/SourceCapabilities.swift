/// What a source can do, and how far its facts can be trusted.
///
/// Learned after connecting: two servers behind the same protocol differ. What is not declared is
/// refused before it reaches the adapter.
public struct SourceCapabilities: Hashable, Sendable {
  /// What ``SourceEntry/stableID`` proves.
  public var stableID: StableIDCapability = .none
  /// Whether names that differ in case only are the same entry.
  public var caseSensitivity: CaseSensitivity = .unknown
  /// What the source does to Unicode names.
  public var normalisation: Normalisation = .unknown
  /// The step of modification times in milliseconds, at least 1; `nil` where there are none.
  public var modificationPrecision: Int64?
  /// What an etag is good for.
  public var etag: ETagStrength = .none
  /// How parts of files can be read.
  public var ranges: RangeSupport = .none
  /// How links appear.
  public var symlinks: SymlinkVisibility = .none
  /// The most calls that may run at the same time, at least 1.
  public var maxConcurrentOperations: Int = 1
  /// Whether the adapter bounds every call itself, so that no deadline is put around it.
  public var enforcesDeadlines: Bool = false
  /// Whether the source tells of changes.
  public var watch: WatchSupport = .none
  /// Whether the source is reached over a network, and may be away while all is well here.
  public var isRemote: Bool = true

  /// Creates the capabilities of a source about which nothing is known.
  public init() {}
}

extension SourceCapabilities {
  /// What an equal stable id proves.
  public struct StableIDCapability: Hashable, Sendable {
    /// Where ids are distinct.
    public var scope: Scope
    /// Whether a file keeps its id when it is renamed or moved within the scope.
    public var survivesRename: Bool
    /// Whether the id of a deleted file may be given to another; `nil` when unknown.
    public var reusedAfterDelete: Bool?

    /// Creates a description of ids.
    ///
    /// - Parameters:
    ///   - scope: Where ids are distinct.
    ///   - survivesRename: Whether a file keeps its id when it is renamed.
    ///   - reusedAfterDelete: Whether ids come back.
    public init(scope: Scope, survivesRename: Bool, reusedAfterDelete: Bool?) {
      self.scope = scope
      self.survivesRename = survivesRename
      self.reusedAfterDelete = reusedAfterDelete
    }

    /// There are no ids.
    public static let none = StableIDCapability(
      scope: .none,
      survivesRename: false,
      reusedAfterDelete: nil
    )

    /// Where ids are distinct.
    public enum Scope: String, Hashable, Sendable, Codable {
      /// There are none.
      case none
      /// Within one directory.
      case directory
      /// Within the whole source.
      case source
    }
  }

  /// Whether case tells names apart.
  public enum CaseSensitivity: String, Hashable, Sendable, Codable {
    /// `A` and `a` are two entries.
    case sensitive
    /// `A` and `a` are the same entry, listed as it was created.
    case insensitive
    /// Not known: take names as distinct, and expect twins.
    case unknown
  }

  /// What a source does to Unicode names.
  public enum Normalisation: String, Hashable, Sendable, Codable {
    /// Bytes come back as they were written; canonically equal names may be two entries.
    case exact
    /// Canonically equal names are the same entry.
    case insensitive
    /// Not known.
    case unknown
  }

  /// What an etag is good for.
  public enum ETagStrength: String, Hashable, Sendable, Codable {
    /// There are none.
    case none
    /// Equal tags mean equivalent content.
    case weak
    /// Equal tags mean the same bytes.
    case strong
  }

  /// How parts of files can be read.
  public enum RangeSupport: String, Hashable, Sendable, Codable {
    /// Only from the beginning.
    case none
    /// From any offset.
    case any
  }

  /// Whether a source tells of changes.
  public enum WatchSupport: String, Hashable, Sendable, Codable {
    /// It does not: only a scan finds them.
    case none
    /// It says where something may have changed while it is watched, and when it lost count.
    case hints
  }

  /// How links appear.
  public enum SymlinkVisibility: String, Hashable, Sendable, Codable {
    /// There are none.
    case none
    /// As links.
    case visible
    /// As what they lead to, so that a directory may contain itself.
    case followed
  }
}
