import KinoCore

/// Finds out how to speak to a server, and the root of a source there.
struct RootFinder: Sendable {
  let loop: RPCLoop
  let server: ServerAddress
  let options: NFSOptions
  let names: [[UInt8]]

  /// A root, and the version of the protocol by which it was found.
  struct Found: Sendable {
    let dialect: any NFSDialect
    let root: FoundRoot
  }

  private static let usualPort: UInt16 = 2049
  /// How long a portmapper may take that is hidden behind a firewall.
  private static let portmapperLimit = Duration.seconds(3)

  /// Looks for the root.
  func find(within duration: Duration) async throws(NFSFailure) -> Found {
    let deadline = ContinuousClock.now + duration
    let addresses = HostAddresses(
      try await HostLookup.addresses(of: server.host, until: deadline)
    )
    func link(_ port: UInt16) -> RPCLink {
      RPCLink(
        addresses: addresses,
        port: port,
        user: RPCUser(user: options.user, group: options.group),
        connectLimit: port == Portmapper.port ? Self.portmapperLimit : duration
      )
    }
    guard options.version != .v3 else { return try await findByVersion3(link, until: deadline) }
    do throws(NFSFailure) {
      let dialect = NFSVersion4(loop: loop, link: link(server.port ?? Self.usualPort))
      return Found(dialect: dialect, root: try await dialect.findRoot(names, until: deadline))
    } catch {
      guard options.version == .automatic, error.mayBeOfVersion4Alone else { throw error }
      do throws(NFSFailure) {
        return try await findByVersion3(link, until: deadline)
      } catch .cancelled {
        throw .cancelled
      } catch let other {
        throw error.meansForeignVersion ? other : error
      }
    }
  }

  private func findByVersion3(
    _ link: (UInt16) -> RPCLink,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> Found {
    let portmapper = Portmapper(loop: loop, link: link(Portmapper.port))
    defer { loop.drop(portmapper.link) }
    let files = try await port(of: .files, given: server.port, portmapper, until: deadline)
    // A server that knows no portmapper may answer both on one port.
    let given = options.mountPort
    let mounting = try await port(of: .mounting, given: given, portmapper, until: deadline)
    let dialect = NFSVersion3(
      loop: loop,
      link: link(files ?? Self.usualPort),
      mounting: MountProtocol(loop: loop, link: link(mounting ?? files ?? Self.usualPort))
    )
    return Found(dialect: dialect, root: try await dialect.findRoot(names, until: deadline))
  }

  /// The port of a program: the one that was given, else what the portmapper says, if there is one.
  private func port(
    of program: Portmapper.Program,
    given: UInt16?,
    _ portmapper: Portmapper,
    until deadline: ContinuousClock.Instant
  ) async throws(NFSFailure) -> UInt16? {
    if let given { return given }
    do throws(NFSFailure) {
      let until = min(deadline, .now + Self.portmapperLimit)
      return try await portmapper.port(of: program, until: until)
    } catch .cancelled {
      throw .cancelled
    } catch {
      // There is none, or something on the way hides it.
      return program == .files ? nil : server.port
    }
  }
}

extension NFSFailure {
  /// Whether version 3 may work where 4 did not.
  fileprivate var mayBeOfVersion4Alone: Bool {
    meansForeignVersion || self == .status(NFSStatus.noEntry)
  }

  /// Whether the server does not speak the version.
  fileprivate var meansForeignVersion: Bool {
    switch self {
    case .refused(.programUnavailable), .refused(.versionMismatch): true
    case .status(let code): code == NFSStatus.minorVersionMismatch
    default: false
    }
  }
}
