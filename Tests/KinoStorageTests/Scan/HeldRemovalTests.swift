import KinoCore
import KinoStorage
import KinoTestSupport
import Testing

@Suite("Held removals of a scan")
struct HeldRemovalTests {
  @Test("the brake holds new removals: the files stay present")
  func brake() async throws {
    let library = try await ScanLibrary()
    var tree = Self.tree
    try await library.scan(tree)
    tree.remove("show")
    let outcome = try await library.scan(tree) { $0.holdsNewRemovals = true }
    #expect(outcome.missing == 0)
    #expect(outcome.held == 3)
    #expect(try await library.item("show/s1/e1.mkv")?.hold == "brake")
    #expect(Set(try await library.directories().keys).isSuperset(of: ["show", "show/s1"]))
  }

  @Test("a hold that is old enough is applied when its files are still absent")
  func confirmed() async throws {
    let library = try await ScanLibrary()
    var tree = Self.tree
    try await library.scan(tree)
    tree.remove("show")
    try await library.scan(tree) { $0.holdsNewRemovals = true }
    let heldAt = library.now
    let early = try await library.scan(tree) {
      $0.appliesHoldsSince = Timestamp(milliseconds: heldAt.milliseconds - 1)
    }
    #expect(early.missing == 0)
    let late = try await library.scan(tree) { $0.appliesHoldsSince = heldAt }
    #expect(late.missing == 3)
    #expect(late.held == 0)
    try await library.expect(tree)
  }

  @Test("a hold that was made while the clock was ahead counts from the scan that finds it so")
  func heldAhead() async throws {
    let library = try await ScanLibrary()
    var tree = Self.tree
    try await library.scan(tree)
    tree.remove("show")
    library.clock.setWall(Timestamp(milliseconds: 4_102_444_800_000))
    try await library.scan(tree) { $0.holdsNewRemovals = true }
    library.clock.setWall(ScanLibrary.start)
    let early = library.now
    #expect(try await library.scan(tree) { $0.appliesHoldsSince = early }.missing == 0)
    let late = library.now
    #expect(try await library.scan(tree) { $0.appliesHoldsSince = late }.missing == 3)
    try await library.expect(tree)
  }

  @Test("a held file that returns is let go")
  func returned() async throws {
    let library = try await ScanLibrary()
    let full = Self.tree
    try await library.scan(full)
    var tree = full
    tree.remove("show")
    try await library.scan(tree) { $0.holdsNewRemovals = true }
    let outcome = try await library.scan(full)
    #expect(outcome.restored == 3)
    #expect(outcome.held == 0)
    try await library.expect(full)
  }

  @Test("removals in a suspect directory are held whatever their number")
  func suspect() async throws {
    let library = try await ScanLibrary()
    var tree = Self.tree
    try await library.scan(tree)
    tree.remove("show/s1/e1.mkv")
    tree.remove("film.mkv")
    let outcome = try await library.scan(tree) { $0.suspect = [.of("show/s1")] }
    #expect(outcome.missing == 1)
    #expect(try await library.item("show/s1/e1.mkv")?.hold == "suspect")
    let suspects = "SELECT count(*) FROM source_directory WHERE suspect_reason IS NOT NULL"
    #expect(try await library.value(suspects) == 1)
  }

  @Test("the summary tells apart what is new, suspect, confirmable and still held")
  func summary() async throws {
    let library = try await ScanLibrary()
    var tree = Self.tree
    tree.add("other/a.mkv")
    try await library.scan(tree)
    tree.remove("show")
    try await library.scan(tree) { $0.holdsNewRemovals = true }
    let heldAt = library.now
    tree.remove("film.mkv")
    tree.remove("other/a.mkv")
    library.clock.advance(by: .seconds(60))
    let run = try await library.admit(library.request())
    try await library.enumerate(tree, in: run, ScanOptions(suspect: [.of("other")]))
    try await library.process(run)
    let summary = try await library.store.summary(of: run, holdsBefore: heldAt)
    #expect(summary.absent.videos == 1)
    #expect(summary.suspect.videos == 1)
    #expect(summary.confirmable == StagingSummary.Count(videos: 2, sidecars: 1))
    #expect(summary.stillHeld.total == 0)
    #expect(summary.coveredVideos == 4)
    let largest = try await library.store.largestRemovals(of: run, limit: 2)
    #expect(largest.count == 2)
  }

  private static let tree = {
    var tree = SourceTree()
    tree.add("show/s1/e1.mkv")
    tree.add("show/s1/e1.srt")
    tree.add("show/s2/e1.mkv")
    tree.add("film.mkv")
    return tree
  }()
}
