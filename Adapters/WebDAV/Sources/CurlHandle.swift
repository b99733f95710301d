internal import CKinoCurl
import KinoCore

/// Owns one of libcurl's handles, which works for one transfer at a time.
///
/// It belongs to the loop's thread, and holds the transfer unretained: whoever owns the handle holds
/// the transfer for as long as the handle has joined.
@safe
struct CurlHandle: ~Copyable {
  private let easy: UnsafeMutableRawPointer
  /// Held until the handle is gone, as libcurl asks for.
  private let cookies: CookieJar?
  private var headers: UnsafeMutablePointer<curl_slist>?
  /// The body of the request, which libcurl reads in place.
  private var body: UnsafeMutableBufferPointer<UInt8>
  /// Where libcurl says in words what went wrong.
  private let message: UnsafeMutableBufferPointer<CChar>

  /// Creates a handle; with cookies it is one for the source's own server.
  init?(_ settings: TransferSettings, cookies: CookieJar?) {
    guard let easy = unsafe curl_easy_init() else { return nil }
    unsafe self.easy = easy
    self.cookies = cookies
    unsafe headers = nil
    unsafe body = .init(start: nil, count: 0)
    unsafe message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe message.initialize(repeating: 0)
    setUp(settings)
  }

  deinit {
    unsafe curl_easy_cleanup(easy)
    unsafe curl_slist_free_all(headers)
    unsafe body.deallocate()
    unsafe message.deallocate()
  }

  /// Prepares the next transfer.
  ///
  /// - Returns: `false` when libcurl refuses a setting, and nothing may be sent.
  mutating func begin(_ transfer: Transfer, _ settings: TransferSettings) -> Bool {
    let request = transfer.request
    let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
    unsafe message[0] = 0
    unsafe curl_slist_free_all(headers)
    unsafe headers = nil
    var isFine = set(CURLOPT_URL, request.address.text) && set(CURLOPT_FRESH_CONNECT, 0)
    for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_PRIVATE] {
      isFine = unsafe kino_curl_set_pointer(easy, option, context) == CURLE_OK && isFine
    }
    isFine = prepare(request.method) && isFine
    isFine = unsafe kino_curl_set_pointer(easy, CURLOPT_HTTPHEADER, headers) == CURLE_OK && isFine
    return logIn(request.login) && isFine
  }

  /// Lets the transfer begin.
  func join(_ multi: UnsafeMutableRawPointer) -> Bool {
    unsafe curl_multi_add_handle(multi, easy) == CURLM_OK
  }

  /// Stops it.
  func leave(_ multi: UnsafeMutableRawPointer) {
    _ = unsafe curl_multi_remove_handle(multi, easy)
  }

  /// Goes on after a pause.
  func resume() {
    _ = unsafe curl_easy_pause(easy, kino_curl_continue)
  }

  /// Whether the transfer went over a connection that was there before it.
  var usedOldConnection: Bool {
    var count = 1
    _ = unsafe kino_curl_get_long(easy, CURLINFO_NUM_CONNECTS, &count)
    return count == 0
  }

  /// Makes the next attempt of the transfer open a connection.
  func avoidOldConnections() { set(CURLOPT_FRESH_CONNECT, 1) }

  /// Forgets all cookies of the session.
  func forgetCookies() { set(CURLOPT_COOKIELIST, "ALL") }

  /// What OpenSSL said about the server's certificate; 0 for nothing bad.
  var certificateVerdict: Int {
    var verdict = 0
    _ = unsafe kino_curl_get_long(easy, CURLINFO_SSL_VERIFYRESULT, &verdict)
    // 1 is what libcurl begins with, and stands for its own check of the host as well.
    return verdict == 1 ? 0 : verdict
  }

  /// Whether the server ended the encrypted connection with an alert, as it does when it wants a
  /// certificate that the client lacks; by its codes alone libcurl only says that reading failed.
  var sawAlert: Bool {
    let words = unsafe message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let wanted = Array(" alert ".utf8)
    return words.indices.contains { words[$0...].starts(with: wanted) }
  }

  /// The transfer that a handle works for.
  static func transferID(of easy: UnsafeMutableRawPointer) -> ObjectIdentifier? {
    var context: UnsafeMutableRawPointer?
    _ = unsafe kino_curl_get_pointer(easy, CURLINFO_PRIVATE, &context)
    return unsafe Transfer.at(context).map(ObjectIdentifier.init)
  }

  // MARK: Settings

  private func setUp(_ settings: TransferSettings) {
    set(CURLOPT_NOSIGNAL, 1)
    // Without it a handle that is given up would wait for its name resolution to end.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_TCP_KEEPALIVE, 1)
    set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectMilliseconds)
    // What arrives compressed is decompressed before a pause can begin, up to a thousandfold.
    set(CURLOPT_BUFFERSIZE, 16 << 10)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_USERAGENT, "Kinothek")
    // No proxy that only the environment names, which is not the source's, and no exceptions.
    set(CURLOPT_PROXY, settings.proxy ?? "")
    set(CURLOPT_NOPROXY, "")
    // What a proxy says before it passes an encrypted connection on is no answer of the server.
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_SSLVERSION, kino_curl_tls_1_2)
    set(
      CURLOPT_HTTP_VERSION,
      settings.usesHTTP2 ? kino_curl_http_2_over_tls : kino_curl_http_1_1
    )
    if settings.usesHTTP2 { set(CURLOPT_PIPEWAIT, 1) }
    if let authorities = settings.authorities { set(CURLOPT_CAINFO, authorities) }
    unsafe kino_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, message.baseAddress)
    unsafe kino_curl_set_sink(easy, CURLOPT_WRITEFUNCTION, takeBody)
    unsafe kino_curl_set_sink(easy, CURLOPT_HEADERFUNCTION, takeLine)
    guard let cookies else { return }
    // The empty name of a file turns cookies on.
    set(CURLOPT_COOKIEFILE, "")
    unsafe kino_curl_set_pointer(easy, CURLOPT_SHARE, cookies.share)
    if let certificate = settings.certificate { set(CURLOPT_SSLCERT, certificate) }
    if let key = settings.key { set(CURLOPT_SSLKEY, key) }
    // Without any OpenSSL would ask on the terminal.
    set(CURLOPT_KEYPASSWD, settings.passphrase?.secret ?? "")
  }

  private mutating func prepare(_ method: TransferRequest.Method) -> Bool {
    switch method {
    case .propfind(let depth, let query):
      addHeader("Depth: \(depth)")
      addHeader("Content-Type: application/xml; charset=utf-8")
      addHeader("Expect:")
      setBody(query.body)
      let isSet = unsafe kino_curl_set_pointer(easy, CURLOPT_POSTFIELDS, body.baseAddress)
      return isSet == CURLE_OK && set(CURLOPT_POST, 1)
        && set(CURLOPT_POSTFIELDSIZE, unsafe body.count)
        && set(CURLOPT_CUSTOMREQUEST, "PROPFIND") && set(CURLOPT_RANGE, nil)
        && set(CURLOPT_ACCEPT_ENCODING, "")
    case .read(let offset, let count):
      // A part of a compressed answer is a part of something else than the file.
      addHeader("Accept-Encoding: identity")
      return set(CURLOPT_HTTPGET, 1) && set(CURLOPT_CUSTOMREQUEST, nil)
        && set(CURLOPT_RANGE, "\(offset)-\(offset + Int64(count) - 1)")
        && set(CURLOPT_ACCEPT_ENCODING, nil)
    }
  }

  private func logIn(_ login: TransferRequest.Login?) -> Bool {
    var (user, password, token): (String?, String?, String?) = (nil, nil, nil)
    var scheme = kino_curl_basic
    switch login?.credential.method {
    case .password(user: let name, password: let secret): (user, password) = (name, secret)
    case .bearer(token: let secret):
      token = secret
      scheme = kino_curl_bearer
    case .anonymous, nil: break
    }
    if login?.scheme == .digest { scheme = kino_curl_digest }
    return set(CURLOPT_HTTPAUTH, scheme) && set(CURLOPT_USERNAME, user)
      && set(CURLOPT_PASSWORD, password) && set(CURLOPT_XOAUTH2_BEARER, token)
  }

  private mutating func setBody(_ bytes: [UInt8]) {
    unsafe body.deallocate()
    unsafe body = .allocate(capacity: bytes.count)
    _ = unsafe body.initialize(from: bytes)
  }

  private mutating func addHeader(_ line: String) {
    unsafe headers = curl_slist_append(headers, line)
  }

  @discardableResult
  private func set(_ option: CURLoption, _ value: Int) -> Bool {
    unsafe kino_curl_set_long(easy, option, value) == CURLE_OK
  }

  @discardableResult
  private func set(_ option: CURLoption, _ value: String?) -> Bool {
    unsafe kino_curl_set_string(easy, option, value) == CURLE_OK
  }
}

extension Transfer {
  /// The transfer that a callback is about.
  fileprivate static func at(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }
}

extension SourceCredential {
  /// The password or the token.
  fileprivate var secret: String? {
    switch method {
    case .password(_, let password): password
    case .bearer(let token): token
    case .anonymous: nil
    }
  }
}

private func takeLine(
  _ bytes: UnsafeMutablePointer<CChar>?,
  _ size: Int,
  _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
  let goesOn = unsafe Transfer.at(context)?.take(line: Array(line)) ?? false
  return goesOn ? size * count : 0
}

private func takeBody(
  _ bytes: UnsafeMutablePointer<CChar>?,
  _ size: Int,
  _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let transfer = unsafe Transfer.at(context) else { return 0 }
  let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
  let verdict = unsafe piece.withMemoryRebound(to: UInt8.self) { piece in
    transfer.take(unsafe Span(_unsafeElements: piece))
  }
  switch verdict {
  case .goOn: return size * count
  case .pause: return kino_curl_pause
  case .end: return 0
  }
}
