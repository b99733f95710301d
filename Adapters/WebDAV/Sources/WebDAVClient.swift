import KinoCore
internal import Synchronization

/// Sends requests to one server, logs in, and follows redirects by ``RedirectRule``.
///
/// Dropping the last reference ends what is under way.
final class WebDAVClient: Sendable {
  /// The server that the credential is for.
  let home: Origin
  private let clock: any KinoClock
  private let credential: SourceCredential?
  private let loop: TransferLoop
  /// How the credential is presented; `nil` until the server has said how.
  private let scheme: Mutex<LoginScheme?>
  /// When the server last wanted fewer requests.
  private let lastLimit = Mutex<Duration?>(nil)

  /// Creates a client; nothing is sent yet.
  init(
    home: Origin,
    credential: SourceCredential?,
    scheme: LoginScheme?,
    settings: TransferSettings,
    clock: any KinoClock
  ) {
    self.home = home
    self.credential = credential
    self.clock = clock
    self.scheme = Mutex(scheme)
    loop = TransferLoop(settings)
  }

  /// Ends all transfers; later ones end as closed.
  func close() { loop.stop() }

  /// Sends a request, and waits for the first piece of its answer's body.
  ///
  /// - Parameters:
  ///   - method: What is asked for.
  ///   - address: Of what.
  ///   - path: What errors name.
  ///   - scope: How far a failure reaches that is not the whole server's.
  ///   - deadline: When to give up.
  /// - Returns: The answer that was asked for; any other is thrown as an error.
  /// - Throws: ``KinoCore/SourceError``
  func send(
    _ method: TransferRequest.Method,
    to address: WebAddress,
    at path: SourcePath,
    scope: SourceError.Scope,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) -> Reply {
    var hop = Hop(address: address, isAtHome: address.origin == home)
    while true {
      let reply = try await exchange(method, hop, at: path, scope: scope, until: deadline)
      let status = reply.head.status
      if reply.transfer.request.accepts(status) { return reply }
      reply.transfer.cancel()
      if RedirectRule.isRedirect(status), hop.follow(reply, isRead: reply.transfer.request.isRead) {
        continue
      }
      if status == 401, hop.isAtHome, prepareLogin(after: reply, &hop) { continue }
      let error = SourceError(reply, at: path, scope: scope, now: clock.now())
      throw weighed(error)
    }
  }

  /// Whether the server answered without asking for the credential that there is.
  var hasUnaskedCredential: Bool { credential != nil && scheme.withLock { $0 == nil } }

  /// Presents the credential from now on, though the server did not ask for it.
  func presentCredential() {
    scheme.withLock { $0 = $0 ?? usualScheme }
  }

  private var usualScheme: LoginScheme? {
    switch credential?.method {
    case .password: .basic
    case .bearer: .bearer
    case .anonymous, nil: nil
    }
  }

  private func exchange(
    _ method: TransferRequest.Method,
    _ hop: Hop,
    at path: SourcePath,
    scope: SourceError.Scope,
    until deadline: ContinuousClock.Instant
  ) async throws(SourceError) -> Reply {
    guard !Task.isCancelled else { throw SourceError(.cancelled, path: path) }
    let request = TransferRequest(
      address: hop.address,
      method: method,
      login: hop.isAtHome ? login : nil,
      isAtHome: hop.isAtHome,
      needsFreshLogin: hop.needsFreshLogin
    )
    let transfer = loop.start(request, until: deadline)
    var body: [UInt8] = []
    do throws(TransferEnd) {
      let isComplete = try await transfer.receive(into: &body, until: deadline)
      guard let head = transfer.head else {
        throw TransferEnd(outcome: .failed(code: TransferFailure.gotNothing, certificate: 0))
      }
      return Reply(
        transfer: transfer,
        head: head,
        address: hop.address,
        wasRedirected: hop.count > 0,
        body: body,
        isComplete: isComplete
      )
    } catch {
      transfer.cancel()
      throw SourceError(error, at: path, scope: scope)
    }
  }

  // MARK: Logging in

  private var login: TransferRequest.Login? {
    guard let credential, let scheme = scheme.withLock({ $0 }) else { return nil }
    return TransferRequest.Login(credential: credential, scheme: scheme)
  }

  /// Decides whether a refused request is worth another attempt.
  ///
  /// It is when the credential was not presented, or when a Digest login may only have become old:
  /// once each, so that a wrong password is tried once and locks nobody out.
  private func prepareLogin(after reply: Reply, _ hop: inout Hop) -> Bool {
    guard let used = reply.transfer.request.login else {
      guard !hop.hasLoggedIn, let next = choose(from: reply.head.challenges) else { return false }
      scheme.withLock { $0 = next }
      hop.hasLoggedIn = true
      return true
    }
    guard used.scheme == .digest, !hop.needsFreshLogin, !hop.hasLoggedIn else { return false }
    hop.needsFreshLogin = true
    return true
  }

  private func choose(from challenges: Set<LoginScheme>) -> LoginScheme? {
    switch credential?.method {
    case .password:
      if challenges.contains(.digest) {
        .digest
      } else {
        challenges.contains(.basic) ? .basic : nil
      }
    case .bearer: .bearer
    case .anonymous, nil: nil
    }
  }

  // MARK: Servers in trouble

  /// How long after it wanted fewer requests a server's "not found" is not believed.
  private static let limitMemory = Duration.seconds(60)

  /// Some servers that want fewer requests say 429 first, and then that nothing is there.
  private func weighed(_ error: SourceError) -> SourceError {
    if error.kind == .rateLimited {
      let now = clock.monotonic()
      lastLimit.withLock { $0 = now }
      return error
    }
    guard error.kind == .notFound || error.kind == .sourceMissing,
      let limit = lastLimit.withLock({ $0 }), clock.monotonic() - limit < Self.limitMemory
    else { return error }
    var doubtful = SourceError(.rateLimited, underlying: error.underlying)
    doubtful.path = error.path
    return doubtful
  }
}

/// Where a request is on its way.
private struct Hop {
  var address: WebAddress
  /// Whether it never left the source's own server, and so carries the secrets.
  var isAtHome: Bool
  var count = 0
  var hasLoggedIn = false
  var needsFreshLogin = false

  init(address: WebAddress, isAtHome: Bool) {
    self.address = address
    self.isAtHome = isAtHome
  }

  /// Moves to where an answer points to, if it may.
  mutating func follow(_ reply: Reply, isRead: Bool) -> Bool {
    guard count < RedirectRule.hopLimit,
      case .follow(let next, let carriesSecrets) = RedirectRule(
        reply.head,
        from: address,
        isRead: isRead,
        carriesSecrets: isAtHome
      )
    else { return false }
    address = next
    isAtHome = carriesSecrets
    count += 1
    return true
  }
}
