internal import KinoBlocking
public import KinoCore

/// Opens folders of this machine, on its disks or mounted from elsewhere.
///
/// The configuration's root path is absolute, without `..`, and may lead through links; below it
/// none is followed and nothing outside is ever opened. There are no options and no credential.
public struct LocalAdapter: SourceAdapter {
  /// The most calls that one session works on at the same time.
  static let concurrency = 4

  /// Shared by the sessions on ordinary disks, whose calls end by themselves.
  private static let sharedPool = BlockingPool(name: "kino-local", threadLimit: concurrency)

  private let pool: BlockingPool

  /// Creates the adapter.
  public init() {
    self.init(pool: Self.sharedPool)
  }

  init(pool: BlockingPool) {
    self.pool = pool
  }

  /// `local`.
  public var kind: String { "local" }

  /// `true`: a folder on a mount that hangs is given up in time.
  public var enforcesConnectDeadline: Bool { true }

  /// Opens a folder.
  ///
  /// - Parameters:
  ///   - configuration: The folder, as an absolute path.
  ///   - credential: Not used.
  /// - Returns: A session that holds the folder open, so that its disk can not be unmounted.
  /// - Throws: ``KinoCore/SourceError``: `sourceMissing` when there is no such folder.
  public func connect(
    _ configuration: SourceConfiguration,
    credential: SourceCredential?
  ) async throws(SourceError) -> any SourceSession {
    let path = configuration.rootPath
    guard path.first == UInt8(ascii: "/"), !path.contains(0), !path.climbs else {
      throw SourceError(.nameNotRepresentable, scope: .root)
    }
    // The folder may be on a mount that hangs, so the first look is one that can be given up.
    let calls = BlockingCalls.abandonable(pool)
    let root = try await calls.run(within: configuration.deadlines.connect, at: .root) {
      () throws(SourceError) in
      do throws(SystemError) {
        return OpenRoot(try RootFolder(path))
      } catch {
        throw SourceError(root: error)
      }
    }
    return LocalSession(root, deadlines: configuration.deadlines, pool: pool)
  }
}

extension [UInt8] {
  /// Whether a component of the path is `..`, which leads elsewhere behind a link than it reads.
  fileprivate var climbs: Bool {
    split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }
}

extension SourceError {
  /// Translates a failure to reach the root itself.
  init(root error: SystemError) {
    self.init(error, at: .root, scope: .root)
    if kind == .notFound || kind == .notADirectory {
      self = SourceError(.sourceMissing, underlying: underlying, path: .root)
    }
  }
}
