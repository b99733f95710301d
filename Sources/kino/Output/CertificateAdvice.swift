import KinoCore
import KinoWebDAV

/// What is wrong with an encrypted connection, and which option of `kino` helps.
enum CertificateAdvice {
  /// Says it of a scan's failure; `nil` for failures of other kinds.
  static func text(_ failure: ScanFailure) -> String? {
    guard failure.kind == SourceError.Kind.tlsFailure.rawValue else { return nil }
    return text(SourceError(.tlsFailure, underlying: failure.underlying))
  }

  /// Says it of a source's error; `nil` for errors of other kinds.
  static func text(_ error: SourceError) -> String? {
    guard let problem = TLSProblem(error) else { return nil }
    return switch problem {
    case .selfSigned, .unknownAuthority: "\(problem) Use --option tls-authorities=FILE."
    case .clientCertificate: "\(problem) Use --option tls-certificate=FILE."
    default: "\(problem)"
    }
  }
}
