import KinoCore
import KinoSQL
import KinoStorage
import KinoTestSupport
import Testing

@Suite("Runs")
struct RunTests {
  @Test("a source has one active run: TX-7", arguments: [ScanMode.full, .incremental])
  func oneActiveRun(_ mode: ScanMode) async throws {
    let library = try await ScanLibrary()
    let run = try await library.admit(library.request())
    let scope: ScanScope = mode == .full ? .root : .subtrees([.of("a")])
    let second = try await library.store.admit(
      library.request(mode, scope),
      owner: library.owner(process: 2),
      policy: library.policy(),
      isAlive: { _ in true }
    )
    #expect(second == .joined(run.id))
  }

  @Test("requests that the active run does not cover wait, become one, and are promoted")
  func promotion() async throws {
    let library = try await ScanLibrary()
    let run = try await library.admit(library.request(.incremental, .subtrees([.of("a")])))
    for scope in [ScanScope.subtrees([.of("b/c")]), .subtrees([.of("b"), .of("d")])] {
      let admission = try await library.store.admit(
        library.request(.incremental, scope),
        owner: library.owner(process: 2),
        policy: library.policy(),
        isAlive: { _ in true }
      )
      #expect(admission == .deferred(after: run.id))
    }
    try await library.store.end(run, as: .cancelled, at: library.now)
    let union = ScanScope.subtrees([.of("b"), .of("d")])
    let taken = try await library.admit(library.request(.incremental, union))
    #expect(taken.id != run.id)
    #expect(try await library.value("SELECT count(*) FROM scan_run") == 2)
  }

  @Test("a run whose process is gone is taken over at once, and its owner can write no more")
  func takeOver() async throws {
    let library = try await ScanLibrary()
    let old = try await library.admit(library.request())
    try await library.store.beginEnumerating(old, rootIdentity: .unknown, at: library.now)
    let new = try await library.admit(library.request(), process: 2, isAlive: { _ in false })
    #expect(new.id == old.id)
    #expect(new.ownerToken != old.ownerToken)
    var group = StagedGroup(listedSince: library.now)
    group.done = [DirectoryID(1)]
    let staged = group
    for write in [
      { try await library.store.stage(staged, in: old) },
      { _ = try await library.store.renew(old, at: library.now) },
      { _ = try await library.store.beginProcessing(old, at: library.now) },
      { _ = try await library.store.finalize(old, library.order()) },
      {
        try await library.store.end(
          old,
          as: .cancelled,
          at: library.now
        )
      },
    ] as [@Sendable () async throws -> Void] {
      let error = await #expect(throws: StorageError.self) { try await write() }
      #expect(error?.kind == .ownershipLost)
    }
  }

  @Test("an owner that may live is replaced only after its lease")
  func lease() async throws {
    let library = try await ScanLibrary()
    let old = try await library.admit(library.request())
    let early = try await library.store.admit(
      library.request(),
      owner: library.owner(process: 2),
      policy: library.policy(),
      isAlive: { _ in nil }
    )
    #expect(early == .joined(old.id))
    library.clock.advance(by: .seconds(16))
    let new = try await library.admit(library.request(), process: 2, isAlive: { _ in nil })
    #expect(new.id == old.id)
  }

  @Test("a failed or cancelled run leaves the published rows as they were: TX-4")
  func unpublished() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    for index in 0..<6 { tree.add("d\(index)/a.mkv") }
    try await library.scan(tree)
    let before = try await library.snapshot()
    tree.remove("d0")
    tree.rewrite("d1/a.mkv")
    tree.move("d2", to: "e")
    tree.add("new/b.mkv")
    let run = try await library.admit(library.request())
    try await library.enumerate(tree, in: run)
    try await library.process(run)
    let failure = ScanFailure(kind: "unavailable", message: "gone", isSourceFailure: true)
    try await library.store.end(
      run,
      as: .failed(failure),
      at: library.now
    )
    #expect(try await library.snapshot() == before)
    #expect(try await library.count("scan_discovery") > 0)
  }

  @Test("a local run that is resumed lists everything again and ends right")
  func resumeAfresh() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    for index in 0..<8 { tree.add("d\(index)/a.mkv") }
    let run = try await library.admit(library.request())
    #expect(try await library.enumerate(tree, in: run, limit: 5) == false)
    try await library.store.end(run, as: .cancelled, at: library.now)
    tree.remove("d1")
    tree.add("d9/b.mkv")
    let outcome = try await library.scan(tree)
    #expect(outcome.added == 8)
    #expect(try await library.count("scan_run") == 1)
    try await library.expect(tree)
  }

  @Test("a remote run goes on where it was: fresh listings stand")
  func resumeRemote() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    for index in 0..<8 { tree.add("d\(index)/deep/a.mkv") }
    let run = try await library.admit(library.request())
    try await library.enumerate(tree, in: run, limit: 7)
    try await library.store.end(run, as: .cancelled, at: library.now)
    library.clock.advance(by: .seconds(30))
    let again = try await library.admit(library.request(), freshness: 600_000)
    #expect(again.id == run.id)
    let point = try await library.store.resumePoint(
      of: again,
      policy: library.policy(freshness: 600_000)
    )
    #expect(point.counters.directories == 6)
    #expect(point.outstanding.count > 0)
    #expect(!point.outstanding.contains { $0.path.isRoot })
    try await library.enumerate(tree, in: again, freshness: 600_000)
    try await library.process(again)
    let outcome = try await library.store.finalize(again, library.order())
    #expect(outcome.added == 8)
    try await library.expect(tree)
  }

  @Test("a plan is void once another finalize has published")
  func publicationMoved() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a.mkv")
    try await library.scan(tree)
    tree.add("b.mkv")
    let run = try await library.admit(library.request())
    try await library.enumerate(tree, in: run)
    try await library.process(run)
    try await library.database.write(.scan) { connection in
      _ = try connection.run("UPDATE library_source SET publication = publication + 1")
    }
    let before = try await library.snapshot()
    let error = await #expect(throws: StorageError.self) {
      try await library.store.finalize(run, library.order())
    }
    #expect(error?.kind == .publicationMoved)
    #expect(try await library.snapshot() == before)
  }

  @Test("staging that cannot be continued goes with the run that supersedes it")
  func superseded() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a.mkv")
    let run = try await library.admit(library.request(filter: 2))
    try await library.enumerate(tree, in: run)
    try await library.store.end(run, as: .cancelled, at: library.now)
    try await library.scan(tree)
    #expect(try await library.count("scan_discovery") == 1)
    try await library.scan(tree)
    for table in ["scan_discovery", "scan_seen"] { #expect(try await library.count(table) == 0) }
  }

  @Test("settling queues work for new and changed videos once")
  func settlement() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a.mkv")
    tree.add("b.mkv")
    tree.add("b.srt")
    try await library.scan(tree)
    #expect(try await library.count("scan_queue") == 4)
    try await library.database.write(.scan) { connection in
      _ = try connection.run("UPDATE scan_queue SET state = 'done'")
    }
    tree.rewrite("a.mkv")
    try await library.scan(tree)
    let ready = "SELECT count(*) FROM scan_queue WHERE state = 'ready'"
    #expect(try await library.value(ready) == 2)
  }

  @Test("covered time grows with covering scans and never goes back")
  func coveredClock() async throws {
    let library = try await ScanLibrary()
    var tree = SourceTree()
    tree.add("a.mkv")
    try await library.scan(tree)
    library.clock.advance(by: .seconds(7200))
    try await library.scan(tree)
    let clock = "SELECT covered_clock_ms FROM library_source"
    #expect(try await library.value(clock) == 7_260_000)
    #expect(try await library.value("SELECT covered_scans FROM library_source") == 2)
    library.clock.setWall(ScanLibrary.start)
    try await library.scan(tree)
    #expect(try await library.value(clock) == 7_260_000)
  }
}
