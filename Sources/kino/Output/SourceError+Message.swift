import KinoCore

extension SourceError {
  /// What went wrong when a place was looked at, and where it came from.
  var message: String {
    let meaning = refusesExport ? Self.refusedExport : CertificateAdvice.text(self) ?? kind.meaning
    return "\(meaning) (\(self))"
  }

  /// Whether an NFS server keeps a whole export from us.
  private var refusesExport: Bool {
    kind == .permissionDenied && scope == .root
      && ["nfs", "mount", "rpc"].contains(underlying?.domain)
  }

  private static let refusedExport = """
    the server does not serve this machine, or this user; many serve only programs that may use \
    ports below 1024, as root may, unless the export has the option insecure
    """
}

extension SourceError.Kind {
  fileprivate var meaning: String {
    switch self {
    case .authenticationFailed: "the place refuses the credential, or wants one"
    case .permissionDenied: "it may not be read"
    case .redirectRefused: "the server sends elsewhere, where a secret must not go"
    case .tlsFailure: "the server's certificate or encryption is not accepted"
    case .notFound: "there is nothing of that name"
    case .notADirectory: "that is no folder"
    case .isADirectory: "that is a folder, not a file"
    case .nameNotRepresentable: "the source has no such names"
    case .staleHandle, .unavailable: "the place cannot be reached, or does not work at present"
    case .sourceMissing: "the place is not there, or is no folder"
    case .timedOut: "no answer came in time"
    case .rateLimited: "the place wants fewer requests"
    case .unsupported: "the place cannot do this, or that is no file"
    case .rangeNotSatisfiable: "the range lies behind the end of the file"
    case .rangeIgnored: "the server does not deliver parts of the file"
    case .changedDuringRead: "the file changed while it was read, or ended early"
    case .protocolViolation: "the answer contradicts the protocol"
    case .tooLarge: "the answer, or the depth of folders, is beyond every limit"
    case .cancelled: "cancelled"
    }
  }
}
