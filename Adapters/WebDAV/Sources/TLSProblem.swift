public import KinoCore

/// Why an encrypted connection was refused, in words, as ``KinoCore/SourceError`` only has codes.
public enum TLSProblem: Hashable, Sendable, CustomStringConvertible {
  /// The certificate is signed by itself, and is not among the trusted ones.
  case selfSigned
  /// The certificate is signed by an authority that is not among the trusted ones.
  case unknownAuthority
  /// The certificate is over, or not valid yet.
  case expired
  /// The certificate is for another host.
  case otherHost
  /// The server wants a certificate of the client, or another one.
  case clientCertificate
  /// A file of certificates or the key can not be read.
  case unreadableFile
  /// Something else.
  case other

  /// Finds the reason of an error.
  ///
  /// The result is `nil` for errors of other kinds than `tlsFailure`.
  ///
  /// - Parameter error: An error of this adapter.
  public init?(_ error: SourceError) {
    guard error.kind == .tlsFailure else { return nil }
    let code = error.underlying?.code
    switch error.underlying?.domain {
    // The codes are those of OpenSSL's `X509_V_ERR_…`.
    case "x509":
      switch code {
      case 18, 19: self = .selfSigned
      case 2, 20, 21: self = .unknownAuthority
      case 9, 10: self = .expired
      case 62, 64: self = .otherHost
      default: self = .other
      }
    case "curl":
      switch code {
      case 60: self = .otherHost
      case 98: self = .clientCertificate
      case 58, 77, 82: self = .unreadableFile
      default: self = .other
      }
    default: self = .other
    }
  }

  /// What is wrong and what can be done, in English.
  public var description: String {
    switch self {
    case .selfSigned:
      "The server's certificate is signed by itself. To trust it, name it as an authority."
    case .unknownAuthority:
      "The server's certificate is signed by an unknown authority. To trust it, name the authority."
    case .expired: "The server's certificate is expired, or not valid yet."
    case .otherHost: "The server's certificate is for another host."
    case .clientCertificate: "The server wants a certificate from the client, or another one."
    case .unreadableFile: "The certificate, the key or the authorities can not be read."
    case .other: "The encrypted connection could not be made."
    }
  }
}
