import KinoCore
import KinoXML

extension SourceError {
  /// Translates the status of an answer that was not the one asked for.
  ///
  /// Only 404 and 410 may mean that something is gone.
  ///
  /// - Parameters:
  ///   - status: The status; a good one is bad here, as the request asked for another.
  ///   - path: What the request was about.
  ///   - scope: `entry`, `directory` or `root`: how far a failure reaches that is not the whole
  ///     server's.
  init(status: Int, at path: SourcePath, scope: Scope) {
    var (kind, retry, reach) = Self.meaning(of: status)
    if kind == .notFound, scope == .root { kind = .sourceMissing }
    self.init(
      kind,
      retry: retry,
      scope: reach ?? scope,
      underlying: Underlying(domain: "http", code: Int64(status)),
      path: path
    )
  }

  /// Translates the status with which a listing refuses a resource.
  ///
  /// Nothing in a listing leads elsewhere: there a redirect is as odd as what is no status.
  init(refusal status: Int, at path: SourcePath, scope: Scope) {
    self.init(status: status, at: path, scope: scope)
    if (300..<400).contains(status) { kind = .protocolViolation }
  }

  private static func meaning(of status: Int) -> (Kind, Retry, Scope?) {
    switch status {
    case ..<300: (.protocolViolation, .permanent, nil)
    case 300..<400: (.redirectRefused, .permanent, nil)
    case 401: (.authenticationFailed, .permanent, .connection)
    case 403, 451: (.permissionDenied, .permanent, nil)
    case 404, 410: (.notFound, .permanent, nil)
    case 405, 501: (.unsupported, .permanent, nil)
    // A proxy that wants a login, which there is none for.
    case 407: (.unsupported, .permanent, .connection)
    case 408: (.timedOut, .temporary, .connection)
    case 412: (.changedDuringRead, .permanent, nil)
    case 414: (.nameNotRepresentable, .permanent, nil)
    case 416: (.rangeNotSatisfiable, .permanent, nil)
    case 429: (.rateLimited, .temporary, .connection)
    case 409, 423, 425: (.unavailable, .temporary, nil)
    case 400..<500: (.protocolViolation, .permanent, nil)
    case 502, 503, 504, 511: (.unavailable, .temporary, .connection)
    default: (.unavailable, .temporary, nil)
    }
  }

  /// Translates an answer that was not the one asked for, by all that it says.
  init(_ reply: Reply, at path: SourcePath, scope: Scope, now: Timestamp) {
    self.init(status: reply.head.status, at: path, scope: scope)
    let wait = reply.head.retryAfter(now: now)
    switch reply.head.status {
    case 200..<300 where reply.isLoginPage:
      self = SourceError(.authenticationFailed, underlying: underlying, path: path)
    case 503 where wait != nil || reply.saysBlocked:
      self = SourceError(.rateLimited, underlying: underlying, path: path)
    default: break
    }
    if retry == .temporary { retryAfter = wait }
  }

  /// Translates a transfer that brought no answer.
  init(_ end: TransferEnd, at path: SourcePath, scope: Scope) {
    switch end.outcome {
    case .cancelled: self.init(.cancelled, path: path)
    case .timedOut: self.init(.timedOut, path: path)
    case .closed, .finished: self.init(.unavailable, retry: .permanent, path: path)
    case .failed(let code, let certificate):
      let (kind, retry, reach) = TransferFailure(code: code).meaning
      let verdict =
        kind == .tlsFailure && certificate != 0
        ? Underlying(domain: "x509", code: Int64(certificate)) : nil
      self.init(
        kind,
        retry: retry,
        scope: reach ?? scope,
        underlying: verdict ?? Underlying(domain: "curl", code: Int64(code)),
        path: path
      )
    }
  }

  /// Translates a document that is no multistatus.
  init(
    _ failure: XMLFailure,
    _ reason: MultistatusReader.Failure?,
    at path: SourcePath,
    scope: Scope
  ) {
    let kind: Kind =
      switch (failure, reason) {
      case (.tokenTooLong, _), (.stopped, .tooDeep), (.stopped, .tooLong): .tooLarge
      default: .protocolViolation
      }
    let code: Int64 = if case .malformed(let code) = failure { Int64(code) } else { 0 }
    self.init(
      kind,
      scope: scope,
      underlying: code == 0 ? nil : Underlying(domain: "expat", code: code),
      path: path
    )
  }
}

/// Why libcurl gave up.
struct TransferFailure {
  let code: Int32

  /// What it means: the kind, whether trying again may help, and how far it reaches.
  var meaning: (SourceError.Kind, SourceError.Retry, SourceError.Scope?) {
    switch code {
    // Names and connections: COULDNT_RESOLVE_HOST, COULDNT_CONNECT.
    case 6, 7: (.unavailable, .temporary, .connection)
    // OPERATION_TIMEDOUT
    case 28: (.timedOut, .temporary, .connection)
    // Certificates, ours and theirs: CERTPROBLEM, CIPHER, PEER_FAILED_VERIFICATION, CACERT_BADFILE,
    // CRL_BADFILE, ISSUER_ERROR, PINNEDPUBKEYNOTMATCH, INVALIDCERTSTATUS, CLIENTCERT.
    case 58, 59, 60, 77, 82, 83, 90, 91, 98: (.tlsFailure, .permanent, .connection)
    // SSL_CONNECT_ERROR, which is also a connection that broke during the handshake.
    case 35: (.tlsFailure, .temporary, .connection)
    // UNSUPPORTED_PROTOCOL (HTTP/0.9 among them), URL_MALFORMAT, WEIRD_SERVER_REPLY,
    // BAD_CONTENT_ENCODING
    case 1, 3, 8, 61: (.protocolViolation, .permanent, nil)
    // WRITE_ERROR, where we did not want it: compressed content that goes on after its end.
    case 23: (.protocolViolation, .permanent, nil)
    // TOO_LARGE
    case 100: (.tooLarge, .permanent, nil)
    // GOT_NOTHING: some servers close the connection when they can not read a directory.
    case Self.gotNothing: (.unavailable, .temporary, nil)
    default: (.unavailable, .temporary, .connection)
    }
  }

  static let gotNothing: Int32 = 52
}
