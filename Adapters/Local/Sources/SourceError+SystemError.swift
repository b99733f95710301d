import KinoCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

extension SourceError {
  /// Translates what a system call returned.
  ///
  /// What is not known here is `unavailable`: only `ENOENT` may ever mean that a file is gone.
  ///
  /// - Parameters:
  ///   - error: The `errno` value.
  ///   - path: What the call was about.
  ///   - scope: `entry` or `directory`: how far a failure reaches that is not the whole source's.
  init(_ error: SystemError, at path: SourcePath, scope: Scope) {
    let (kind, retry, reach) = Self.meaning(of: error.code)
    self.init(
      kind,
      retry: retry,
      scope: reach ?? scope,
      underlying: Underlying(domain: "errno", code: Int64(error.code)),
      path: path
    )
  }

  private static func meaning(of code: Int32) -> (Kind, Retry, Scope?) {
    switch code {
    case ENOENT: (.notFound, .permanent, nil)
    case EACCES, EPERM: (.permissionDenied, .permanent, nil)
    // A link where a directory was listed: links are not followed.
    case ENOTDIR, ELOOP: (.notADirectory, .permanent, nil)
    case EISDIR: (.isADirectory, .permanent, nil)
    case ENAMETOOLONG, EILSEQ: (.nameNotRepresentable, .permanent, nil)
    case ESTALE: (.unavailable, .temporary, nil)
    case EIO: (.unavailable, .temporary, nil)
    case ENOTCONN, EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH, ENXIO, ENODEV, ETIMEDOUT:
      (.unavailable, .temporary, .root)
    default: (.unavailable, .temporary, nil)
    }
  }

  /// Whether the failure is the file system's, so that going on with the next entry is useless.
  var endsListing: Bool { scope == .root }
}
