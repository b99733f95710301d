import Foundation
import KinoTestServers
import KinoTestTools
import Testing

extension Crashes {
  @Suite("Killed scans of a WebDAV server", .serialized)
  struct ServedKillTests {
    // A server has no identity of its root: one that lacks half of its folders is taken for another
    // one, and nothing is held.
    private static let scenarios = KillScenario.allCases.filter {
      $0 != .heldRemovals && $0 != .confirmedRemovals
    }

    // Without ids of files a move is a loss and a find until both have been read. So that there is
    // one state after the scan, those that move are killed before the reading.
    private static let movers: Set<KillScenario> = [.moves, .everything]

    @Test(
      "killed at any moment, it leaves the old snapshot or the new, and the next one ends right",
      .enabled(if: TestServer.Kind.present.contains(.lighttpd)),
      arguments: scenarios  // TX-4, TX-5, DL-6
    )
    func kill(_ scenario: KillScenario) async throws {
      let kills = Tier.isLong ? 100 : 2
      let seed = scenario.rawValue.utf8.reduce(Tier.seed) { $0 &* 37 &+ UInt64($1) }
      let workspace = Workspace()
      _ = unsafe chmod(workspace.path, 0o755)
      let server = try await TestServer.serving(workspace.path, by: .lighttpd, isFresh: true)
      let address = try #require(server.address("open"))
      let kino = try BuiltTool.path(of: "kino")
      let above = workspace.path.utf8.count + 1
      let reach = Reach(
        tool: [kino, "scan"],
        options: Self.movers.contains(scenario) ? ["--scan-only"] : [],
        place: { "\(address)\($0.path.dropFirst(above))/" }
      )
      let tally = try await onThread {
        let prepared = try PreparedScenario(scenario, in: workspace, by: reach)
        return try KillSeries(prepared, seed: seed).run(kills: kills)
      }
      try await server.stop()
      #expect(tally.kills >= kills)
      if Tier.isLong {
        #expect(tally.after > 0, "no scan was killed after it published")
        #expect(tally.states.isSuperset(of: ["enumerating", "completed"]))
      }
    }
  }
}
