import KinoCore
import KinoStorage
import Testing

@Suite("Publication")
struct PublicationTests {
  @Test("a first scan publishes every file and directory")
  func firstScan() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a.mkv")
    tree.add("films/b.mkv")
    tree.add("films/b.srt")
    tree.add("films/deep/er/c.mkv")
    let outcome = try await library.scan(tree)
    #expect(outcome.added == 4)
    #expect(outcome.publication == 1)
    try await library.expect(tree)
  }

  @Test("an unchanged scan writes the run and the source and nothing else")
  func unchanged() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("films/a.mkv")
    try await library.scan(tree)
    let before = try await library.snapshot()
    let outcome = try await library.scan(tree)
    #expect(outcome.added + outcome.changed + outcome.moved + outcome.missing == 0)
    #expect(outcome.publication == 2)
    #expect(try await library.snapshot() == before)
    for table in ["scan_seen", "scan_discovery", "scan_frontier"] {
      #expect(try await library.count(table) == 0)
    }
  }

  @Test("a changed file keeps its row and gets new revisions")
  func changed() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a.mkv")
    try await library.scan(tree)
    let before = try await library.item("a.mkv")
    tree.rewrite("a.mkv")
    let outcome = try await library.scan(tree)
    #expect(outcome.changed == 1)
    let after = try await library.item("a.mkv")
    #expect(after?.id == before?.id)
    let revision = try await library.value("SELECT material_revision FROM media_file")
    #expect(revision == 2)
    try await library.expect(tree)
  }

  @Test("a missing file is marked with the time, the clock and the publication")
  func missing() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a.mkv")
    tree.add("b.mkv")
    try await library.scan(tree)
    tree.remove("a.mkv")
    let outcome = try await library.scan(tree)
    #expect(outcome.missing == 1)
    let row = try await library.value(
      """
      SELECT count(*) FROM media_file
      WHERE availability = 'missing' AND missing_publication = 2 AND missing_since_ms = ?1
        AND missing_clock_ms IS NOT NULL AND missing_scans IS NOT NULL
      """,
      library.now.milliseconds
    )
    #expect(row == 1)
    try await library.expect(tree)
  }

  @Test("a file that returns to its place is the same row")
  func restored() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a.mkv", size: 5, modifiedAt: 6)
    tree.add("b.mkv")
    try await library.scan(tree)
    let before = try await library.item("a.mkv")
    tree.remove("a.mkv")
    try await library.scan(tree)
    tree.add("a.mkv", size: 5, modifiedAt: 6)
    let outcome = try await library.scan(tree)
    #expect(outcome.restored == 1)
    #expect(outcome.added == 0)
    #expect(try await library.item("a.mkv")?.id == before?.id)
    try await library.expect(tree)
  }

  @Test("a vanished directory takes everything below it along")
  func absentDirectory() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("show/s1/e1.mkv")
    tree.add("show/s1/e1.srt")
    tree.add("show/s2/e1.mkv")
    tree.add("film.mkv")
    try await library.scan(tree)
    tree.remove("show")
    let outcome = try await library.scan(tree)
    #expect(outcome.missing == 3)
    try await library.expect(tree)
    #expect(Set(try await library.directories("missing").keys) == ["show", "show/s1", "show/s2"])
  }

  @Test("an excluded file is excluded, not missing, and comes back when it is included")
  func excluded() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a.mkv")
    tree.add("extras/b.mkv")
    try await library.scan(tree)
    let outcome = try await library.scan(tree) {
      $0.excluded = [.of("a.mkv"), .of("extras")]
      $0.filter = 2
    }
    #expect(outcome.excluded == 2)
    #expect(outcome.missing == 0)
    #expect(try await library.item("a.mkv")?.availability == "excluded")
    #expect(try await library.item("extras/b.mkv")?.availability == "excluded")
    try await library.scan(tree)
    try await library.expect(tree)
  }

  @Test("an unreadable directory keeps what it had and is noted until it is listed again")
  func unreadable() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("locked/deep/a.mkv")
    tree.add("open/b.mkv")
    try await library.scan(tree)
    tree.remove("locked/deep/a.mkv")
    tree.remove("open/b.mkv")
    let outcome = try await library.scan(tree) { $0.unreadable = [.of("locked")] }
    #expect(outcome.missing == 1)
    #expect(try await library.item("locked/deep/a.mkv")?.availability == "present")
    let noted = "SELECT count(*) FROM source_directory WHERE incomplete_since_run_id IS NOT NULL"
    #expect(try await library.value(noted) == 1)
    try await library.scan(tree)
    #expect(try await library.value(noted) == 0)
    try await library.expect(tree)
  }

  @Test("an incremental scan leaves the rest of the source alone")
  func incremental() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("one/a.mkv")
    tree.add("two/b.mkv")
    try await library.scan(tree)
    tree.remove("one/a.mkv")
    tree.remove("two/b.mkv")
    let outcome = try await library.scan(tree) {
      $0.mode = .incremental
      $0.scope = .subtrees([.of("two")])
    }
    #expect(outcome.missing == 1)
    #expect(try await library.item("one/a.mkv") != nil)
    #expect(try await library.item("two/b.mkv") == nil)
  }

  @Test("an incremental scan of a place that is not published yet makes the way to it")
  func incrementalBelowNothing() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a.mkv")
    try await library.scan(tree)
    tree.add("new/deep/b.mkv")
    let outcome = try await library.scan(tree) {
      $0.mode = .incremental
      $0.scope = .subtrees([.of("new/deep"), .of("nowhere/at/all")])
    }
    #expect(outcome.added == 1)
    try await library.expect(tree)
  }
}

extension ScanLibrary {
  /// Expects that what is published as present is exactly what the tree holds.
  func expect(
    _ tree: SourceTree,
    _ location: Testing.SourceLocation = #_sourceLocation
  ) async throws {
    let present = try await items().filter { $0.availability == "present" }
    let files = tree.files
    #expect(present.map(\.path) == files.keys.sorted(), sourceLocation: location)
    for item in present {
      let node = files[item.path]
      #expect(item.size == node?.size, "\(item.path)", sourceLocation: location)
      #expect(item.modifiedAt == node?.modifiedAt, "\(item.path)", sourceLocation: location)
    }
    let directories = Set(try await directories().keys)
    #expect(directories == tree.directories, sourceLocation: location)
  }
}
