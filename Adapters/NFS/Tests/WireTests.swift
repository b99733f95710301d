import KinoCore
import KinoTestServers
import KinoTestSupport
import Testing

@testable import KinoNFS

private let versions: [NFSOptions.Version] = [.v3, .v4]

@Suite("What an NFS server made to attack sends", .serialized)
struct WireTests {
  @Test(
    "lengths that lead out of an answer, nest too deep or never end, end the answer and nothing else",
    arguments: versions,
    ["name", "values", "mask", "results", "verifier", "huge", "deep", "pieces"]
  )
  func lengths(_ version: NFSOptions.Version, _ export: String) async throws {
    let session = try await HostileServer.connect(version, export)
    if version == .v3, ["values", "mask", "results"].contains(export) {
      #expect(try await session.listAll().entries.count == 3)
    } else {
      let error = await failure { try await session.listAll() }
      #expect(error?.meansBadAnswer == true, "\(String(describing: error))")
    }
    #expect(try await session.stat(.path("film")).kind == .file)
  }

  @Test("handles and contents of negative length are no answer", arguments: versions)
  func values(_ version: NFSOptions.Version) async throws {
    let opened = await failure { try await HostileServer.connect(version, "handle") }
    #expect(opened?.meansBadAnswer == true, "\(String(describing: opened))")
    let reader = try await HostileServer.connect(version, "data").open(.path("film"))
    let read = await failure { try await reader.read(at: 0, count: 5) }
    #expect(read?.meansBadAnswer == true, "\(String(describing: read))")
    let good = try await HostileServer.connect(version, "fine").open(.path("film"))
    #expect(try await good.read(at: 0, count: 5) == Array("hello".utf8))
  }

  @Test("a listing that ends anywhere is no listing", arguments: versions)
  func cut(_ version: NFSOptions.Version) async throws {
    let whole = version == .v3 ? 144 : 236
    for count in stride(from: 0, to: whole, by: 12) {
      let session = try await HostileServer.connect(version, "cut-\(count)")
      let error = await failure { try await session.listAll() }
      #expect(error?.meansBadAnswer == true, "\(count): \(String(describing: error))")
    }
  }

  @Test("noise in a listing ends with a listing or an error", arguments: versions)
  func noise(_ version: NFSOptions.Version) async throws {
    for seed in 0..<(version == .v3 ? 30 : 60) {
      let session = try await HostileServer.connect(version, "noise-\(seed)")
      _ = try? await session.listAll()
    }
    let session = try await HostileServer.connect(version, "fine")
    #expect(try await session.listAll().names == ["entry 0", "entry 1", "entry 2"])
  }
}

@Suite("Calls that an NFS server does not execute", .serialized)
struct RefusalTests {
  @Test(
    "each reason is told, and reaches as far as it does",
    arguments: versions,
    [
      ("credential", .permissionDenied, .root, .denied),
      ("version", .permissionDenied, .root, .denied),
      ("unavailable", .unsupported, .connection, .programUnavailable),
      ("mismatch", .unsupported, .connection, .versionMismatch),
      ("procedure", .unsupported, .connection, .procedureUnavailable),
      ("garbage", .unsupported, .connection, .garbage),
      ("system", .unavailable, .connection, .system),
    ] as [(String, SourceError.Kind, SourceError.Scope, RPCRefusal)]
  )
  func refused(
    _ version: NFSOptions.Version,
    _ refusal: (export: String, kind: SourceError.Kind, scope: SourceError.Scope, code: RPCRefusal)
  ) async throws {
    let session = try await HostileServer.connect(version, refusal.export)
    let error = await failure { try await session.listAll() }
    #expect(error?.kind == refusal.kind && error?.scope == refusal.scope)
    #expect(error?.underlying == .init(domain: "rpc", code: refusal.code.rawValue))
    #expect(try await session.stat(.path("film")).kind == .file)
  }
}

@Suite("A connection to an NFS server", .serialized)
struct ConnectionTests {
  /// The connection by which a call was answered, counted by the server.
  private func ordinal(
    of name: String,
    over version: NFSVersion4,
    within limit: Duration
  ) async throws(NFSFailure) -> UInt64? {
    let names = ["count", name].map { Array($0.utf8) }
    return try await version.findRoot(names, until: .now + limit).node.facts.number
  }

  @Test("a call with little time fails alone, and takes no other with it")
  func shortCall() async throws {
    let loop = RPCLoop()
    let version = NFSVersion4(loop: loop, link: try await HostileServer.link())
    let first = try await ordinal(of: "quick", over: version, within: .seconds(60))
    async let slow = ordinal(of: "slow", over: version, within: .seconds(60))
    try await Task.sleep(for: .milliseconds(100))
    await #expect(throws: NFSFailure.timedOut) {
      try await self.ordinal(of: "quick", over: version, within: .milliseconds(100))
    }
    let (second, third) = try await (
      slow, ordinal(of: "quick", over: version, within: .seconds(60))
    )
    #expect(second == first && third == first)
  }

  @Test("a server is reached by its second address when the first swallows what is sent")
  func secondAddress() async throws {
    let link = try await HostileServer.link(at: ["127.0.0.2", "127.0.0.1"], within: .seconds(2))
    let hole = try BlackHole(at: 2, port: link.port)
    let loop = RPCLoop()
    let version = NFSVersion4(loop: loop, link: link)
    #expect(try await ordinal(of: "quick", over: version, within: .seconds(60)) != nil)
    // Another connection begins with the address that answered.
    let again = RPCLink(
      addresses: link.addresses,
      port: link.port,
      user: link.user,
      connectLimit: .seconds(60)
    )
    let start = ContinuousClock.now
    let other = NFSVersion4(loop: loop, link: again)
    #expect(try await ordinal(of: "quick", over: other, within: .seconds(60)) != nil)
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(hole.port == link.port)
  }

  @Test("an address that holds in one zone only is none")
  func zone() async {
    await #expect(throws: NFSFailure.unreachable(code: 0)) {
      try await HostLookup.addresses(of: "fe80::1%lo", until: .now + .seconds(60))
    }
  }
}

/// The server of `Tests/Servers/hostile-nfs.py`.
private enum HostileServer {
  private static let cache = ServerCache()

  private static var port: UInt16 {
    get async throws {
      let server = try await cache.get("hostile") { try await .hostileNFS() }
      let address = try #require(server.address("nfs"))
      return try #require(UInt16(address.split(separator: ":")[1]))
    }
  }

  static func connect(
    _ version: NFSOptions.Version,
    _ export: String
  ) async throws -> any SourceSession {
    var options = NFSOptions()
    options.version = version
    options.mountPort = try await port
    let path = Array("/\(export)".utf8)
    var place = try await SourceConfiguration.nfs(
      "127.0.0.1",
      port: port,
      path: path,
      options: options
    )
    place.deadlines = .patient
    return try await NFSAdapter().connect(place, credential: nil)
  }

  static func link(
    at addresses: [String] = ["127.0.0.1"],
    within limit: Duration = .seconds(60)
  ) async throws -> RPCLink {
    RPCLink(
      addresses: HostAddresses(addresses),
      port: try await port,
      user: RPCUser(),
      connectLimit: limit
    )
  }
}

extension SourceError {
  /// Whether it says that an answer made no sense, or that its connection was given up for it.
  fileprivate var meansBadAnswer: Bool {
    kind == .protocolViolation || kind == .unavailable && scope == .connection
  }
}
