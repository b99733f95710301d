public import KinoCore

/// Opens folders on WebDAV servers (RFC 4918).
///
/// A configuration is made by ``KinoCore/SourceConfiguration/webDAV(_:folder:options:)``. A session
/// has a thread of its own, on which all of its requests run, and shares neither connections nor
/// cookies with another. Certificates are always verified. Only PROPFIND and GET are ever sent.
public struct WebDAVAdapter: SourceAdapter {
  static let kind = "webdav"

  private let clock: any KinoClock
  private let limits: MultistatusLimits

  /// Creates the adapter.
  ///
  /// - Parameter clock: What dates in answers are compared with.
  public init(clock: any KinoClock = SystemClock()) {
    self.init(clock: clock, limits: MultistatusLimits())
  }

  init(clock: any KinoClock, limits: MultistatusLimits) {
    self.clock = clock
    self.limits = limits
  }

  /// `webdav`.
  public var kind: String { Self.kind }

  /// `true`: the deadline is that of each request.
  public var enforcesConnectDeadline: Bool { true }

  /// Opens a folder on a server.
  ///
  /// Of a password, the server decides how it is presented, unless the options do; a server that
  /// does not ask is still shown it once the folder was found, so that a wrong one is noticed.
  ///
  /// - Parameters:
  ///   - configuration: The server and the folder.
  ///   - credential: A password or a token; `nil` and `anonymous` present nothing, as do options
  ///     that make it the passphrase of a key.
  /// - Returns: A session that found the folder.
  /// - Throws: ``KinoCore/SourceError``: `sourceMissing` when there is no such folder, `unsupported`
  ///   when the server does not speak WebDAV there, `tlsFailure`, `authenticationFailed`,
  ///   `redirectRefused` when it is on another server.
  public func connect(
    _ configuration: SourceConfiguration,
    credential: SourceCredential?
  ) async throws(SourceError) -> any SourceSession {
    let options = try WebDAVOptions(configuration.options)
    let address = try RootPlace.address(of: configuration)
    let (login, passphrase) = options.split(credential)
    let client = WebDAVClient(
      home: address.origin,
      credential: login,
      scheme: options.scheme(for: login),
      settings: options.transferSettings(
        connecting: configuration.deadlines.connect,
        passphrase: passphrase
      ),
      clock: clock
    )
    do throws(SourceError) {
      let probe = RootProbe(client: client, limits: limits)
      let root = try await probe.find(address, within: configuration.deadlines.connect)
      return WebDAVSession(
        client,
        root: root,
        deadlines: configuration.deadlines,
        limits: limits,
        concurrency: options.concurrency
      )
    } catch {
      client.close()
      throw error
    }
  }
}
