import KinoCore
import KinoStorage
import Testing

/// Files that take each other's names: rows follow them.
@Suite("Names in use")
struct IdentityTests {
  @Test("two files that exchange their names keep their rows", arguments: ["one/b", "two/a"])
  func exchange(_ other: String) async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    for path in ["one/a", other] {
      tree.add("\(path).mkv")
      tree.add("\(path).srt")
    }
    let before = try await library.identities(after: tree)
    for suffix in ["mkv", "srt"] { tree.exchange("one/a.\(suffix)", "\(other).\(suffix)") }
    let outcome = try await library.scan(tree)
    #expect(outcome.moved == 4)
    #expect(outcome.added + outcome.changed + outcome.missing + outcome.conflicts == 0)
    try await library.expect(tree, keeps: before)
    try await library.expectDigests()
  }

  @Test("files that take each other's names in a circle keep their rows", arguments: [2, 3, 7])
  func circle(_ count: Int) async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    let paths = (0..<count).map { "d\($0 % 2)/e\($0).mkv" }
    for path in paths { tree.add(path) }
    let before = try await library.identities(after: tree)
    tree.shift(paths, lastTo: paths[0])
    let outcome = try await library.scan(tree)
    #expect(outcome.moved == count)
    #expect(outcome.added + outcome.changed + outcome.missing == 0)
    try await library.expect(tree, keeps: before)
  }

  @Test(
    "renumbered episodes keep their rows, and a new first one is new",
    arguments: [false, true]
  )
  func renumbered(hasNewFirst: Bool) async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    let paths = (1...4).map { "Show/E0\($0).mkv" }
    for path in paths { tree.add(path) }
    let before = try await library.identities(after: tree)
    tree.shift(paths, lastTo: "Show/E05.mkv")
    if hasNewFirst { tree.add("Show/E01.mkv") }
    let outcome = try await library.scan(tree)
    #expect(outcome.moved == 4)
    #expect(outcome.added == (hasNewFirst ? 1 : 0))
    #expect(outcome.changed + outcome.missing + outcome.conflicts == 0)
    try await library.expect(tree, keeps: before)
    try await library.expectDigests()
  }

  @Test(
    "a film keeps its row when another is put in its place",
    arguments: ["film.old.mkv", "another directory/film.mkv"]
  )
  func replacedAfterRename(_ aside: String) async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("film.mkv")
    let before = try await library.identities(after: tree)
    tree.move("film.mkv", to: aside)
    tree.add("film.mkv")
    let outcome = try await library.scan(tree)
    #expect(outcome.moved == 1)
    #expect(outcome.added == 1)
    #expect(outcome.changed + outcome.missing == 0)
    try await library.expect(tree, keeps: before)
  }

  @Test("a file that is written anew beside and renamed is the same row, with new content")
  func writtenAnew() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a.mkv")
    tree.add("b.mkv")
    try await library.scan(tree)
    let before = try await library.item("a.mkv")
    tree.replace("a.mkv")
    tree.move("b.mkv", to: "c.mkv")
    let outcome = try await library.scan(tree)
    #expect(outcome.changed == 1)
    #expect(outcome.moved == 1)
    #expect(try await library.item("a.mkv")?.id == before?.id)
    try await library.expect(tree)
  }

  @Test("a file that gets the name of another leaves no place for it, whatever is held back")
  func overwritten() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a.mkv")
    tree.add("b.mkv")
    let (first, second) = try await library.rows("a.mkv", "b.mkv", after: tree)
    tree.remove("b.mkv")
    tree.move("a.mkv", to: "b.mkv")
    let outcome = try await library.scan(tree) { $0.holdsNewRemovals = true }
    #expect(outcome.moved == 1)
    #expect(outcome.missing == 1)
    #expect(outcome.held == 0)
    #expect(try await library.item("b.mkv")?.id == first)
    #expect(try await library.items().first { $0.id == second }?.availability == "missing")
    try await library.expect(tree)
    tree.add("c.mkv")
    #expect(try await library.scan(tree).added == 1)
  }

  @Test("directories that exchange their names leave their files' rows with the files")
  func directories() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    for season in ["S1", "S2"] {
      for episode in 1...3 { tree.add("\(season)/E\(episode).mkv") }
      tree.add("\(season)/Extras/trailer.mkv")
      tree.add("\(season)/only in \(season).mkv")
    }
    let before = try await library.identities(after: tree)
    tree.exchange("S1", "S2")
    let outcome = try await library.scan(tree) { $0.suspect = [.of("S1"), .of("S2")] }
    #expect(outcome.added + outcome.changed + outcome.missing + outcome.held == 0)
    try await library.expect(tree, keeps: before)
  }

  @Test("files renumbered in a directory that is renamed, too, keep their rows")
  func renamedDirectory() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    for episode in 1...4 { tree.add("Show/E\(episode).mkv") }
    let before = try await library.identities(after: tree)
    tree.move("Show", to: "The Show")
    tree.shift((1...4).map { "The Show/E\($0).mkv" }, lastTo: "The Show/E5.mkv")
    tree.add("The Show/E1.mkv")
    let outcome = try await library.scan(tree)
    #expect(outcome.moved == 4)
    #expect(outcome.added == 1)
    #expect(outcome.missing + outcome.conflicts == 0)
    try await library.expect(tree, keeps: before)
  }

  @Test("processing that was interrupted anywhere comes to the same", arguments: [false, true])
  func interrupted(isSettled: Bool) async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    for name in ["a", "b", "c", "d"] { tree.add("\(name).mkv") }
    tree.add("Show/x.mkv")
    let before = try await library.identities(after: tree)
    tree.shift(["a.mkv", "b.mkv", "c.mkv"], lastTo: "a.mkv")
    tree.move("d.mkv", to: "e.mkv")
    tree.add("d.mkv")
    tree.move("Show", to: "Other")
    let run = try await library.admit(library.request())
    try await library.enumerate(tree, in: run)
    _ = try await library.store.beginProcessing(run, at: library.now)
    try await library.identify(run)
    if isSettled { try await library.store.settleIdentities(of: run) }
    try await library.process(run)
    let outcome = try await library.store.finalize(run, library.order())
    #expect(outcome.moved == 5)
    #expect(outcome.added == 1)
    #expect(outcome.changed + outcome.missing + outcome.conflicts == 0)
    try await library.expect(tree, keeps: before)
  }

  @Test("a candidate says whether its own file was found elsewhere", arguments: [false, true])
  func foundElsewhere(_ isFound: Bool) async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a.mkv", size: 5, modifiedAt: 6)
    tree.add("b.mkv", size: 5, modifiedAt: 6)
    try await library.scan(tree)
    if isFound { tree.move("a.mkv", to: "c.mkv") } else { tree.remove("a.mkv") }
    tree.move("b.mkv", to: "a.mkv")
    let run = try await library.admit(library.request())
    try await library.enumerate(tree, in: run)
    _ = try await library.store.beginProcessing(run, at: library.now)
    let questions = try await library.store.identityQuestions(of: run, after: 0, limit: 9)
    let question = try #require(questions.first { $0.path == .of("a.mkv") })
    let holder = try #require(question.candidates.first { $0.state == .replaced })
    #expect(holder.isSamePath)
    #expect(holder.isFoundElsewhere == isFound)
    #expect(question.candidates.contains { $0.path == .of("b.mkv") && $0.state == .absent })
  }
}
