import KinoCore
import KinoTestSupport
import KinoTestTools
import Testing

@testable import Kinothek

/// DL-6: whatever happens to files, what people made is byte for byte what it was, and hangs on what
/// the same files show.
@Suite("What people made outlives what happens to files")
struct UserStateTests {
  @Test("through random renames, moves, re-encodes, losses, returns, matches and rules (DL-6)")
  func anything() async throws {
    var generator = SeededGenerator(seed: Tier.seed)
    let rounds = Tier.isLong ? 200 : 8
    var files = (1...6).map { "Films/F\($0) (200\($0))/F\($0) (200\($0)).mkv" }
    files += (1...4).map { "TV/Show \($0)/Season 1/Show \($0) S01E0\($0).mkv" }
    let others = (1...30).map { "Other/O\($0) (1990).mkv" }
    let catalogue = try await CatalogueWorld(files + others)
    await catalogue.update()
    for file in files { try await catalogue.cherish(file) }
    let state = try await catalogue.userState()
    var matched: Set<Int> = []
    for round in 1...rounds {
      for number in files.indices where Int.random(in: 0..<3, using: &generator) == 0 {
        let name = "Zed q\(round)w\(number) (19\(10 + number)).mkv"
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
          let folder = files[number].split(separator: "/").dropLast().joined(separator: "/")
          files[number] = catalogue.moved(files[number], to: "\(folder)/\(name)")
        case 1: files[number] = catalogue.moved(files[number], to: "Moved \(round)/\(name)")
        case 2:
          let show = "TV/New q\(round)w\(number)/Season 2/S02E0\(1 + number % 8).mkv"
          files[number] = catalogue.moved(files[number], to: show)
        case 3: catalogue.rewrite(files[number], round)
        case 4:
          let aside = "#recycle/\(number).mkv"
          catalogue.move(files[number], to: aside)
          await catalogue.update()
          catalogue.move(aside, to: files[number])
        default:
          await catalogue.update()
          if matched.remove(number) != nil {
            try await catalogue.world.library.unmatch(catalogue.location(files[number]))
          } else {
            let title = MatchTarget.movie(title: "By hand q\(round)w\(number)", year: 1960)
            try await catalogue.match(files[number], title)
            matched.insert(number)
          }
        }
      }
      await catalogue.update()
      if round.isMultiple(of: 3) { try await catalogue.readAllAgain() }
      #expect(try await catalogue.userState() == state, "seed \(Tier.seed), round \(round)")
      #expect(try await catalogue.strayed() == [], "seed \(Tier.seed), round \(round)")
    }
    #expect(try await catalogue.world.library.verify() == [])
  }
}

extension CatalogueWorld {
  /// Moves a file; returns where it is.
  fileprivate func moved(_ file: String, to other: String) -> String {
    move(file, to: other)
    return other
  }

  /// Gives a file another length and time, as a re-encode does.
  fileprivate func rewrite(_ file: String, _ round: Int) {
    world.memory.update(.path(file)) { entry in
      entry.size = Int64(500_000 + round)
      entry.modifiedAt = Timestamp(milliseconds: 1_600_000_000_000 + Int64(round) * 60_000)
    }
  }

  /// Progress that hangs on something that the file it was made with does not show.
  fileprivate func strayed() async throws -> [String] {
    try await rows(
      """
      SELECT CAST(state.path AS TEXT) FROM playback_state AS state
      WHERE NOT EXISTS (
        SELECT 1 FROM file_binding AS bound
        WHERE bound.entity_id = state.entity_id AND bound.media_file_id IS NOT NULL
      )
      """
    )
  }
}
