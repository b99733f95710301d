import KinoCore
import KinoSQL
import KinoStorage
import Testing

@Suite("Items that are staged packed")
struct PackedStagingTests {
  @Test("a first scan stages the items of a directory in few rows, and publishes all of them")
  func firstScan() async throws {
    let library = try await ScanLibrary()
    let tree = Self.tree(directories: 3, items: 100)
    let run = try await library.admit(library.request())
    try await library.enumerate(tree, in: run)
    let rows = try await library.value(
      "SELECT count(*) FROM scan_discovery WHERE change = 'packed'"
    )
    #expect(try #require(rows) > 3)
    #expect(try #require(rows) < 50)
    try await library.process(run)
    let outcome = try await library.store.finalize(run, library.order())
    #expect(outcome.added == 300)
    #expect(outcome.conflicts == 0)
    try await library.expect(tree)
  }

  @Test("each new video is queued once for each stage, in large directories too")
  func queued() async throws {
    let library = try await ScanLibrary()
    let tree = Self.tree(directories: 2, items: 150)
    try await library.scan(tree)
    let videos = try await library.count("media_file")
    let stages = ["fingerprint", "parse"]
    for stage in stages {
      let queued = try await library.value(
        "SELECT count(DISTINCT media_file_id) FROM scan_queue WHERE stage = '\(stage)'"
      )
      #expect(queued == videos)
    }
    #expect(try await library.count("scan_queue") == videos * Int64(stages.count))
    #expect(try await library.count("scan_discovery") == 0)
  }

  @Test("a video that was there before is not queued again with a new one beside it")
  func neighbours() async throws {
    let library = try await ScanLibrary()
    var tree = Self.tree(directories: 1, items: 10)
    try await library.scan(tree)
    _ = try await library.database.write(.maintenance) { try $0.run("DELETE FROM scan_queue") }
    tree.add("0/new.mkv")
    try await library.scan(tree)
    #expect(try await library.count("scan_queue") == 2)
  }

  @Test("where something was lost each added item gets a row, to be found again")
  func unpacked() async throws {
    let library = try await ScanLibrary()
    var tree = Self.tree(directories: 2, items: 60)
    try await library.scan(tree)
    let moved = try #require(try await library.item("0/0.mkv"))
    tree.move("0/0.mkv", to: "1/moved.mkv")
    tree.add("1/new.mkv")
    let run = try await library.admit(library.request())
    try await library.enumerate(tree, in: run)
    #expect(try await library.value(Self.packedCount) == 1)
    try await library.process(run)
    #expect(try await library.value(Self.packedCount) == 0)
    let outcome = try await library.store.finalize(run, library.order())
    #expect(outcome.moved == 1)
    #expect(outcome.added == 1)
    #expect(try await library.item("1/moved.mkv")?.id == moved.id)
    try await library.expect(tree)
  }

  @Test("damaged content fails the scan and publishes nothing")
  func damaged() async throws {
    let library = try await ScanLibrary()
    let tree = Self.tree(directories: 2, items: 20)
    let run = try await library.admit(library.request())
    try await library.enumerate(tree, in: run)
    let before = try await library.snapshot()
    _ = try await library.database.write(.maintenance) { connection in
      try connection.run(
        """
        UPDATE scan_discovery SET content = substr(content, 1, length(content) - 3)
        WHERE seq = (SELECT max(seq) FROM scan_discovery WHERE change = 'packed')
        """
      )
    }
    try await library.process(run)
    let error = await #expect(throws: StorageError.self) {
      try await library.store.finalize(run, library.order())
    }
    #expect(error?.kind == .damaged)
    #expect(try await library.snapshot() == before)
  }

  @Test("a name that is taken is left as it is, and counted as a conflict")
  func conflict() async throws {
    let library = try await ScanLibrary()
    let tree = Self.tree(directories: 1, items: 40)
    let run = try await library.admit(library.request())
    try await library.enumerate(tree, in: run)
    var group = StagedGroup(listedSince: library.now)
    let root = try #require(try await library.directories()[""])
    for name in ["twin.mkv", "twin.mkv"] {
      group.add(
        StagedDifference(
          directory: DirectoryID(root),
          kind: .video,
          change: .added,
          entry: SourceEntry(name: .init(trusted: Array(name.utf8)), kind: .file),
          detail: "video"
        )
      )
    }
    let twins = group
    try await library.store.stage(twins, in: run)
    try await library.process(run)
    let outcome = try await library.store.finalize(run, library.order())
    #expect(outcome.added == 41)
    #expect(outcome.conflicts > 0)
    let counted = try await library.value(
      "SELECT item_count FROM source_directory WHERE parent_id IS NULL"
    )
    #expect(counted == 1)
  }

  private static let packedCount =
    "SELECT count(*) FROM scan_discovery WHERE change = 'packed'"

  /// Directories with films, every second one with a subtitle.
  private static func tree(directories: Int, items: Int) -> SourceTree {
    var tree = SourceTree()
    for directory in 0..<directories {
      for number in 0..<items {
        tree.add("\(directory)/\(number / 2).\(number.isMultiple(of: 2) ? "mkv" : "srt")")
      }
    }
    return tree
  }
}
