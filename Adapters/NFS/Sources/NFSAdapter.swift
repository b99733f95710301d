internal import CKinoNFSGuard
public import KinoCore

/// Opens directories on NFS servers, of version 3 (RFC 1813) and 4 (RFC 7530).
///
/// A configuration is made by ``KinoCore/SourceConfiguration/nfs(_:port:path:options:)``. A session
/// has a thread of its own, on which all of its calls run, over one connection. Servers know users by
/// number and ask for no secret (AUTH_SYS). Nothing is ever opened, locked or changed on a server, so
/// that it keeps nothing for us that could run out.
public struct NFSAdapter: SourceAdapter {
  static let kind = "nfs"
  /// Whether an answer of a server can not lead libnfs astray in this process.
  private static let isGuarded = kino_nfs_is_guarded()

  /// Creates the adapter.
  public init() {}

  /// `nfs`.
  public var kind: String { Self.kind }

  /// `true`: the deadline is that of each call.
  public var enforcesConnectDeadline: Bool { true }

  /// Opens a directory on a server.
  ///
  /// - Parameters:
  ///   - configuration: The server, the export and how to speak to it.
  ///   - credential: None; `anonymous` is allowed.
  /// - Returns: A session that found the directory.
  /// - Throws: ``KinoCore/SourceError``: `sourceMissing` when there is no such directory or export,
  ///   `permissionDenied` when the server does not serve us, which is also what many say to programs
  ///   that may not use ports below 1024, `unsupported` for a credential, for a server that does not
  ///   speak the version, and where libnfs can not be kept from trusting what servers say of lengths.
  public func connect(
    _ configuration: SourceConfiguration,
    credential: SourceCredential?
  ) async throws(SourceError) -> any SourceSession {
    if let credential, credential.method != .anonymous {
      throw SourceError(.unsupported, scope: .connection)
    }
    guard Self.isGuarded else { throw SourceError(.unsupported, scope: .root) }
    let options = try NFSOptions(configuration.options)
    let names = configuration.rootPath.split(separator: UInt8(ascii: "/")).map { Array($0) }
    guard names.allSatisfy({ PathComponent.isValid($0) }) else {
      throw SourceError(.nameNotRepresentable, scope: .root)
    }
    let server = try ServerAddress(configuration.location)
    let loop = RPCLoop()
    do throws(NFSFailure) {
      let finder = RootFinder(loop: loop, server: server, options: options, names: names)
      let found = try await finder.find(within: configuration.deadlines.connect)
      guard found.root.node.facts.kind == .directory else { throw .status(NFSStatus.noEntry) }
      return NFSSession(
        loop,
        found.dialect,
        root: found.root,
        names: names,
        deadlines: configuration.deadlines,
        concurrency: options.concurrency
      )
    } catch {
      loop.stop()
      throw SourceError(error, at: .root, scope: .root)
    }
  }
}
