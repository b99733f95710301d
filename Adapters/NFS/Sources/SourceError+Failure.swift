import KinoCore

extension SourceError {
  /// Translates what a server answered, or that it did not.
  ///
  /// Only `NOENT` may ever mean that something is gone.
  ///
  /// - Parameters:
  ///   - failure: What happened.
  ///   - path: What the call was about.
  ///   - scope: `entry`, `directory` or `root`: how far a failure reaches that is not the whole
  ///     server's.
  init(_ failure: NFSFailure, at path: SourcePath, scope: Scope) {
    switch failure {
    case .cancelled: self.init(.cancelled, path: path)
    case .timedOut: self.init(.timedOut, path: path)
    case .closed: self.init(.unavailable, retry: .permanent, path: path)
    case .lost: self.init(.unavailable, path: path)
    case .malformed: self.init(.protocolViolation, scope: scope, path: path)
    case .unreachable(let code):
      let underlying = code == 0 ? nil : Underlying(domain: "errno", code: Int64(code))
      self.init(.unavailable, underlying: underlying, path: path)
    case .refused(let refusal):
      let kind: Kind =
        switch refusal {
        case .system: .unavailable
        case .denied: .permissionDenied
        default: .unsupported
        }
      self.init(
        kind,
        scope: refusal == .denied ? scope : .connection,
        underlying: Underlying(domain: "rpc", code: refusal.rawValue),
        path: path
      )
    case .status(let code), .mount(let code):
      var (kind, retry, reach) = Self.meaning(of: code)
      if scope == .root, [.notFound, .notADirectory].contains(kind) { kind = .sourceMissing }
      let domain = if case .mount = failure { "mount" } else { "nfs" }
      self.init(
        kind,
        retry: retry,
        scope: reach ?? scope,
        underlying: Underlying(domain: domain, code: Int64(code)),
        path: path
      )
    }
  }

  /// What a status means: the kind, whether trying again may help, and how far it reaches.
  private static func meaning(of code: UInt32) -> (Kind, Retry, Scope?) {
    switch code {
    case NFSStatus.noEntry: (.notFound, .permanent, nil)
    // PERM, ACCES, WRONGSEC
    case 1, 13, 10016: (.permissionDenied, .permanent, nil)
    // NOTDIR, and SYMLINK: a link on the way, which is not followed.
    case 20, 10029: (.notADirectory, .permanent, nil)
    case 21: (.isADirectory, .permanent, nil)
    // NAMETOOLONG, BADCHAR, BADNAME
    case 63, 10040, 10041: (.nameNotRepresentable, .permanent, nil)
    // INVAL, BADXDR, OP_ILLEGAL
    case 22, 10036, 10044: (.protocolViolation, .permanent, nil)
    // STALE, BADHANDLE, FHEXPIRED
    case let code where NFSStatus.meansStale(code): (.staleHandle, .temporary, nil)
    // MOVED
    case 10019: (.redirectRefused, .permanent, nil)
    case NFSStatus.notSupported: (.unsupported, .permanent, nil)
    case NFSStatus.minorVersionMismatch: (.unsupported, .permanent, .connection)
    // RESOURCE
    case 10018: (.rateLimited, .temporary, .connection)
    // GRACE
    case 10013: (.unavailable, .temporary, .connection)
    // NXIO, NODEV: the device under an export is gone.
    case 6, 19: (.unavailable, .temporary, .root)
    // IO, SERVERFAULT, DELAY, BAD_COOKIE, NOT_SAME, LOCKED and whatever else there is.
    default: (.unavailable, .temporary, nil)
    }
  }
}
