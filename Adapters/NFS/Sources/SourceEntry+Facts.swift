import KinoCore

extension SourceEntry {
  /// Makes an entry of what a server says.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - facts: What the server says.
  ///   - parent: The directory that holds it; `nil` where that is not known.
  ///   - home: The file system of the source's root.
  init(
    _ name: PathComponent,
    _ facts: FileFacts,
    below parent: FileFacts?,
    home: FileFacts.FileSystem?
  ) {
    var flags: Flags = name.bytes.first == UInt8(ascii: ".") ? .hidden : []
    // A directory of another file system: a nested export, or what is mounted there.
    if facts.kind == .directory, let own = facts.fileSystem, let above = parent?.fileSystem,
      own != above
    {
      flags.insert(.mountBoundary)
    }
    self.init(
      name: name,
      kind: facts.kind,
      size: facts.kind == .file ? facts.size : nil,
      modifiedAt: facts.modifiedAt,
      stableID: facts.stableID(at: home),
      flags: flags
    )
  }
}

extension FileFacts {
  /// The file's number, which is distinct in its file system only; elsewhere than at home that is
  /// part of the id.
  func stableID(at home: FileSystem?) -> StableID? {
    guard let number else { return nil }
    guard let fileSystem, fileSystem != home else { return StableID(low: number) }
    let id = StableID(bytes: fileSystem.bytes + [1])
    return StableID(high: id.high ^ id.low | 1, low: number)
  }

  /// What tells a root from another in its place.
  ///
  /// Where the server has no lasting name for its file system, it gives the number of a device, which
  /// the next start may change: then the number of the directory must do.
  var identity: RootIdentity {
    guard let number else { return .unknown }
    let lasting = fileSystem.flatMap { $0.isLasting ? $0.bytes : nil } ?? []
    return .identity(lasting + number.bigEndianBytes)
  }
}

extension FileFacts.FileSystem {
  /// Both numbers, in the order of the wire.
  var bytes: [UInt8] { major.bigEndianBytes + minor.bigEndianBytes }

  /// Whether it is more than the number of a device, of which 32 bits are the most.
  fileprivate var isLasting: Bool { max(major, minor) > UInt64(UInt32.max) }
}

extension UInt64 {
  fileprivate var bigEndianBytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * UInt64($0))) }
  }
}

extension FileFingerprint {
  /// What a server says that tells one content from another.
  init(_ facts: FileFacts) { self.init(size: facts.size, modifiedAt: facts.modifiedAt) }
}

extension SourceCapabilities {
  /// What an NFS server can do.
  init(_ traits: ServerTraits, concurrency: Int) {
    self.init()
    stableID = StableIDCapability(scope: .source, survivesRename: true, reusedAfterDelete: true)
    if let ignoresCase = traits.ignoresCase {
      caseSensitivity = ignoresCase ? .insensitive : .sensitive
    }
    modificationPrecision = 1
    ranges = .any
    symlinks = .visible
    maxConcurrentOperations = concurrency
    enforcesDeadlines = true
    isRemote = true
  }
}
