import KinoCore
import KinoTestSupport
import KinoTestTools
import Kinothek
import Synchronization
import Testing

@Suite("Scans that are stopped, watched and joined")
struct InterplayTests {
  @Test("a cancelled scan publishes nothing, and the next one goes on (TX-4)")
  func cancelled() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.addFilms(40...45)
    library.memory.remove(.path("Films/Film 1"))
    let running = Mutex<Scan?>(nil)
    library.memory.onCall { call in
      if call == SourceCall(.list, .path("Films/Film 9")) { running.withLock { $0?.cancel() } }
    }
    let scan = running.withLock { running in
      let scan = library.library.scan(library.source)
      running = scan
      return scan
    }
    #expect(await scan.report.state == .cancelled)
    expectUntouched(try library.contents(), since: before)
    library.memory.onCall(nil)
    let next = try await library.scanExpectingSuccess()
    #expect(next.added == 18)
    #expect(next.missing == 3)
  }

  @Test("a plan publishes nothing and says what would be")
  func planned() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.addFilms(40...41)
    library.memory.remove(.path("Films/Film 1/Film 1.mkv"))
    let report = await library.scan(options: ScanOptions(isPlanOnly: true))
    let plan = try #require(report.plan)
    #expect(plan.added.videos == 2)
    #expect(plan.absent.videos == 1)
    expectUntouched(try library.contents(), since: before)
    let next = try await library.scanExpectingSuccess()
    #expect(next.added == 6)
    #expect(next.missing == 1)
  }

  @Test("of two requests at once one joins the other's run (TX-7)")
  func joined() async throws {
    // Whoever waits is not to look for a dead owner, since the clock runs too fast for this machine.
    var policy = ScanPolicy()
    policy.heartbeat = .seconds(3_600)
    policy.lease = .seconds(36_000)
    let library = try await OutageLibrary.scanned(policy: policy)
    library.addFilms(40...40)
    let gate = Gate()
    library.memory.onCall { call in
      if call == SourceCall(.list, .path("Films")) { await gate.wait() }
    }
    let first = library.library.scan(library.source)
    await gate.waitForArrival()
    let second = library.library.scan(library.source)
    var joinedRun: UID?
    for await event in second {
      if case .joined(let run) = event {
        joinedRun = run
        await gate.open()
      }
    }
    let reports = (await first.report, await second.report)
    #expect(reports.0.state == .completed)
    #expect(reports.1.state == .completed)
    #expect(reports.1.isJoined)
    #expect(reports.0.run == reports.1.run)
    #expect(joinedRun == reports.0.run)
    #expect(try library.contents().missing.isEmpty)
  }

  @Test("files that appear behind the scan are found by the next one; none is lost")
  func appearing() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    let copy = library
    library.memory.onCall { call in
      if call == SourceCall(.list, .path("Series/Show/S2")) { copy.addFilms(70...71) }
    }
    #expect(try await library.scanExpectingSuccess().missing == 0)
    library.memory.onCall(nil)
    try await library.scanExpectingSuccess()
    let now = try library.contents()
    #expect(now.present.count == before.present.count + 6)
    #expect(now.missing.isEmpty)
  }

  @Test("a file that grows while it is scanned is the same film, changed")
  func growing() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    let path = SourcePath.path("Films/Film 5/Film 5.mkv")
    for size in [5_000, 9_000] as [Int64] {
      library.memory.update(path) { $0.size = size }
      #expect(try await library.scanExpectingSuccess().changed == 1)
    }
    let now = try library.contents()
    #expect(now.present["Films/Film 5/Film 5.mkv"]?.size == 9_000)
    #expect(now.uid("Films/Film 5/Film 5.mkv") == before.uid("Films/Film 5/Film 5.mkv"))
  }

  @Test("a file moved ahead of the scan and one moved behind it are never missing for good")
  func movedDuringScan() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    let memory = library.memory
    memory.onCall { call in
      if call == SourceCall(.list, .path("Series/Show/S1")) {
        memory.move(.path("Series/Show/S2/E1.mkv"), to: .path("Films/E1.mkv"))
        memory.onCall(nil)
      }
    }
    try await library.scanExpectingSuccess()
    try await library.scanExpectingSuccess()
    let now = try library.contents()
    #expect(now.uid("Films/E1.mkv") == before.uid("Series/Show/S2/E1.mkv"))
    #expect(now.missing.isEmpty)
  }
}

/// Holds back whoever comes until it is opened.
private actor Gate {
  private var isOpen = false
  private var hasArrived = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watching: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    hasArrived = true
    for continuation in watching { continuation.resume() }
    watching = []
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func waitForArrival() async {
    guard !hasArrived else { return }
    await withCheckedContinuation { watching.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
