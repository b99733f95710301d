import KinoTestTools
import Testing

/// One at a time: they measure, and each keeps a processor busy.
@Suite("Crashes", .serialized)
enum Crashes {}

extension Crashes {
  @Suite("Killed scans", .serialized)
  struct KillTests {
    @Test(
      "a scan killed at any moment leaves the old snapshot or the new, and the next one ends right",
      arguments: KillScenario.allCases  // TX-4, TX-5, DL-6
    )
    func kill(_ scenario: KillScenario) async throws {
      let kills = Tier.isLong ? 250 : 13
      let seed = scenario.rawValue.utf8.reduce(Tier.seed) { $0 &* 31 &+ UInt64($1) }
      let tally = try await onThread {
        try KillSeries(PreparedScenario(scenario), seed: seed).run(kills: kills)
      }
      #expect(tally.kills >= kills)
      if Tier.isLong {
        #expect(tally.after > 0, "no scan was killed after it published")
        #expect(tally.states.isSuperset(of: ["enumerating", "completed"]))
      }
    }
  }
}
