public import KinoCore

/// How to speak to an NFS server: what goes into
/// ``KinoCore/SourceConfiguration/options``, none of it secret.
public struct NFSOptions: Hashable, Sendable {
  /// A version of the protocol.
  public enum Version: String, Hashable, Sendable, CaseIterable {
    /// Version 4, or 3 where the server does not speak 4 or does not have the export there.
    case automatic
    /// Version 3 (RFC 1813).
    case v3 = "3"
    /// Version 4 (RFC 7530).
    case v4 = "4"
  }

  /// Which version to speak.
  public var version = Version.automatic
  /// The number of the user that the server is told; `nil` for the process's own.
  ///
  /// The server believes it, or takes us for nobody: that is up to its exports.
  public var user: UInt32?
  /// The number of the user's group; `nil` for the process's own.
  public var group: UInt32?
  /// The port of the mount program of version 3; `nil` for what the server's portmapper says.
  public var mountPort: UInt16?
  /// The most requests at the same time, 1 … 64.
  public var concurrency = 32

  /// Creates the usual options.
  public init() {}

  /// Reads options from a configuration.
  ///
  /// - Parameter options: Those of a configuration.
  /// - Throws: ``KinoCore/SourceError``: `unsupported` for an option that is not known or makes no
  ///   sense, so that a mistyped one does not weaken anything unseen.
  public init(_ options: [String: String]) throws(SourceError) {
    for (name, value) in options {
      switch name {
      case Name.version: version = try Self.known(Version(rawValue: value))
      case Name.user: user = try Self.known(UInt32(value))
      case Name.group: group = try Self.known(UInt32(value))
      case Name.mountPort:
        mountPort = try Self.known(UInt16(value).flatMap { $0 > 0 ? $0 : nil })
      case Name.concurrency:
        concurrency = try Self.known(Int(value).flatMap { (1...64).contains($0) ? $0 : nil })
      default: throw SourceError(.unsupported, scope: .root)
      }
    }
  }

  /// The options as a configuration holds them, without those that are as usual.
  public var encoded: [String: String] {
    var options: [String: String] = [:]
    if version != .automatic { options[Name.version] = version.rawValue }
    options[Name.user] = user.map { String($0) }
    options[Name.group] = group.map { String($0) }
    options[Name.mountPort] = mountPort.map { String($0) }
    if concurrency != 32 { options[Name.concurrency] = String(concurrency) }
    return options
  }

  private enum Name {
    static let version = "version"
    static let user = "uid"
    static let group = "gid"
    static let mountPort = "mount-port"
    static let concurrency = "concurrency"
  }

  private static func known<Value>(_ value: Value?) throws(SourceError) -> Value {
    guard let value else { throw SourceError(.unsupported, scope: .root) }
    return value
  }
}

extension SourceConfiguration {
  /// A directory on an NFS server.
  ///
  /// - Parameters:
  ///   - host: A name or an address; one of IPv6 in brackets.
  ///   - port: The port of the file service; `nil` for 2049, or what the portmapper of a server of
  ///     version 3 says.
  ///   - path: The export, or a directory below one, in the bytes of its names.
  ///   - options: How to speak to the server.
  /// - Returns: The configuration for the adapter of the kind `nfs`.
  public static func nfs(
    _ host: String,
    port: UInt16? = nil,
    path: [UInt8],
    options: NFSOptions = NFSOptions()
  ) -> SourceConfiguration {
    SourceConfiguration(
      kind: NFSAdapter.kind,
      location: "nfs://\(host)" + (port.map { ":\($0)" } ?? ""),
      rootPath: path,
      options: options.encoded
    )
  }
}
