/// A way to reach media: a local folder, a network share, a server.
///
/// An adapter keeps no connection itself. It is read-only: no call can change a source.
public protocol SourceAdapter: Sendable {
  /// The kind of source it serves, as configurations name it: `local`, `smb`, …
  var kind: String { get }

  /// Whether ``connect(_:credential:)`` ends by itself within the configuration's deadline, so that
  /// none is put around it.
  var enforcesConnectDeadline: Bool { get }

  /// Opens a session and makes sure that the root is there.
  ///
  /// - Parameters:
  ///   - configuration: What to open. Its location holds no secret.
  ///   - credential: The secret, if the source needs one. It is kept in memory only.
  /// - Returns: A session, ready for calls.
  /// - Throws: ``SourceError``: `sourceMissing` when the root, share or export is not there,
  ///   `authenticationFailed`, `unavailable`, `timedOut`.
  func connect(
    _ configuration: SourceConfiguration,
    credential: SourceCredential?
  ) async throws(SourceError) -> any SourceSession
}

extension SourceAdapter {
  /// It does not.
  public var enforcesConnectDeadline: Bool { false }
}
