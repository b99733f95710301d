import KinoCore
import KinoTestServers
import KinoTestTools
import Testing

/// Hours of use in a minute: sessions over a real server, behind a proxy that counts and cuts.
///
/// The short tier does a hundredth of it.
@Suite("A session on a file server that is used for long", .serialized)
struct ShareSoakTests {
  // The adapter's, 1 for NFS and 8 for SMB, and what is being replaced.
  private static let mostConnections = 10

  @Test("8 lists and 8 readers at the same time are right", arguments: ShareKind.all)
  func parallel(_ kind: ShareKind) async throws {
    let served = try await ServedShare(kind)
    let session = try await served.connect()
    let end = ContinuousClock.now + (Tier.isLong ? .seconds(60) : .milliseconds(600))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          while ContinuousClock.now < end { try await served.listFilm(worker, in: session) }
        }
        group.addTask {
          let reader = try await session.open(served.path(of: worker))
          while ContinuousClock.now < end { try await served.read(worker, by: reader) }
          await reader.close()
        }
      }
      try await group.waitForAll()
    }
    #expect(served.proxy.count <= Self.mostConnections)
    #expect(served.proxy.countAll <= 2 * Self.mostConnections)
    await session.close()
    try await served.expectNoConnections()
  }

  @Test(
    "files and sessions that were opened and closed leave nothing behind",
    arguments: ShareKind.all
  )
  func cycles(_ kind: ShareKind) async throws {
    let served = try await ServedShare(kind)
    let session = try await served.connect()
    let before = ResidentMemory.now
    for cycle in 0..<(Tier.isLong ? 10_000 : 100) {
      let reader = try await session.open(served.path(of: cycle % 40))
      if cycle.isMultiple(of: 10) { try await served.read(cycle % 40, by: reader) }
      await reader.close()
    }
    #expect(served.proxy.countAll <= 2 * Self.mostConnections)
    for _ in 0..<(Tier.isLong ? 500 : 10) {
      let other = try await served.connect()
      try await served.listFilm(3, in: other)
      await other.close()
    }
    // Other tests use memory as well.
    #expect(ResidentMemory.now - before < 200 << 20)
    await session.close()
    try await served.expectNoConnections()
  }

  /// Samba ends sessions that were idle for a minute, and ganesha's leases end after ten seconds.
  @Test(
    "a session that was idle for so long that the server has let it go is used as before",
    .enabled(if: Tier.isLong, "long tier"),
    arguments: ShareKind.all
  )
  func idle(_ kind: ShareKind) async throws {
    let served = try await ServedShare(kind)
    let session = try await served.connect()
    try await served.use(5, in: session)
    if kind == .smb {
      var waits = 0
      while served.proxy.count > 0 {
        waits += 1
        try #require(waits < 240, "the server has not ended the session")
        try await Task.sleep(for: .seconds(1))
      }
    } else {
      try await Task.sleep(for: .seconds(25))
    }
    try await served.use(5, in: session)
    await session.close()
    try await served.expectNoConnections()
  }

  @Test(
    "connections that are lost at any moment cost no more than their call",
    arguments: ShareKind.all
  )
  func losses(_ kind: ShareKind) async throws {
    let served = try await ServedShare(kind)
    let limit = Duration.seconds(5)
    // It lists, opens and reads twice, each within its own time.
    let most = limit * 4 + Duration.seconds(2)
    let session = try await served.connect(within: limit)
    var random = SeededGenerator(seed: Tier.seed)
    for round in 0..<(Tier.isLong ? 300 : 12) {
      let (wait, bytes) = (
        Int.random(in: 0..<15, using: &random), Int.random(in: 1..<4000, using: &random)
      )
      let cut = Task {
        try await Task.sleep(for: .milliseconds(wait))
        if round.isMultiple(of: 2) {
          served.proxy.cut()
        } else {
          served.proxy.make(.resets, after: bytes)
        }
      }
      for number in 0..<4 {
        let start = ContinuousClock.now
        do throws(SourceError) {
          try await served.use(number, in: session)
        } catch {
          #expect(error.retry == .temporary, "seed \(Tier.seed), round \(round): \(error)")
        }
        #expect(ContinuousClock.now - start < most)
      }
      try await cut.value
      served.proxy.heal()
    }
    try await served.use(5, in: session)
    await session.close()
    try await served.expectNoConnections()
  }
}
