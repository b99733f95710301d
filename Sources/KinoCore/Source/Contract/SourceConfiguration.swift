/// What to open: everything about a source but its secret, so that it may be stored and shown.
public struct SourceConfiguration: Hashable, Sendable, Codable {
  /// The adapter's ``SourceAdapter/kind``.
  public var kind: String
  /// The server, share or address, in the adapter's form and without credentials; for a local
  /// folder its path, as people read it.
  public var location: String
  /// The directory to use as root, as raw bytes; absolute for a local folder.
  public var rootPath: [UInt8]
  /// Settings that only the adapter understands.
  ///
  /// None of them is secret.
  public var options: [String: String]
  /// How long each kind of call may take.
  public var deadlines: Deadlines

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - kind: The adapter's kind.
  ///   - location: The server, share or address, without credentials; for a local folder its path,
  ///     for display only.
  ///   - rootPath: The directory to use as root.
  ///   - options: Settings that only the adapter understands.
  ///   - deadlines: How long each kind of call may take.
  public init(
    kind: String,
    location: String = "",
    rootPath: [UInt8],
    options: [String: String] = [:],
    deadlines: Deadlines = Deadlines()
  ) {
    self.kind = kind
    self.location = location
    self.rootPath = rootPath
    self.options = options
    self.deadlines = deadlines
  }

  /// The longest that one attempt of a call may take.
  ///
  /// Retries begin a new one.
  public struct Deadlines: Hashable, Sendable, Codable {
    /// Connecting, authentication included.
    public var connect: Duration
    /// `stat`, `open` and the root's identity.
    public var control: Duration
    /// One page of a listing.
    public var page: Duration
    /// One read.
    public var read: Duration

    /// Creates a set of deadlines.
    ///
    /// - Parameters:
    ///   - connect: Connecting, authentication included.
    ///   - control: `stat`, `open` and the root's identity.
    ///   - page: One page of a listing.
    ///   - read: One read.
    public init(
      connect: Duration = .seconds(15),
      control: Duration = .seconds(15),
      page: Duration = .seconds(30),
      read: Duration = .seconds(30)
    ) {
      self.connect = connect
      self.control = control
      self.page = page
      self.read = read
    }
  }
}
