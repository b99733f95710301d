public import KinoCore

/// How to speak to an SMB server: what goes into ``KinoCore/SourceConfiguration/options``, none of
/// it secret.
public struct SMBOptions: Hashable, Sendable {
  /// A version of the protocol.
  public enum Version: String, Hashable, Sendable, CaseIterable, Comparable {
    /// SMB 2.0.2.
    case v2_0_2 = "2.0.2"
    /// SMB 2.1.
    case v2_1 = "2.1"
    /// SMB 3.0, the first that can encrypt.
    case v3_0 = "3.0"
    /// SMB 3.0.2.
    case v3_0_2 = "3.0.2"
    /// SMB 3.1.1.
    case v3_1_1 = "3.1.1"

    /// Orders by age.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The domain or workgroup of the user; a user named `DOMAIN\NAME` brings another.
  public var domain = ""
  /// Whether to log in as guest when there is no credential.
  public var isGuest = false
  /// Whether nothing may be exchanged in plain; it takes SMB 3.
  ///
  /// Without it, shares that demand encryption get it.
  public var requiresEncryption = false
  /// The oldest version to speak.
  public var oldest = Version.v2_0_2
  /// The newest version to speak.
  public var newest = Version.v3_1_1
  /// The most connections at the same time, 1 … 64, of which no more than 16 are made.
  ///
  /// With a version of libsmbclient that can not be used by several threads there is one.
  public var connections = 8

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
      case Name.domain: domain = value
      case Name.login: isGuest = try Self.known(["guest": true][value])
      case Name.encryption: requiresEncryption = try Self.known(["required": true][value])
      case Name.oldest: oldest = try Self.known(Version(rawValue: value))
      case Name.newest: newest = try Self.known(Version(rawValue: value))
      case Name.connections:
        connections = try Self.known(Int(value).flatMap { (1...64).contains($0) ? $0 : nil })
      default: throw SourceError(.unsupported, scope: .root)
      }
    }
    guard oldest <= newest, !(requiresEncryption && (isGuest || newest < .v3_0)) else {
      throw SourceError(.unsupported, scope: .root)
    }
  }

  /// The options as a configuration holds them, without those that are as usual.
  public var encoded: [String: String] {
    var options: [String: String] = [:]
    if !domain.isEmpty { options[Name.domain] = domain }
    if isGuest { options[Name.login] = "guest" }
    if requiresEncryption { options[Name.encryption] = "required" }
    if oldest != .v2_0_2 { options[Name.oldest] = oldest.rawValue }
    if newest != .v3_1_1 { options[Name.newest] = newest.rawValue }
    if connections != 8 { options[Name.connections] = String(connections) }
    return options
  }

  private enum Name {
    static let domain = "domain"
    static let login = "login"
    static let encryption = "encryption"
    static let oldest = "oldest-version"
    static let newest = "newest-version"
    static let connections = "connections"
  }

  private static func known<Value>(_ value: Value?) throws(SourceError) -> Value {
    guard let value else { throw SourceError(.unsupported, scope: .root) }
    return value
  }
}

extension SourceConfiguration {
  /// A folder of a share on an SMB server.
  ///
  /// - Parameters:
  ///   - host: A name or an address, with `:` and a port if it is not 445; an IPv6 address in
  ///     brackets.
  ///   - share: The share's name.
  ///   - folder: A folder below it, as the bytes of its name.
  ///   - options: How to speak to the server.
  /// - Returns: The configuration for the adapter of the kind `smb`.
  public static func smb(
    _ host: String,
    share: String,
    folder: [UInt8] = [],
    options: SMBOptions = SMBOptions()
  ) -> SourceConfiguration {
    SourceConfiguration(
      kind: SMBAdapter.kind,
      location: "smb://\(host)",
      rootPath: Array(share.utf8) + (folder.isEmpty ? [] : [UInt8(ascii: "/")] + folder),
      options: options.encoded
    )
  }
}
