import KinoCore
import KinoTestServers
import KinoTestTools
import Kinothek
import Synchronization
import Testing

/// A library of a few hundred files that a real server shares, behind a proxy that a test spoils.
struct ShareLibrary: Sendable {
  let shared: ShareTree
  let proxy: PlainProxy
  let library: RemoteLibrary
  private let login: Login

  /// Scans a tree for the first time, and adds what a person makes of it.
  ///
  /// - Parameters:
  ///   - shared: The tree.
  ///   - kind: How to get in; `nil` for the tree's own.
  ///   - isDirect: Whether the proxy is left out.
  /// - Throws: What keeps the first scan from being made.
  init(_ shared: ShareTree, by kind: ShareKind? = nil, isDirect: Bool = false) async throws {
    let kind = kind ?? shared.kind
    self.shared = shared
    let port = try kind.port(of: shared.server)
    proxy = try PlainProxy(to: port)
    let login = Login(kind.credential)
    self.login = login
    let place = try kind.place(at: isDirect ? port : proxy.port, of: shared.server)
    library = try await RemoteLibrary(place, by: kind.adapter) { login.credential }
  }

  /// What the library presents from now on.
  func present(_ credential: SourceCredential?) { login.credential = credential }

  /// Spoils, scans, heals and scans again, and expects that every row stays what it is.
  func survive(
    _ name: String,
    isHurried: Bool = false,
    _ spoil: () async throws -> Void,
    expecting outcome: WebFault.Outcome,
    thenHeal heal: () async throws -> Void = {}
  ) async throws {
    try await library.survive(
      "\(shared.kind): \(name)",
      {
        library.adapter.isHurried = isHurried
        try await spoil()
      },
      expecting: outcome,
      thenHeal: {
        proxy.heal()
        try await heal()
      }
    )
  }

  /// Does something as soon as a scan is in the middle of the listings; nothing passes until it is
  /// done, however slow the machine.
  func inTheMiddle(_ body: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
    proxy.make(.freezes, after: Self.middle)
    return Task {
      while !proxy.isFrozen { try await Task.sleep(for: .milliseconds(1)) }
      defer { proxy.freeze(false) }
      try await body()
    }
  }

  /// How many bytes a server has said when some directories are listed and most are not.
  static let middle = 12_000
}

private final class Login: Sendable {
  private let current: Mutex<SourceCredential?>

  init(_ credential: SourceCredential?) { current = Mutex(credential) }

  var credential: SourceCredential? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}
