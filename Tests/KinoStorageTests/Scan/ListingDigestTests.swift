import KinoCore
import KinoSQL
import KinoTestSupport
import Testing

@testable import KinoStorage

@Suite("Digests of listings")
struct ListingDigestTests {
  @Test("a first scan stores one with each directory of files, and its items need not be read")
  func firstScan() async throws {
    let (library, tree) = try await scanned()
    #expect(try await library.digestCount() == 3)
    try await library.expectDigests()
    let ids = try await library.directories().values.map { DirectoryID($0) }
    let store = library.store
    let read = try await store.published(ids, of: library.source, items: .undigested)
    #expect(read.allSatisfy { $0.items.isEmpty })
    #expect(read.count { $0.digest != nil } == 3)
    let whole = try await store.published(ids, of: library.source, items: .all)
    #expect(whole.allSatisfy { $0.digest == nil })
    #expect(whole.reduce(0) { $0 + $1.items.count } == tree.files.count)
  }

  @Test("an unchanged scan writes no row of a directory")
  func unchanged() async throws {
    let (library, tree) = try await scanned()
    let before = try await library.snapshot()
    try await library.scan(tree)
    #expect(try await library.snapshot() == before)
  }

  @Test("one without a digest is compared, and not written to store one")
  func migrated() async throws {
    let (library, tree) = try await scanned { $0.usesDigests = false }
    #expect(try await library.digestCount() == 0)
    let before = try await library.snapshot()
    try await library.scan(tree)
    #expect(try await library.snapshot() == before)
  }

  @Test(
    "additions and changes bring a new one, also where something was lost elsewhere",
    arguments: [false, true]
  )
  func renewed(_ loses: Bool) async throws {
    var (library, tree) = try await scanned()
    let old = try await library.digest("A")
    tree.add("A/new.mkv")
    tree.rewrite("B/1.mkv")
    if loses { tree.remove("C/1.mkv") }
    try await library.scan(tree)
    let new = try await library.digest("A")
    #expect(new != nil)
    #expect(new != old)
    #expect(try await library.digest("B") != nil)
    #expect(try await (library.digest("C") == nil) == loses)
    try await library.expectDigests()
  }

  @Test("a scan of a part stores them, too")
  func partial() async throws {
    var (library, tree) = try await scanned()
    tree.add("A/new.mkv")
    try await library.scan(tree) { options in
      options.mode = .incremental
      options.scope = .subtrees([.of("A")])
    }
    #expect(try await library.digest("A") != nil)
    try await library.expectDigests()
  }

  @Test("where something is gone, held, excluded, suspect or unread there is none")
  func doubtful() async throws {
    let changes: [(inout SourceTree, inout ScanOptions) -> Void] = [
      { tree, _ in tree.remove("A/1.mkv") },
      { tree, options in
        tree.remove("A/1.mkv")
        options.holdsNewRemovals = true
      },
      { _, options in options.excluded = [.of("A/1.mkv")] },
      { tree, options in
        tree.remove("A/1.mkv")
        options.suspect = [.of("A")]
      },
    ]
    for change in changes {
      var (library, tree) = try await scanned()
      var options = ScanOptions()
      tree.add("A/new.mkv")
      change(&tree, &options)
      let changed = options
      try await library.scan(tree) { $0 = changed }
      #expect(try await library.digest("A") == nil)
      #expect(try await library.digest("B") != nil)
      try await library.expectDigests()
    }
  }

  @Test("a move takes it from the directory that was left, and renews the other")
  func move() async throws {
    var (library, tree) = try await scanned()
    tree.move("A/1.mkv", to: "B/moved.mkv")
    try await library.scan(tree)
    #expect(try await library.digest("A") == nil)
    #expect(try await library.digest("B") != nil)
    try await library.expectDigests()
  }

  @Test("after a rename none says what is not so")
  func rename() async throws {
    var (library, tree) = try await scanned()
    tree.move("A", to: "Renamed")
    try await library.scan(tree)
    try await library.expectDigests()
    tree.rewrite("Renamed/1.mkv")
    try await library.scan(tree)
    try await library.expect(tree)
    try await library.expectDigests()
  }

  @Test("undo, confirmation, rejection and purging take it away")
  func decisions() async throws {
    var (library, tree) = try await scanned()
    let holds = HoldStore(database: library.database)
    tree.remove("A/1.mkv")
    try await library.scan(tree) { $0.holdsNewRemovals = true }
    try await library.forgeDigests()
    _ = try await holds.reject(.all, of: library.source, at: library.now)
    #expect(try await library.digest("A") == nil)
    try await library.forgeDigests()
    _ = try await holds.confirm(.all, of: library.source, at: library.now)
    #expect(try await library.digest("A") == nil)
    try await library.forgeDigests()
    _ = try await holds.undoRemovals(of: library.source, at: library.now)
    #expect(try await library.digest("A") == nil)
  }

  @Test(
    "whoever changes what is compared, or deletes a row, takes it away",
    arguments: ["media_file", "sidecar"],
    [
      "directory_id = (SELECT max(id) FROM source_directory), name = x'78'", "name = x'77'",
      "availability = 'excluded'", "size_bytes = 99", "modified_at_ms = 99", "etag = x'01'",
      "stable_id = x'0000000000000063'", "hold_reason = 'brake'",
    ]
  )
  func triggers(_ table: String, _ change: String) async throws {
    let (library, _) = try await scanned()
    let row = "(SELECT min(id) FROM \(table))"
    try await library.write("UPDATE \(table) SET \(change) WHERE id = \(row)")
    #expect(try await library.digest("A") == nil)
    if change.hasPrefix("directory_id") { #expect(try await library.digest("C") == nil) }
    #expect(try await library.digest("B") != nil)
    try await library.write("DELETE FROM sidecar WHERE name = x'312e737274'")
    #expect(try await library.digestCount() == 0)
  }

  @Test(
    "what is made of a file leaves it",
    arguments: ["fingerprint = x'01'", "input_revision = 9"]
  )
  func derived(_ change: String) async throws {
    let (library, _) = try await scanned()
    try await library.write("UPDATE media_file SET \(change)")
    #expect(try await library.digestCount() == 3)
  }

  @Test("an addition whose place is taken stores none")
  func conflict() async throws {
    var (library, tree) = try await scanned()
    tree.add("A/new.mkv")
    library.clock.advance(by: .seconds(60))
    let run = try await library.admit(library.request())
    try await library.enumerate(tree, in: run)
    try await library.write(
      """
      INSERT INTO media_file (uid, source_id, directory_id, name, media_kind, first_seen_at_ms,
        updated_at_ms)
      SELECT randomblob(16), source_id, directory_id, CAST('new.mkv' AS BLOB), media_kind, 1, 1
      FROM media_file WHERE id = (SELECT min(id) FROM media_file)
      """
    )
    try await library.process(run)
    #expect(try await library.store.finalize(run, library.order()).conflicts > 0)
    #expect(try await library.digest("A") == nil)
  }

  private func scanned(
    _ change: (inout ScanOptions) -> Void = { _ in }
  ) async throws -> (ScanLibrary, SourceTree) {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    for directory in ["A", "B", "C"] {
      for name in ["1.mkv", "1.srt", "2.mkv"] { tree.add("\(directory)/\(name)") }
    }
    try await library.scan(tree, change)
    return (library, tree)
  }
}

extension ScanLibrary {
  /// Writes past all profiles.
  fileprivate func write(_ sql: String) async throws {
    _ = try await database.write(.maintenance) { try $0.run(sql) }
  }

  /// Gives every directory a digest that is wrong, for others to take away.
  fileprivate func forgeDigests() async throws {
    try await write(
      "UPDATE source_directory SET listing_digest = x'00000000000000000000000000000001'"
    )
  }
}
