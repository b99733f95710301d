package import KinoCore

extension ScanFailure {
  /// A source's error, told to people: what it means, what to do, and where it came from.
  package init(_ error: SourceError) {
    self.init(
      kind: error.kind.rawValue,
      message: "\(error.kind.advice) (\(error))",
      isSourceFailure: true,
      underlying: error.underlying
    )
  }
}

extension SourceError.Kind {
  fileprivate var advice: String {
    switch self {
    case .authenticationFailed:
      "The source refuses the credentials: sign in to it again."
    case .permissionDenied:
      "The source's root may not be read: let the account read it."
    case .redirectRefused:
      "The source's address leads elsewhere: correct it."
    case .tlsFailure:
      "The server's certificate is not accepted: check it."
    case .sourceMissing, .notFound, .notADirectory:
      "The source's root is not there: check that the disk, share or folder is mounted and is a"
        + " folder. Nothing was removed from the library."
    case .unavailable, .timedOut, .rateLimited, .staleHandle, .changedDuringRead:
      "The source does not answer as it should. The next scan goes on from here."
    case .nameNotRepresentable:
      "The source's root has a path that cannot be used; a local one must be absolute."
    case .unsupported:
      "No adapter of the library can open this kind of source."
    default:
      "The source answers in a way that cannot be used. Nothing was changed."
    }
  }
}
