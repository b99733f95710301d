internal import KinoBlocking
public import KinoCore

/// Opens folders on SMB servers, versions 2.0.2 to 3.1.1, with libsmbclient.
///
/// A configuration is made by ``KinoCore/SourceConfiguration/smb(_:share:folder:options:)``. A
/// session has up to ``SMBOptions/connections`` connections, each with a thread of its own. What is
/// exchanged with a user who logged in is always signed. Nothing that changes the share is ever sent.
public struct SMBAdapter: SourceAdapter {
  static let kind = "smb"
  private static let mostConnections = 16

  private let isSerial: Bool

  /// Creates the adapter.
  public init() { self.init(isSerial: false) }

  /// Creates an adapter that does one call at a time, as with a library that can do no more.
  init(isSerial: Bool) { self.isSerial = isSerial }

  /// `smb`.
  public var kind: String { Self.kind }

  /// `true`: a server that does not answer is given up in time.
  public var enforcesConnectDeadline: Bool { true }

  /// Opens a folder of a share.
  ///
  /// - Parameters:
  ///   - configuration: The server, the share and the folder.
  ///   - credential: A user's password; `anonymous` logs in as guest. Nobody is made a guest who did
  ///     not ask for it, neither here nor by the server.
  /// - Returns: A session that found the folder.
  /// - Throws: ``KinoCore/SourceError``: `sourceMissing` when there is no such share or folder,
  ///   `authenticationFailed`, `permissionDenied` when the user may not enter the share.
  public func connect(
    _ configuration: SourceConfiguration,
    credential: SourceCredential?
  ) async throws(SourceError) -> any SourceSession {
    let options = try SMBOptions(configuration.options)
    let place = try SMBPlace(configuration)
    let login = try SMBLogin(credential, options)
    let library = try SMBLibrary.prepared()
    let link = SMBLink(
      place: place,
      login: login,
      timeout: configuration.deadlines.longest,
      laneCount: library.isParallel && !isSerial
        ? min(options.connections, Self.mostConnections) : nil
    )
    do throws(SourceError) {
      let root = try await SMBRoot.find(by: link, within: configuration.deadlines.connect)
      return SMBSession(link, root: root, deadlines: configuration.deadlines)
    } catch {
      link.close()
      throw error
    }
  }
}

extension SourceConfiguration.Deadlines {
  fileprivate var longest: Duration { max(connect, control, page, read) }
}
