import Foundation
import KinoCore
import KinoNFS
import KinoTestServers
import KinoTestSupport
import Synchronization
import Testing

private let versions: [NFSOptions.Version] = [.v3, .v4]

@Suite("An NFS server that goes away", .serialized, .enabled(if: geteuid() == 0))
struct OutageTests {
  @Test("a session and an open file survive a restart of the server", arguments: versions)
  func restart(_ version: NFSOptions.Version) async throws {
    let server = try await Shared.roughServer(of: "outages")
    let place = try Shared.place("/media/tree", on: server, version)
    let session = try await NFSAdapter().connect(place, credential: nil)
    let reader = try await session.open(.path("film.mkv"))
    let before = try await session.listAll()
    let lister = try await session.list(ListRequest(path: .path("many"), pageLimit: 100))
    var names = Set(try await lister.next().entries.map(\.name))
    try await server.restart()
    #expect(try await session.listAll().entries == before.entries)
    #expect(try await reader.read(at: 100, count: 3) == Array(NFSTree.film[100..<103]))
    while true {
      let page = try await lister.next()
      names.formUnion(page.entries.map(\.name))
      if page.end != nil { break }
    }
    #expect(names.count == 5000)
  }

  @Test(
    "a frozen server times out within the deadline, and is used again later",
    arguments: versions
  )
  func frozen(_ version: NFSOptions.Version) async throws {
    let server = try await Shared.roughServer(of: "outages")
    var place = try Shared.place("/media/tree", on: server, version)
    let calm = try await NFSAdapter().connect(place, credential: nil)
    place.deadlines = .short
    let session = try await NFSAdapter().connect(place, credential: nil)
    try server.freeze(true)
    defer { try? server.freeze(false) }
    let start = ContinuousClock.now
    async let listed = failure { try await session.listAll() }
    async let looked = failure { try await session.stat(.path("film.mkv")) }
    async let connected = failure { try await NFSAdapter().connect(place, credential: nil) }
    let errors = await [listed, looked, connected]
    #expect(errors.allSatisfy { $0?.kind == .timedOut && $0?.scope == .connection })
    #expect(ContinuousClock.now - start < .seconds(3))
    try server.freeze(false)
    #expect(try await session.stat(.path("film.mkv")).size == 3_000_000)
    #expect(try await calm.listAll(.path("many")).entries.count == 5000)
    #expect(try await calm.stat(.path("film.mkv")).size == 3_000_000)
  }

  @Test("cancelling ends any call at once, and leaves the session usable", arguments: versions)
  func cancel(_ version: NFSOptions.Version) async throws {
    let server = try await Shared.roughServer(of: "outages")
    let place = try Shared.place("/media/tree", on: server, version)
    let session = try await NFSAdapter().connect(place, credential: nil)
    let reader = try await session.open(.path("film.mkv"))
    try server.freeze(true)
    defer { try? server.freeze(false) }
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await session.listAll() },
      { _ = try await session.stat(.path("film.mkv")) },
      { _ = try await reader.read(at: 0, count: 2_500_000) },
      { _ = try await NFSAdapter().connect(place, credential: nil) },
    ]
    for call in calls {
      let task = Task { await failure { try await call() } }
      try await Task.sleep(for: .milliseconds(30))
      let start = ContinuousClock.now
      task.cancel()
      #expect(await task.value?.kind == .cancelled)
      #expect(ContinuousClock.now - start < .milliseconds(250))
    }
    try server.freeze(false)
    #expect(try await session.listAll(.path("many")).entries.count == 5000)
  }

  @Test("a closed port is unavailable, with the system's reason", arguments: versions)
  func closedPort(_ version: NFSOptions.Version) async throws {
    var options = NFSOptions()
    options.version = version
    options.mountPort = 1
    let place = SourceConfiguration.nfs(
      "127.0.0.1",
      port: 1,
      path: Array("/media".utf8),
      options: options
    )
    let error = await failure { try await NFSAdapter().connect(place, credential: nil) }
    #expect(error?.kind == .unavailable && error?.retry == .temporary)
    #expect(error?.underlying == .init(domain: "errno", code: Int64(ECONNREFUSED)))
  }

  @Test("a name that leads nowhere is unavailable")
  func unresolvable() async throws {
    let place = SourceConfiguration.nfs("nowhere.invalid", path: Array("/media".utf8))
    let error = await failure { try await NFSAdapter().connect(place, credential: nil) }
    #expect(error?.kind == .unavailable)
  }
}
