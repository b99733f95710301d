public import KinoCore

/// How to speak to a WebDAV server: what goes into
/// ``KinoCore/SourceConfiguration/options``, none of it secret.
public struct WebDAVOptions: Hashable, Sendable {
  /// How a password is presented.
  public enum Authentication: String, Hashable, Sendable, CaseIterable {
    /// As the server asks for it; Digest where it offers that.
    case automatic
    /// At once and in plain text, protected by TLS only (RFC 7617).
    case basic
    /// Never in plain text (RFC 7616).
    case digest
    /// Not at all: the client's certificate is the login, and the credential, be it a password or a
    /// token, the passphrase of its key.
    case certificate
  }

  /// How a password is presented.
  public var authentication = Authentication.automatic
  /// A file of certificates, in PEM, of authorities that are trusted beside the system's.
  ///
  /// This is how to reach a server whose certificate is signed by itself: name that certificate.
  public var authorities: String?
  /// The client's certificate, in a PEM file.
  public var certificate: String?
  /// The key of the client's certificate, in a PEM file; `nil` if it is in the same file.
  ///
  /// One that is kept under a passphrase takes ``Authentication/certificate``.
  public var key: String?
  /// A proxy to reach the server through, `http://host:port`, without a login; `nil` for none.
  ///
  /// It sees what is not encrypted, a login included, and of TLS only where it leads.
  public var proxy: String?
  /// Whether to speak HTTP/2 with servers that can, over TLS.
  ///
  /// It is off by default, as HTTP/1.1 is as fast with most servers and served better by many.
  public var usesHTTP2 = false
  /// The most requests at the same time, 1 … 64.
  public var concurrency = 16

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
      case Name.authentication: authentication = try Self.known(Authentication(rawValue: value))
      case Name.authorities: authorities = value
      case Name.certificate: certificate = value
      case Name.key: key = value
      case Name.proxy: proxy = try Self.known(Self.isProxy(value) ? value : nil)
      case Name.http: usesHTTP2 = try Self.known(["1.1": false, "2": true][value])
      case Name.concurrency:
        concurrency = try Self.known(Int(value).flatMap { (1...64).contains($0) ? $0 : nil })
      default: throw SourceError(.unsupported, scope: .root)
      }
    }
  }

  /// The options as a configuration holds them, without those that are as usual.
  public var encoded: [String: String] {
    var options: [String: String] = [:]
    if authentication != .automatic { options[Name.authentication] = authentication.rawValue }
    options[Name.authorities] = authorities
    options[Name.certificate] = certificate
    options[Name.key] = key
    options[Name.proxy] = proxy
    if usesHTTP2 { options[Name.http] = "2" }
    if concurrency != 16 { options[Name.concurrency] = String(concurrency) }
    return options
  }

  private enum Name {
    static let authentication = "authentication"
    static let authorities = "tls-authorities"
    static let certificate = "tls-certificate"
    static let key = "tls-key"
    static let proxy = "proxy"
    static let http = "http"
    static let concurrency = "concurrency"
  }

  private static func known<Value>(_ value: Value?) throws(SourceError) -> Value {
    guard let value else { throw SourceError(.unsupported, scope: .root) }
    return value
  }

  /// Whether a text is a proxy's address: no credentials, which a configuration must not hold, and no
  /// path.
  private static func isProxy(_ text: String) -> Bool {
    guard text.hasPrefix("http://"), let address = WebAddress(text.utf8) else { return false }
    return address.target == [UInt8(ascii: "/")]
  }

  /// The scheme to present a credential with before the server asks.
  func scheme(for credential: SourceCredential?) -> LoginScheme? {
    switch credential?.method {
    case .bearer: .bearer
    case .password:
      switch authentication {
      case .automatic: nil
      case .basic: .basic
      case .digest: .digest
      case .certificate: nil
      }
    case .anonymous, nil: nil
    }
  }

  /// Splits a credential into what is presented to the server, and what opens the client's key.
  func split(
    _ credential: SourceCredential?
  ) -> (login: SourceCredential?, passphrase: SourceCredential?) {
    authentication == .certificate ? (nil, credential) : (credential, nil)
  }

  /// What libcurl needs to know.
  func transferSettings(
    connecting deadline: Duration,
    passphrase: SourceCredential?
  ) -> TransferSettings {
    TransferSettings(
      authorities: authorities,
      certificate: certificate,
      key: key,
      passphrase: passphrase,
      proxy: proxy,
      usesHTTP2: usesHTTP2,
      concurrency: concurrency,
      connectMilliseconds: max(1, Int(clamping: deadline.wholeMilliseconds))
    )
  }
}

extension SourceConfiguration {
  /// A folder on a WebDAV server.
  ///
  /// - Parameters:
  ///   - url: `https://host:port/path`, or with `http`, `dav` or `davs`; the path may be
  ///     percent-encoded or not. It must hold no credentials: the adapter refuses it then.
  ///   - folder: A folder below it, as the bytes of its name.
  ///   - options: How to speak to the server.
  /// - Returns: The configuration for the adapter of the kind `webdav`.
  public static func webDAV(
    _ url: String,
    folder: [UInt8] = [],
    options: WebDAVOptions = WebDAVOptions()
  ) -> SourceConfiguration {
    SourceConfiguration(
      kind: WebDAVAdapter.kind,
      location: url,
      rootPath: folder,
      options: options.encoded
    )
  }
}
