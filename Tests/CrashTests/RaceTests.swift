import Foundation
import KinoTestTools
import Testing

extension Crashes {
  @Suite("Racing processes", .serialized)
  struct RaceTests {
    @Test("two processes that scan one source end with one result (TX-7)")
    func race() async throws {
      let rounds = Tier.isLong ? 100 : 8
      try await repeated(rounds) { prepared, generator in
        let database = prepared.workspace.file("raced")
        try prepared.workspace.copyFolder(prepared.before, to: database)
        let command = prepared.command(database)
        let first = try command.start(name: "first")
        pause(prepared.timing.wall * Double.random(in: 0...1, using: &generator))
        let second = try command.start(name: "second")
        let ends = [try first.finish(), try second.finish()]
        for end in ends {
          try require(end.exit == prepared.scenario.exit, "\(end.exit)\n\(end.text)")
          try require(end.report?.state == "completed", end.text)
        }
        try prepared.requireAfter(database)
      }
    }

    @Test("a process that waits for a killed one takes its run over at once (TX-7)")
    func takeover() async throws {
      let rounds = Tier.isLong ? 50 : 4
      try await repeated(rounds) { prepared, generator in
        let database = prepared.workspace.file("raced")
        try prepared.workspace.copyFolder(prepared.before, to: database)
        let command = prepared.command(database)
        let first = try command.start(name: "first")
        let second = try command.start(name: "second")
        _ = first.kill(after: prepared.timing.momentOfTraversal(using: &generator))
        let end = try second.finish()
        try require(end.exit == prepared.scenario.exit, "\(end.exit)\n\(end.text)")
        try require(end.wall < .seconds(10), "the waiting scan took \(end.wall)")
        try prepared.requireAfter(database)
      }
    }

    @Test("a process stopped past its lease and woken while another publishes cannot write (TX-7)")
    func stopped() async throws {
      let rounds = Tier.isLong ? 20 : 1
      try await repeated(rounds) { prepared, generator in
        let database = prepared.workspace.file("raced")
        try prepared.workspace.copyFolder(prepared.before, to: database)
        let command = prepared.command(database)
        let sleeper = try command.start(name: "sleeper")
        pause(prepared.timing.momentOfTraversal(using: &generator))
        sleeper.child.send(SIGSTOP)
        pause(.seconds(16))
        let heir = try command.start(name: "heir")
        pause(prepared.timing.moment(using: &generator))
        sleeper.child.send(SIGCONT)
        let ends = (heir: try heir.finish(), sleeper: try sleeper.finish())
        try require(ends.heir.exit == prepared.scenario.exit, ends.heir.text)
        try require(
          ends.sleeper.report?.state == "completed"
            || ends.sleeper.report?.error?.kind == "ownershipLost",
          "the woken process: \(ends.sleeper.exit)\n\(ends.sleeper.text)"
        )
        try prepared.requireAfter(database)
      }
    }

    /// Repeats a race over a library whose tree has changed in every way.
    private func repeated(
      _ rounds: Int,
      _ body: @escaping @Sendable (PreparedScenario, inout SeededGenerator) throws -> Void
    ) async throws {
      try await onThread {
        let prepared = try PreparedScenario(.everything)
        var generator = SeededGenerator(seed: Tier.seed)
        for round in 0..<rounds {
          do {
            try body(prepared, &generator)
          } catch {
            throw Violation("round \(round), KINO_SEED=\(Tier.seed): \(error)")
          }
        }
      }
    }
  }
}

extension PreparedScenario {
  /// Checks that a library is whole, and as it must be after the scan.
  func requireAfter(_ database: String) throws {
    guard let inspection = try DatabaseCopy.inspect(database, in: workspace) else {
      throw Violation("there is no database")
    }
    let snapshot = LibrarySnapshot(inspection.contents, before: contentsBefore)
    try require(snapshot == snapshotAfter, snapshot.difference(from: snapshotAfter))
    try require(inspection.userState == userState, "the user's rows changed")
  }
}
