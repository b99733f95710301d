import KinoCore
import KinoStorage
import Testing

/// Files that were moved while a scan listed, and so were published twice.
@Suite("Two rows of one file")
struct TwinTests {
  @Test(
    "the row that was there before gets the place of the one that was added meanwhile",
    arguments: ["mkv", "srt"]
  )
  func joined(_ kind: String) async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("one/a.\(kind)")
    tree.add("other.mkv")
    let (row, _) = try await library.rows("one/a.\(kind)", "other.mkv", after: tree)
    // The scan listed the first directory before the file was moved, the second after it.
    tree.link("one/a.\(kind)", to: "two/b.\(kind)")
    #expect(try await library.scan(tree).added == 1)
    let twin = try await library.item("two/b.\(kind)")?.id
    tree.remove("one")
    let outcome = try await library.scan(tree)
    #expect(outcome.moved == 1)
    #expect(outcome.added + outcome.changed + outcome.missing + outcome.conflicts == 0)
    #expect(try await library.item("two/b.\(kind)")?.id == row)
    #expect(try await library.items().first { $0.id == twin }?.availability == "missing")
    try await library.expect(tree)
    try await library.expectDigests()
    tree.move("two/b.\(kind)", to: "three/c.\(kind)")
    #expect(try await library.scan(tree).moved == 1)
    #expect(try await library.item("three/c.\(kind)")?.id == row)
    let quiet = try await library.scan(tree)
    #expect(quiet.moved + quiet.added + quiet.changed + quiet.missing == 0)
    try await library.expect(tree)
  }

  @Test("the row goes with its file where another took its old place, too")
  func replaced() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("one/a.mkv")
    let (row, _) = try await library.rows("one/a.mkv", "", after: tree)
    tree.link("one/a.mkv", to: "two/b.mkv")
    try await library.scan(tree)
    tree.replace("one/a.mkv")
    let outcome = try await library.scan(tree)
    #expect(outcome.moved == 1)
    #expect(outcome.added == 1)
    #expect(outcome.changed + outcome.missing + outcome.conflicts == 0)
    #expect(try await library.item("two/b.mkv")?.id == row)
    try await library.expect(tree)
  }

  @Test(
    "a link that scans have seen beside the file is a file of its own",
    arguments: ["mkv", "srt"]
  )
  func established(_ kind: String) async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a.\(kind)")
    try await library.scan(tree)
    tree.link("a.\(kind)", to: "b.\(kind)")
    try await library.scan(tree)
    let link = try await library.item("b.\(kind)")?.id
    try await library.scan(tree)
    tree.remove("a.\(kind)")
    let outcome = try await library.scan(tree)
    #expect(outcome.missing == 1)
    #expect(outcome.moved == 0)
    #expect(try await library.item("b.\(kind)")?.id == link)
    try await library.expect(tree)
  }

  @Test("two links that were found together are two files: neither becomes the other")
  func foundTogether() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a/film.mkv")
    tree.link("a/film.mkv", to: "b/same.mkv")
    let (first, second) = try await library.rows("a/film.mkv", "b/same.mkv", after: tree)
    tree.remove("a/film.mkv")
    let outcome = try await library.scan(tree)
    #expect((outcome.moved, outcome.missing) == (0, 1))
    #expect(try await library.items().first { $0.id == first }?.availability == "missing")
    #expect(try await library.item("b/same.mkv")?.id == second)
    try await library.expect(tree)
  }

  @Test("two links whose directories are both gone are gone")
  func bothGone() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("other.mkv")
    tree.add("a/film.mkv")
    try await library.scan(tree)
    tree.link("a/film.mkv", to: "b/same.mkv")
    try await library.scan(tree)
    tree.remove("a")
    tree.remove("b")
    let outcome = try await library.scan(tree)
    #expect((outcome.moved, outcome.missing) == (0, 2))
    try await library.expect(tree)
    try await library.expectDigests()
  }

  @Test("a link that came along with its directory is no row for the one that is gone")
  func renamedAlong() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a/film.mkv")
    try await library.scan(tree)
    tree.link("a/film.mkv", to: "b/same.mkv")
    try await library.scan(tree)
    let link = try await library.item("b/same.mkv")?.id
    tree.remove("a/film.mkv")
    tree.move("b", to: "c")
    try await library.scan(tree) { $0.acceptsRenames = true }
    #expect(try await library.item("c/same.mkv")?.id == link)
    try await library.expect(tree)
  }

  @Test("a file that was found again is followed when it moves once more")
  func movedAgain() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("one/a.mkv")
    let (row, _) = try await library.rows("one/a.mkv", "", after: tree)
    tree.link("one/a.mkv", to: "two/b.mkv")
    try await library.scan(tree)
    tree.remove("one/a.mkv")
    #expect(try await library.scan(tree).moved == 1)
    tree.move("two/b.mkv", to: "three/c.mkv")
    #expect(try await library.scan(tree).moved == 1)
    #expect(try await library.item("three/c.mkv")?.id == row)
    try await library.expect(tree)
  }

  @Test("removals that are held back hold no row whose name is another's")
  func held() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("one/a.mkv")
    tree.add("one/b.mkv")
    let (row, lost) = try await library.rows("one/a.mkv", "one/b.mkv", after: tree)
    tree.link("one/a.mkv", to: "two/a.mkv")
    try await library.scan(tree)
    tree.remove("one")
    let outcome = try await library.scan(tree) { $0.holdsNewRemovals = true }
    #expect(outcome.moved == 1)
    #expect(outcome.held == 1)
    #expect(outcome.missing == 0)
    #expect(try await library.item("two/a.mkv")?.id == row)
    #expect(try await library.item("one/b.mkv")?.id == lost)
  }

  @Test("processing that was interrupted finds them again")
  func interrupted() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("one/a.mkv")
    let (row, _) = try await library.rows("one/a.mkv", "", after: tree)
    tree.link("one/a.mkv", to: "two/a.mkv")
    try await library.scan(tree)
    tree.remove("one/a.mkv")
    for isSettled in [false, true] {
      let run = try await library.admit(library.request())
      try await library.enumerate(tree, in: run)
      _ = try await library.store.beginProcessing(run, at: library.now)
      try await library.identify(run)
      if isSettled { try await library.store.settleIdentities(of: run) }
      try await library.store.end(run, as: .cancelled, at: library.now)
    }
    #expect(try await library.scan(tree).moved == 1)
    #expect(try await library.item("two/a.mkv")?.id == row)
    try await library.expect(tree)
  }
}
