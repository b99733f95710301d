import KinoCore

/// One HTTP request, as it goes over the wire: without redirects and without retries.
struct TransferRequest: Sendable {
  /// What is asked for.
  enum Method: Sendable {
    /// The properties of a resource, or with its members (depth 1).
    case propfind(depth: Int, PropertyQuery)
    /// A part of a file.
    case read(offset: Int64, count: Int)
  }

  let address: WebAddress
  let method: Method
  /// The credential and how to present it; `nil` sends none.
  let login: Login?
  /// Whether the request stays on the source's own server, and so may show the client's certificate
  /// and share its cookies.
  let isAtHome: Bool
  /// Whether to begin the login handshake anew, with nothing left of earlier ones.
  let needsFreshLogin: Bool

  /// A credential and the way to present it.
  struct Login: Sendable {
    let credential: SourceCredential
    let scheme: LoginScheme
  }

  /// Whether the request reads a file.
  var isRead: Bool {
    if case .read = method { true } else { false }
  }

  /// Whether an answer with this status is one to go on with.
  func accepts(_ status: Int) -> Bool {
    isRead ? [200, 206, 416].contains(status) : status == 207
  }

  /// Whether an answer with this status has the body that was asked for.
  func wants(_ status: Int) -> Bool {
    switch method {
    case .propfind: status == 207
    case .read(let offset, _): status == 206 || (status == 200 && offset == 0)
    }
  }
}

/// How a transfer ended on libcurl's side.
enum TransferOutcome: Hashable, Sendable {
  /// The answer has come as far as it was wanted.
  case finished
  /// libcurl gave up, with its code and OpenSSL's verdict on the certificate, 0 for none.
  case failed(code: Int32, certificate: Int)
  /// Nobody waits for it any more.
  case cancelled
  /// Its time was over.
  case timedOut
  /// The session is closed.
  case closed
}

/// What the transfers of one session have in common.
struct TransferSettings: Sendable {
  /// A file of certificates, in PEM, that are trusted beside the system's.
  var authorities: String?
  /// The client's certificate and its key, in PEM files.
  var certificate: String?
  var key: String?
  /// What opens the key; a credential, as that shows itself to nobody.
  var passphrase: SourceCredential?
  /// The proxy to go through.
  var proxy: String?
  /// Whether to speak HTTP/2 where the server does, over TLS only.
  var usesHTTP2 = false
  /// How many transfers are expected to run at the same time.
  var concurrency = 16
  /// How long connecting may take, in milliseconds.
  var connectMilliseconds = 15_000
}
