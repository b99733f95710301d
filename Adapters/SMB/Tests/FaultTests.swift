import KinoCore
import KinoSMB
import KinoTestServers
import KinoTestSupport
import Testing

@Suite("An SMB server in trouble", .serialized)
struct FaultTests {
  @Test("a connection that ended while nobody used it is replaced without a word")
  func idleEnd() async throws {
    let proxy = try await Shared.proxy()
    let session = try await Shared.connect(through: proxy)
    let reader = try await session.open(.path("film.mkv"))
    #expect(try await session.listAll(.path("deep")).names == ["a b"])
    proxy.cut()
    #expect(try await session.listAll(.path("deep")).names == ["a b"])
    proxy.cut()
    #expect(try await reader.read(at: 5, count: 3) == Array(SMBTree.film[5..<8]))
  }

  @Test("a server that takes no connections is unavailable, and its own folder stays what it was")
  func refused() async throws {
    let proxy = try await Shared.proxy()
    let session = try await Shared.connect(through: proxy)
    proxy.refuse(true)
    proxy.cut()
    let listed = await failure { try await session.listAll(.path("deep")) }
    #expect(listed?.kind == .unavailable && listed?.scope == .connection)
    let opened = await failure { try await Shared.connect(through: proxy) }
    #expect(opened?.kind == .unavailable && opened?.retry == .temporary)
    proxy.refuse(false)
    #expect(try await session.listAll(.path("deep")).names == ["a b"])
  }

  @Test("nobody listening, and a name that leads nowhere, are unavailable")
  func nobody() async throws {
    for host in ["127.0.0.1:1", "no-such-host.invalid"] {
      let place = SourceConfiguration.smb(host, share: "login")
      let error = await failure { try await SMBAdapter().connect(place, credential: .alice) }
      #expect(error?.kind == .unavailable && error?.scope == .connection)
    }
  }

  @Test("a host that swallows what is sent is given up in time, and holds up no other")
  func blackHole() async throws {
    let hole = try BlackHole()
    var place = SourceConfiguration.smb("127.0.0.1:\(hole.port)", share: "login")
    place.deadlines = .all(.seconds(1))
    let lost = Task { [place] in
      await failure { try await SMBAdapter().connect(place, credential: .alice) }
    }
    let clock = ContinuousClock()
    let start = clock.now
    let session = try await Shared.connect()
    #expect(try await session.listAll(.path("deep")).names == ["a b"])
    #expect(await lost.value?.kind == .timedOut)
    #expect(clock.now - start < .seconds(3))
  }

  @Test("a connection cut at any moment loses no answer, and ends nothing but itself")
  func cuts() async throws {
    let proxy = try await Shared.proxy()
    let session = try await Shared.connect(through: proxy)
    for round in 0..<20 {
      let cutter = Task {
        try? await Task.sleep(for: .milliseconds(round * 10))
        proxy.cut()
      }
      do {
        let listing = try await session.listAll(.path("many"))
        #expect(listing.entries.count == 1000)
      } catch let error as SourceError {
        #expect(error.retry == .temporary && error.kind == .unavailable, "\(error)")
      }
      await cutter.value
      #expect(try await session.listAll(.path("deep")).names == ["a b"])
    }
  }

  @Test("what is cut is the library's connection, and no other of the program to the same server")
  func ownSocket() async throws {
    let proxy = try await Shared.proxy()
    proxy.swallow(after: 0)
    let call = Task { await failure { try await Shared.connect(through: proxy) } }
    // The first only asks whether the server takes connections.
    while proxy.countAll < 2 { try await Task.sleep(for: .milliseconds(5)) }
    let own = try PlainSocket(to: proxy.port)
    call.cancel()
    #expect(await call.value?.kind == .cancelled)
    // That would wait for the one that was cut.
    let start = ContinuousClock.now
    #expect(try await Shared.connect().listAll(.path("deep")).names == ["a b"])
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(own.isOpen)
  }

  @Test("finding out what was refused ends with the call, and holds up no other")
  func refusalCut() async throws {
    let proxy = try await Shared.proxy()
    proxy.swallow(after: 2)
    let call = Task { await failure { try await Shared.connect(through: proxy, as: .wrong) } }
    while proxy.countAll < 3 { try await Task.sleep(for: .milliseconds(5)) }
    try await Task.sleep(for: .milliseconds(50))
    call.cancel()
    #expect(await call.value?.kind == .cancelled)
    let start = ContinuousClock.now
    #expect(try await Shared.connect().listAll(.path("deep")).names == ["a b"])
    #expect(ContinuousClock.now - start < .seconds(4))
  }
}
