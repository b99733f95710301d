import KinoCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Why a call to a server gave nothing.
struct SMBFailure: Error, Hashable {
  /// When it came about.
  enum Stage: Hashable {
    /// The server was being reached and logged in to.
    case connecting
    /// The server refused the login.
    case login
    /// A call on a connection.
    case call
    /// The time was over.
    case timedOut
    /// The caller's task was cancelled.
    case cancelled
    /// Every thread waits for a call that was given up.
    case exhausted
  }

  /// The `errno` value, as the library made it of a status; -1 when it did not say.
  var code: Int32
  var stage = Stage.call
  /// Whether the connection was idle before, so that its end may have come unnoticed.
  var wasIdle = false

  /// Whether the connection is of no use after it.
  ///
  /// Statuses that the library knows no `errno` for, like that of a session that ended, are EINVAL.
  var endsConnection: Bool {
    switch code {
    case ECONNREFUSED, ECONNRESET, ECONNABORTED, ENETRESET, EPIPE, ENOTCONN, ESHUTDOWN, ETIMEDOUT,
      EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, EIO, EINVAL, ECANCELED, EBADF, -1:
      true
    default: false
    }
  }
}

extension SourceError {
  /// Translates a failure.
  ///
  /// What is not known here is `unavailable`: only `ENOENT` may ever mean that something is gone, and
  /// only when the root is still there, which the caller finds out.
  ///
  /// - Parameters:
  ///   - failure: What came back.
  ///   - path: What the call was about.
  ///   - scope: `entry` or `directory`: how far a failure reaches that is not the whole source's.
  init(_ failure: SMBFailure, at path: SourcePath, scope: Scope) {
    let underlying = Underlying(domain: "errno", code: Int64(failure.code))
    switch failure.stage {
    case .cancelled: self.init(.cancelled, path: path)
    case .timedOut: self.init(.timedOut, path: path)
    case .exhausted: self.init(.unavailable, path: path)
    case .login: self.init(.authenticationFailed, underlying: underlying, path: path)
    case .connecting:
      let (kind, retry) = Self.rootMeaning(of: failure.code)
      self.init(kind, retry: retry, underlying: underlying, path: path)
      if kind == .permissionDenied { self.scope = .root }
    case .call:
      let (kind, retry, reach) = Self.meaning(of: failure.code)
      self.init(kind, retry: retry, scope: reach ?? scope, underlying: underlying, path: path)
    }
  }

  /// What a failure means that concerns the share or the root in it.
  private static func rootMeaning(of code: Int32) -> (Kind, Retry) {
    switch code {
    case ENOENT, ENODEV, ENOTDIR: (.sourceMissing, .permanent)
    case EACCES, EPERM: (.permissionDenied, .permanent)
    case ETIMEDOUT: (.timedOut, .temporary)
    default: (.unavailable, .temporary)
    }
  }

  private static func meaning(of code: Int32) -> (Kind, Retry, Scope?) {
    switch code {
    case ENOENT: (.notFound, .permanent, nil)
    case EACCES, EPERM: (.permissionDenied, .permanent, nil)
    case ENOTDIR: (.notADirectory, .permanent, nil)
    case EISDIR: (.isADirectory, .permanent, nil)
    case ENAMETOOLONG, EILSEQ: (.nameNotRepresentable, .permanent, nil)
    case ESTALE: (.staleHandle, .temporary, nil)
    case EOPNOTSUPP, ENOSYS: (.unsupported, .permanent, nil)
    case ETIMEDOUT: (.timedOut, .temporary, .connection)
    case ECONNREFUSED, ECONNRESET, ECONNABORTED, ENETRESET, EPIPE, ENOTCONN, ESHUTDOWN,
      EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, ECANCELED:
      (.unavailable, .temporary, .connection)
    default: (.unavailable, .temporary, nil)
    }
  }
}
