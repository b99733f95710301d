import KinoCore
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A folder on a server, and the proxy that leads there.
final class ServerSite: ConformanceSite {
  private let place: ServerPlace
  private let folder: TreeFolder?
  private let builder: ServerTree?
  private let proxy: Result<FaultProxy, NotRun>
  private let own: SourceConfiguration
  private let isUnresolvable = Mutex(false)
  private let forbidden = Mutex<[SourcePath]>([])
  /// What goes wrong in the folder or by the configuration, and holds whatever is asked.
  private let standing = Mutex<Set<Fault>>([])

  init(_ place: ServerPlace, folder: TreeFolder?, builder: ServerTree?) {
    self.place = place
    self.folder = folder
    self.builder = builder
    own = place.configuration(for: folder)
    proxy = place.proxy(for: own)
  }

  var adapter: any SourceAdapter { place.adapter }

  var credential: SourceCredential? { place.credential }

  var configuration: SourceConfiguration {
    var configuration = own
    guard let location = place.location else { return configuration }
    if isUnresolvable.withLock(\.self) {
      configuration.location = location.at("nowhere.invalid", location.port)
    } else if let host = location.proxyHost, case .success(let proxy) = proxy {
      configuration.location = location.at(host, proxy.port)
    }
    return configuration
  }

  func wrongCredential() throws -> SourceCredential {
    switch credential?.method {
    case .password(let user, _):
      SourceCredential(.password(user: user, password: "quite-the-wrong-one"))
    case .bearer: SourceCredential(.bearer(token: "quite-the-wrong-one"))
    case .anonymous, nil:
      throw place.location == nil ? NotRun("a folder of this machine takes no login") : .noLogin
    }
  }

  func apply(_ change: TreeChange) async throws {
    try await changeTree { folder throws(NotRun) in try folder.apply(change) }
  }

  func inject(_ fault: Fault) async throws {
    switch fault {
    case .removeRoot:
      try await changeTree { folder throws(NotRun) in
        guard folder.delete() else { throw NotRun("the folder can not be removed") }
      }
    case .replaceRoot:
      try await changeTree { folder throws(NotRun) in try folder.replaceRoot() }
    case .forbid(let path) where place.location == nil: try await lock(path)
    case .lock(let path): try await lock(path)
    case .unresolvable where place.location != nil: isUnresolvable.withLock { $0 = true }
    default:
      let proxy = try proxy.get()
      if let reason = place.location.flatMap({ fault.lack($0.visibility) }) { throw NotRun(reason) }
      return try await proxy.inject(fault)
    }
    standing.withLock { _ = $0.insert(fault) }
  }

  func appliedFaults() async -> [Fault: Int]? {
    var applied = (try? proxy.get().applied) ?? [:]
    for fault in standing.withLock(\.self) { applied[fault] = 1 }
    return applied
  }

  func endFaults() async {
    isUnresolvable.withLock { $0 = false }
    await openForbidden()
    if case .success(let proxy) = proxy { await proxy.endFaults() }
  }

  func traffic() async throws -> Traffic {
    let proxy = try proxy.get()
    if let reason = place.location?.visibility.reason { throw NotRun(reason) }
    return proxy.traffic
  }

  /// Takes the permission to read something away; a server may be another user than we are.
  private func lock(_ path: SourcePath) async throws(NotRun) {
    guard place.location != nil || geteuid() != 0 else {
      throw NotRun("an administrator may read everything")
    }
    try await changeTree { folder throws(NotRun) in try folder.setReadable(path, false) }
    forbidden.withLock { $0.append(path) }
  }

  /// What may not be entered could not be removed, either.
  private func openForbidden() async {
    let closed = forbidden.withLock { paths in
      defer { paths = [] }
      return paths
    }
    for path in closed {
      try? await changeTree { folder throws(NotRun) in try folder.setReadable(path, true) }
    }
  }

  func dispose() async {
    await openForbidden()
    if case .success(let proxy) = proxy { await proxy.stop() }
    if let folder, let builder { await builder.remove(folder) }
  }

  private func changeTree(_ body: @Sendable (TreeFolder) throws(NotRun) -> Void)
    async throws(NotRun)
  {
    guard let folder, let builder else { throw NotRun("there is no folder to build trees in") }
    try await builder.change(folder, body)
  }
}

extension NotRun {
  /// What is lacking where no login was given, and how it is given.
  static let noLogin = NotRun(
    "no login was given: give the fixture a credential (kino: --user USER and --password-stdin or "
      + "--credential-file FILE)"
  )
}

extension ServerLocation.Visibility {
  /// Why nothing on the way to a server counts or changes anything; `nil` if something does.
  fileprivate var reason: String? {
    switch self {
    case .http: nil
    case .encrypted: "the proxy does not see into encrypted connections"
    case .otherProtocol: "the proxy passes this protocol on and does not understand it"
    }
  }
}

extension Fault {
  /// Why no proxy can do this; `nil` if it can.
  fileprivate func lack(_ visibility: ServerLocation.Visibility) -> String? {
    switch self {
    case .refuse, .silence, .dribble, .dropIdleConnections, .restart: nil
    case _ where visibility == .otherProtocol: visibility.reason
    case .badCertificate: "the proxy has no certificates to show"
    case .guestFallback: "an answer of HTTP does not say whether a login was looked at"
    case .staleDirectory: "HTTP has no handles that could be stale"
    case .otherVolume: "HTTP does not tell where file systems begin"
    case .redirect(.downgrade) where visibility == .http:
      "the connection is not encrypted to begin with"
    default: visibility.reason
    }
  }
}
