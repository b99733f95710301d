import KinoCore
import KinoTestServers
import KinoTestTools
import KinoWebDAV
import Kinothek
import Testing

/// A library of a few hundred files that a real server serves, behind a proxy that a test spoils.
struct ServedLibrary: Sendable {
  let served: ServedTree
  let proxy: SpoilingProxy
  private let library: RemoteLibrary

  /// Scans a tree for the first time, and adds what a person makes of it.
  ///
  /// - Parameters:
  ///   - served: The tree.
  ///   - isSecure: Whether the library reaches it by TLS.
  ///   - credential: What the library presents.
  /// - Throws: What keeps the first scan from being made.
  init(
    _ served: ServedTree,
    isSecure: Bool = false,
    credential: SourceCredential? = nil
  ) async throws {
    self.served = served
    proxy = try await SpoilingProxy(to: served.address, isSecure: isSecure)
    var options = WebDAVOptions()
    if isSecure { options.authorities = proxy.authority }
    let place = SourceConfiguration.webDAV(proxy.address + served.target, options: options)
    library = try await RemoteLibrary(place, by: WebDAVAdapter()) { credential }
  }

  var adapter: HurriedAdapter { library.adapter }
  var clock: ScaledClock { library.clock }

  /// See ``RemoteLibrary``.
  func scan() async -> ScanReport { await library.scan() }
  func work() async -> WorkReport { await library.work() }
  func contents() throws -> Inspection { try library.contents() }

  @discardableResult
  func expectGoodScan(_ location: SourceLocation = #_sourceLocation) async throws -> ScanReport {
    try await library.expectGoodScan(location)
  }

  /// See ``RemoteLibrary``; heals the proxy unless told otherwise.
  func survive(
    _ name: String,
    _ spoil: () async throws -> Void,
    expecting outcome: WebFault.Outcome,
    thenHeal heal: (() async throws -> Void)? = nil
  ) async throws {
    try await library.survive(
      name,
      spoil,
      expecting: outcome,
      thenHeal: heal ?? { try proxy.heal() }
    )
  }
}
