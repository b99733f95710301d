import KinoCore
import KinoTestServers
import KinoTestTools
import Testing

@Suite("Cancelled calls of a file server", .serialized)
struct ShareTimingTests {
  @Test("cancelling ends a call within 250 ms, at any moment", arguments: ShareKind.all)
  func cancelling(_ kind: ShareKind) async throws {
    let served = try await ServedShare(kind)
    let session = try await served.connect()
    var random = SeededGenerator(seed: Tier.seed)
    var late = 0
    let rounds = Tier.isLong ? 200 : 40
    for round in 0..<rounds {
      let wait = Int.random(in: 0..<40, using: &random)
      served.proxy.freeze(round.isMultiple(of: 2))
      let call = Task {
        // Another connection is being made, and keeps others from it.
        if round.isMultiple(of: 3) {
          await served.connectAndClose()
        } else {
          try? await served.use(round % 40, in: session)
        }
      }
      try await Task.sleep(for: .milliseconds(wait))
      let start = ContinuousClock.now
      call.cancel()
      await call.value
      if ContinuousClock.now - start > .milliseconds(250) { late += 1 }
    }
    served.proxy.heal()
    // The machine may be busy with something else once in a while.
    #expect(late <= rounds / 20, "seed \(Tier.seed)")
    try await served.use(1, in: session)
    await session.close()
    try await served.expectNoConnections()
  }
}
