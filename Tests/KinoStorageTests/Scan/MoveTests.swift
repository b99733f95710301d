import KinoCore
import KinoStorage
import Testing

@Suite("Moves")
struct MoveTests {
  @Test("a renamed file keeps its row")
  func rename() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a.mkv")
    tree.add("a.srt")
    try await library.scan(tree)
    let before = try await library.item("a.mkv")
    tree.move("a.mkv", to: "films/b.mkv")
    tree.move("a.srt", to: "films/b.srt")
    let outcome = try await library.scan(tree)
    #expect(outcome.moved == 2)
    #expect(outcome.added + outcome.missing == 0)
    #expect(try await library.item("films/b.mkv")?.id == before?.id)
    try await library.expect(tree)
  }

  @Test("two directories that exchange names keep their rows and items", arguments: [2, 3])
  func circle(_ count: Int) async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    for index in 0..<count { tree.add("d\(index)/v\(index).mkv") }
    try await library.scan(tree)
    let before = try await library.directories()
    for index in 0..<count { tree.move("d\(index)", to: "p\(index)") }
    for index in 0..<count { tree.move("p\(index)", to: "e/d\((index + 1) % count)") }
    let outcome = try await library.scan(tree)
    #expect(outcome.moved == count)
    #expect(outcome.added + outcome.missing == 0)
    let after = try await library.directories()
    for index in 0..<count {
      #expect(after["e/d\((index + 1) % count)"] == before["d\(index)"])
    }
    try await library.expect(tree)
  }

  @Test("files move in a circle over names that are all taken")
  func fileCircle() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    for name in ["a", "b", "c"] { tree.add("\(name)/x.mkv") }
    try await library.scan(tree)
    let before = try await library.items()
    let run = try await library.admit(library.request())
    // The comparison would see changed content in place; a judge that knows better says moved.
    let directories = try await library.directories()
    var group = StagedGroup(listedSince: library.now)
    group.done = [DirectoryID(try #require(directories[""]))]
    for (index, name) in ["a", "b", "c"].enumerated() {
      let directory = DirectoryID(try #require(directories[name]))
      group.done.append(directory)
      let arriving = before[(index + 1) % 3]
      let entry = SourceEntry(
        name: PathComponent(trusted: Array("x.mkv".utf8)),
        kind: .file,
        size: arriving.size,
        modifiedAt: arriving.modifiedAt.map { Timestamp(milliseconds: $0) }
      )
      var difference = StagedDifference(
        directory: directory,
        kind: .video,
        change: .added,
        entry: entry
      )
      group.differences.append(difference)
      difference.change = .absent
      difference.itemID = before[index].id
      difference.expectedRevision = 1
      group.differences.append(difference)
    }
    try await library.store.beginEnumerating(run, rootIdentity: .unknown, at: library.now)
    try await library.store.stage(group, in: run)
    try await library.process(run)
    let outcome = try await library.store.finalize(run, library.order())
    #expect(outcome.moved == 3)
    let after = try await library.items()
    #expect(after.map(\.id) == [before[1].id, before[2].id, before[0].id])
  }

  @Test("a file moves onto the name of one that is missing")
  func ontoMissing() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("one/a.mkv")
    tree.add("two/a.mkv")
    try await library.scan(tree)
    let mover = try await library.item("one/a.mkv")
    tree.remove("two/a.mkv")
    tree.addDirectory("two")
    try await library.scan(tree)
    tree.move("one/a.mkv", to: "two/a.mkv")
    let outcome = try await library.scan(tree)
    // The place is that of the missing row, and it is asked about first; content decides here.
    #expect(outcome.moved + outcome.restored == 1)
    #expect(try await library.item("two/a.mkv") != nil)
    #expect(mover != nil)
    try await library.expect(tree)
  }

  @Test("a renamed directory is one move: no item row is written")
  func renamedDirectory() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("show/s1/e1.mkv")
    tree.add("show/s1/e1.srt")
    tree.add("show/s2/e1.mkv")
    try await library.scan(tree)
    let before = try await library.items()
    let revisions = "SELECT sum(row_revision) FROM media_file"
    let sum = try await library.value(revisions)
    tree.move("show", to: "shows/the show")
    let outcome = try await library.scan(tree)
    #expect(outcome.moved == 3)
    #expect(outcome.added + outcome.missing == 0)
    #expect(try await library.items().map(\.id) == before.map(\.id))
    #expect(try await library.value(revisions) == sum)
    try await library.expect(tree)
  }

  @Test("what changed, came and went in a renamed directory is seen under its new name")
  func renamedAndChanged() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("show/e1.mkv")
    tree.add("show/e2.mkv")
    tree.add("show/e3.mkv")
    tree.add("show/extras/x.mkv")
    tree.add("show/s1/e4.mkv")
    try await library.scan(tree)
    let changed = try await library.item("show/e1.mkv")
    tree.move("show", to: "renamed")
    tree.rewrite("renamed/e1.mkv")
    tree.remove("renamed/e2.mkv")
    tree.remove("renamed/extras")
    tree.add("renamed/e5.mkv")
    tree.add("renamed/s1/e6.mkv")
    let outcome = try await library.scan(tree)
    #expect(outcome.missing == 2)
    #expect(outcome.added == 2)
    #expect(outcome.moved == 3)
    #expect(try await library.item("renamed/e1.mkv")?.id == changed?.id)
    try await library.expect(tree)
  }

  @Test("a directory renamed to below itself keeps its row")
  func renamedBelowItself() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a/v.mkv")
    tree.add("a/b/w.mkv")
    try await library.scan(tree)
    let before = try await library.directories()
    tree.move("a/b", to: "b")
    tree.move("a", to: "b/a")
    let outcome = try await library.scan(tree)
    #expect(outcome.added + outcome.missing == 0)
    let after = try await library.directories()
    #expect(after["b"] == before["a/b"])
    #expect(after["b/a"] == before["a"])
    try await library.expect(tree)
  }

  @Test("a file moved out of the scanned scope is a candidate as uncovered")
  func uncovered() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("one/a.mkv")
    tree.add("two/b.mkv")
    try await library.scan(tree)
    let before = try await library.item("one/a.mkv")
    tree.move("one/a.mkv", to: "two/a.mkv")
    let outcome = try await library.scan(tree) {
      $0.mode = .incremental
      $0.scope = .subtrees([.of("two")])
    }
    #expect(outcome.moved == 1)
    #expect(try await library.item("two/a.mkv")?.id == before?.id)
    #expect(try await library.item("one/a.mkv") == nil)
  }

  @Test("an answer for a row that is taken already is ignored")
  func takenTwice() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a.mkv", size: 5, modifiedAt: 6)
    try await library.scan(tree)
    tree.remove("a.mkv")
    tree.add("b.mkv", size: 5, modifiedAt: 6)
    tree.add("c.mkv", size: 5, modifiedAt: 6)
    let run = try await library.admit(library.request())
    try await library.enumerate(tree, in: run)
    _ = try await library.store.beginProcessing(run, at: library.now)
    let questions = try await library.store.moveQuestions(of: run, after: 0, limit: 10)
    #expect(questions.count == 2)
    #expect(questions.allSatisfy { $0.candidates.first?.addedRivals == 2 })
    let answers = questions.compactMap { question in
      question.candidates.first.map {
        MoveAnswer(
          sequence: question.sequence,
          kind: question.kind,
          itemID: $0.itemID,
          revision: $0.revision,
          isContentChanged: false
        )
      }
    }
    try await library.store.resolveMoves(answers, in: run)
    let outcome = try await library.store.finalize(run, library.order())
    #expect(outcome.moved == 1)
    #expect(outcome.added == 1)
    try await library.expect(tree)
  }
}
