import KinoSQL
import KinoTestTools
import Testing

@Suite("A library that cannot take what is read", .enabled(if: Tier.canMount, "not root"))
struct WorkOutageTests {
  /// Kilobytes that are free when all is published: from too few to read a name to almost enough.
  @Test(
    "a disk that fills up while files are read is told, with all that is left, and the next run goes on",
    arguments: [450, 550, 650]
  )
  func full(_ kilobytes: Int) async throws {
    let script = MountScript()
    let tree = try script.tree("tree")
    try tree.addFilms(0..<60)
    let seed = try script.tree("seed")
    try seed.addFilms(100..<200)
    try await onThread {
      try script.run(
        """
        mount -t tmpfs -o size=40m none "$DB"
        scan first
        cp -a "$SEED"/. "$TREE"
        # What a scan writes until then hangs on how long it takes.
        scan published --scan-only
        free=$(df --output=avail -k "$DB" | tail -n 1)
        head -c $(((free - \(kilobytes)) * 1024)) /dev/zero >"$DB/filler"
        scan full
        cp "$DB"/library.sqlite* "$FULL"
        rm "$DB/filler"
        scan after
        """,
        ["FULL": try script.workspace.makeFolder("full")]
      )
    }
    let full = try script.kept("full")
    try #require(full.report?.state == "completed", "\(full.text)")
    #expect(full.exit == .code(1), "\(full.text)")
    let work = try #require(full.report?.work)
    #expect(work.error?.kind == "diskFull")
    #expect(work.error?.message.contains("room") == true, "\(full.text)")
    #expect(work.completed + work.remaining == 100, "\(full.text)")
    #expect(try script.tries("full") == 60 + work.completed)
    let after = try script.kept("after")
    #expect(after.exit == .code(0))
    #expect(after.report?.work?.completed == work.remaining, "\(after.text)")
    #expect(after.report?.work?.remaining == 0)
  }
}

extension MountScript {
  /// How often the work on a library's files was tried in all.
  fileprivate func tries(_ folder: String) throws -> Int {
    let sum = try DatabaseCopy.read(workspace.file(folder), in: workspace) {
      connection throws(SQLiteError) in
      try connection.int64("SELECT sum(attempts) FROM scan_queue WHERE stage = 'fingerprint'")
    }
    return Int(try #require(sum) ?? 0)
  }
}
