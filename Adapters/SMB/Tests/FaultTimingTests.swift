import KinoCore
import KinoSMB
import KinoTestServers
import KinoTestSupport
import Testing

@Suite("The time that an SMB server in trouble takes", .serialized)
struct FaultTimingTests {
  @Test("a server that answers nothing is given up in time, and used again when it does")
  func frozen() async throws {
    let proxy = try await Shared.proxy()
    let session = try await Shared.connect(through: proxy, deadlines: .all(.seconds(1)))
    let reader = try await session.open(.path("film.mkv"))
    proxy.freeze(true)
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await session.listAll(.path("deep")) },
      { _ = try await session.stat(.path("deep")) },
      { _ = try await reader.read(at: 0, count: 1) },
      { _ = try await session.rootIdentity() },
    ]
    for call in calls {
      var error: SourceError?
      let taken = await ContinuousClock().measure { error = await failure { try await call() } }
      #expect(error?.kind == .timedOut && error?.retry == .temporary)
      #expect(taken < .seconds(2))
    }
    proxy.freeze(false)
    let again = try await Shared.connect(through: proxy)
    #expect(try await again.listAll(.path("deep")).names == ["a b"])
    #expect(try await session.stat(.path("deep")).kind == .directory)
  }

  @Test("cancelling ends a call at once, whatever it waits for", arguments: [false, true])
  func cancelling(_ whileConnecting: Bool) async throws {
    let proxy = try await Shared.proxy()
    let session = try await Shared.connect(through: proxy)
    proxy.freeze(true)
    if whileConnecting { proxy.cut() }
    let call = Task { await failure { try await session.listAll(.path("deep")) } }
    try await Task.sleep(for: .milliseconds(200))
    call.cancel()
    var error: SourceError?
    let taken = await ContinuousClock().measure { error = await call.value }
    #expect(error?.kind == .cancelled)
    #expect(taken < .milliseconds(250))
    proxy.freeze(false)
    #expect(try await session.listAll(.path("deep")).names == ["a b"])
  }
}
