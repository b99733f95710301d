import KinoSQL
import KinoTestTools
import Testing

@Suite("Migrations in processes that are killed or race", .serialized)
struct KilledMigrationTests {
  @Test(
    "a migration killed at any moment leaves the old version or the new, and the next one ends",
    arguments: Tier.isLong
      ? LibrarySample.all
      : [.ofEachVersion[0], .ofEachVersion[10], .overlappingRuns, .unknownValues[1]]
    // MG-1, MG-2
  )
  func killed(_ sample: LibrarySample) async throws {
    let kills = Tier.isLong ? 100 : 8
    try await onThread { try OldLibrary(sample).kill(kills) }
  }

  @Test("the product opens every old library, and scans into it", arguments: LibrarySample.all)
  func opened(_ sample: LibrarySample) async throws {
    try await onThread {
      let library = try OldLibrary(sample)
      try library.restore()
      try library.requireOpened(library.open())
      try library.requireNewest()
      try library.scanSomethingElse()
    }
  }

  @Test("the same with 200,000 files", .enabled(if: Tier.isLong, "long tier"))
  func killedLarge() async throws {
    try await onThread { try OldLibrary(.large).kill(30) }
  }

  @Test(
    "two processes that open an old library at once both succeed",
    arguments: [LibrarySample.ofEachVersion[0], .ofEachVersion[10]]
  )
  func raced(_ sample: LibrarySample) async throws {
    try await onThread {
      let library = try OldLibrary(sample)
      for _ in 0..<(Tier.isLong ? 30 : 4) {
        try library.restore()
        let openings = [try library.open("first"), try library.open("second")]
        for opening in openings { try library.requireOpened(opening) }
        try library.requireNewest()
      }
    }
  }
}

/// A library of an old version, opened by processes of their own.
private struct OldLibrary {
  private let workspace = Workspace()
  private let original: String
  private let folder: String
  private let version: Int64
  private let columns: [String: Set<String>]
  private let rows: [String]

  init(_ sample: LibrarySample) throws {
    original = try workspace.makeFolder("original")
    folder = workspace.file("library")
    try sample.make(in: original)
    let read = try DatabaseCopy.read(original, in: workspace) { connection throws(SQLiteError) in
      (columns: try LibraryRows.columns(connection), rows: try LibraryRows(connection))
    }
    guard let read else { throw Violation("no sample was made") }
    (columns, rows, version) = (read.columns, read.rows.rows, read.rows.version)
  }

  func restore() throws { try workspace.copyFolder(original, to: folder) }

  /// Starts a process that opens the library, which migrates it, and does nothing else.
  func open(_ name: String = "opening") throws -> RunningScan {
    try ScanLocal(root: "/nowhere", database: folder, log: workspace.file("log"))
      .start(["--explain", "a"], name: name)
  }

  /// Waits for an opening, which must come as far as to say that it knows nothing of the folder.
  func requireOpened(_ opening: RunningScan) throws {
    let end = try opening.finish()
    let isOpened = end.exit == .code(1) && end.report?.error?.kind == "notFound"
    try require(isOpened, "opening ended with \(end.exit)\n\(end.text)")
  }

  /// Scans a folder that the library has never seen.
  func scanSomethingElse() throws {
    let tree = try FolderTree(at: workspace.file("new folder"))
    try tree.addFilms(1..<4)
    let command = ScanLocal(root: tree.path, database: folder, log: workspace.file("scan"))
    let scan = try command.run()
    try require(scan.exit == .code(0), "\(scan.exit)\n\(scan.text)")
    try require(scan.report?.added == 12, scan.text)
  }

  func kill(_ kills: Int) throws {
    var generator = SeededGenerator(seed: Tier.seed)
    try restore()
    let start = ContinuousClock.now
    try requireOpened(open())
    let wall = ContinuousClock.now - start
    try requireNewest()
    var killed = 0
    for _ in 0..<(kills * 4) where killed < kills {
      try restore()
      let delay = wall * Double.random(in: 0...1.05, using: &generator)
      if try open().kill(after: delay) { killed += 1 }
      do {
        try requireOldOrNew()
        try requireOpened(open())
        try requireNewest()
      } catch {
        throw Violation("killed after \(delay), KINO_SEED=\(Tier.seed): \(error)")
      }
    }
    try require(killed >= kills / 2, "only \(killed) migrations were killed")
  }

  func requireNewest() throws {
    let now = try look()
    try require(now.version == 12, "version \(now.version)")
  }

  private func requireOldOrNew() throws {
    let now = try look()
    try require([version, 12].contains(now.version), "version \(now.version)")
  }

  /// Reads the rows that were there before, and requires that they still are.
  private func look() throws -> LibraryRows {
    let columns = columns
    let look = try DatabaseCopy.read(folder, in: workspace) { connection throws(SQLiteError) in
      (
        rows: try LibraryRows(connection, columns: columns),
        checks: try connection.all("PRAGMA integrity_check") { $0.text(0) },
        orphans: try connection.all("PRAGMA foreign_key_check") { $0.text(0) }
      )
    }
    guard let look else { throw Violation("the database is gone") }
    try require(look.checks == ["ok"], "\(look.checks)")
    try require(look.orphans.isEmpty, "rows of \(look.orphans) refer to nothing")
    let lost = Set(rows).subtracting(look.rows.rows)
    try require(
      look.rows.rows == rows,
      "the rows differ: \(lost.count) of \(rows.count) are gone: \(lost.sorted().prefix(5))"
    )
    return look.rows
  }
}
