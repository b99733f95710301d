import KinoCore
import KinoSQL
import KinoTestSupport
import Synchronization
import Testing

@testable import KinoStorage
@testable import Kinothek

@Suite("Pending work")
struct PendingWorkTests {
  @Test("a pass reads the fingerprint of every video once, and the next one finds nothing to do")
  func fingerprints() async throws {
    let world = try await World()
    world.addFilms(3)
    world.memory.addFile(.path("Film 1/Film 1.srt"), size: 10)
    let source = try await world.addSource()
    _ = await world.scan(source)
    let report = await world.work()
    #expect(report.completed == 3)
    #expect(report.failure == nil)
    #expect(try await world.fingerprints().count == 3)
    #expect(world.memory.count(.open) == 3)
    let revision = try await world.library.revision()
    let again = await world.work()
    #expect(again.completed + again.waiting + again.failed == 0)
    #expect(try await world.library.revision() == revision)
    #expect(world.memory.count(.open) == 3)
    #expect(try await world.library.verify() == [])
  }

  @Test("a scan reads no content, and an unchanged one queues none to be read")
  func scansDoNotRead() async throws {
    let world = try await World()
    world.addFilms(3)
    let source = try await world.addSource()
    _ = await world.scan(source)
    #expect(world.memory.count(.open) == 0)
    await world.work()
    _ = await world.scan(source)
    #expect(await world.work().completed == 0)
  }

  @Test("what is published and not yet queued is counted as left")
  func unsettled() async throws {
    let world = try await World()
    world.addFilms(3)
    let source = try await world.addSource()
    _ = await world.scan(source, ScanOptions(endsAtPublication: true))
    #expect(await world.work().remaining == 3)
    _ = await world.scan(source)
    let report = await world.work()
    #expect(report.completed == 3)
    #expect(report.remaining == 0)
  }

  @Test("an empty file is done without being read, and has no fingerprint")
  func empty() async throws {
    let world = try await World()
    world.memory.addFile(.path("Empty.mkv"), size: 0)
    let source = try await world.addSource()
    _ = await world.scan(source)
    #expect(await world.work().completed == 1)
    #expect(world.memory.count(.open) == 0)
    #expect(try await world.fingerprints().isEmpty)
  }

  @Test("what plays has a fingerprint whatever its kind; what lies beside it has none")
  func kinds() async throws {
    let world = try await World()
    world.memory.addFile(.path("Disc.iso"), size: 300_000)
    world.memory.addFile(.path("List.m3u"), size: 12)
    world.memory.addFile(.path("Disc.nfo"), size: 12)
    let source = try await world.addSource()
    _ = await world.scan(source)
    #expect(await world.work().completed == 2)
    #expect(try await world.fingerprints().count == 2)
  }

  @Test("a file that was just written waits until it was left alone")
  func settling() async throws {
    let world = try await World()
    let written = world.clock.now()
    world.memory.addFile(.path("A.mkv"), size: 10, modifiedAt: written)
    let source = try await world.addSource()
    _ = await world.scan(source)
    let early = await world.work()
    #expect(early.waiting == 1)
    #expect(world.memory.count(.open) == 0)
    let due = try #require(early.nextDue)
    #expect(due.since(written) >= .seconds(30))
    #expect(due.since(written) < .seconds(31))
    world.clock.advance(by: due.since(world.clock.now()))
    #expect(await world.work().completed == 1)
  }

  @Test("a file dated far in the future is read at once")
  func future() async throws {
    let world = try await World()
    let date = world.clock.now().advanced(by: .seconds(1_000_000))
    world.memory.addFile(.path("A.mkv"), size: 10, modifiedAt: date)
    let source = try await world.addSource()
    _ = await world.scan(source)
    #expect(await world.work().completed == 1)
  }

  @Test("a file that is not what was scanned waits for the next scan, which queues it anew")
  func changed() async throws {
    let world = try await World()
    world.addFilms(1)
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.update(.path("Film 1/Film 1.mkv")) { $0.size = 222_222 }
    let report = await world.work()
    #expect(report.waiting == 1)
    #expect(try await world.fingerprints().isEmpty)
    _ = await world.scan(source)
    #expect(await world.work().completed == 1)
    #expect(try await world.fingerprints().count == 1)
  }

  @Test("changed content takes the old fingerprint away at once")
  func outdated() async throws {
    let world = try await World()
    world.addFilms(1)
    let source = try await world.addSource()
    _ = await world.scan(source)
    await world.work()
    let before = try await world.fingerprints()
    world.memory.setContent(Array(repeating: 7, count: 150_777), at: .path("Film 1/Film 1.mkv"))
    _ = await world.scan(source)
    #expect(try await world.fingerprints().isEmpty)
    await world.work()
    #expect(try await world.fingerprints() != before)
  }

  @Test("a moved file keeps its fingerprint and is not read again")
  func moved() async throws {
    let world = try await World()
    world.addFilms(1)
    let source = try await world.addSource()
    _ = await world.scan(source)
    await world.work()
    let before = try await world.fingerprints()
    world.memory.move(.path("Film 1/Film 1.mkv"), to: .path("B.mkv"))
    #expect(await world.scan(source).moved == 1)
    #expect(await world.work().completed == 1)
    #expect(world.memory.count(.open) == 1)
    #expect(try await world.fingerprints() == before)
  }

  @Test(
    "a failure is tried again later, and for good only when it was tried as often as allowed",
    arguments: [SourceError.Kind.notFound, .permissionDenied, .unavailable]
  )
  func retries(_ kind: SourceError.Kind) async throws {
    let world = try await World()
    world.addFilms(1)
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.fail(.open, at: .path("Film 1/Film 1.mkv"), with: SourceError(kind), .always)
    for attempt in 1...5 {
      let report = await world.work()
      #expect(report.waiting == (attempt < 5 ? 1 : 0))
      #expect(report.failed == (attempt < 5 ? 0 : 1))
      guard let due = report.nextDue else { continue }
      world.clock.advance(by: due.since(world.clock.now()))
    }
    world.memory.clearFaults()
    #expect(await world.work().completed == 0)
  }

  @Test("what can never be read fails at once")
  func permanent() async throws {
    let world = try await World()
    world.memory.capabilities.ranges = .none
    world.addFilms(1)
    let source = try await world.addSource()
    _ = await world.scan(source)
    #expect(await world.work().failed == 1)
  }

  @Test("a failed file that comes back is tried again, although nothing about it has changed")
  func back() async throws {
    let world = try await World()
    for number in 1...12 { world.memory.addFile(.path("Disk/\(number).mkv"), size: 10) }
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.capabilities.ranges = .any
    world.memory.fail(.open, with: SourceError(.unsupported), .always)
    #expect(await world.work().failed == 12)
    world.memory.clearFaults()
    for number in 1...12 {
      world.memory.move(.path("Disk/\(number).mkv"), to: .path("#recycle/\(number).mkv"))
    }
    #expect(await world.scan(source).held == 12)
    for number in 1...12 {
      world.memory.move(.path("#recycle/\(number).mkv"), to: .path("Disk/\(number).mkv"))
    }
    #expect(await world.scan(source).restored == 12)
    #expect(await world.work().completed == 12)
  }

  @Test("the work of a source that is away stays as it is, and nothing is written")
  func offline() async throws {
    let world = try await World()
    world.addFilms(3)
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.goOffline()
    let work = world.library.processPendingWork()
    var unreachable: [UID?] = []
    for await event in work {
      if case .unreachable(let source, _) = event { unreachable.append(source) }
    }
    let report = await work.report
    #expect(unreachable == [source.id])
    #expect(report.completed + report.waiting + report.failed == 0)
    #expect(report.remaining == 3)
    world.memory.comeBack()
    #expect(await world.work().completed == 3)
  }

  @Test("another disk at the same place is not read, and no attempt is spent on it")
  func replaced() async throws {
    let world = try await World()
    world.addFilms(8)
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.replaceRoot(identity: .identity([9]))
    let report = await world.work()
    #expect(report.remaining == 8)
    #expect(world.memory.count(.open) == 0)
  }

  @Test("a source that fails several times in a row is left alone for the rest of the pass")
  func streak() async throws {
    var policy = ScanPolicy()
    policy.workBlock = 10
    policy.retries = 0
    // The clock jumps over the pauses that a source in trouble is given; no heartbeat keeps up.
    policy.workLease = .seconds(900)
    let world = try await World(policy: policy)
    world.addFilms(30)
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.fail(.read, with: SourceError(.timedOut), .always)
    let report = await world.work()
    #expect(report.waiting >= policy.consecutiveFailures)
    #expect(report.waiting < 20)
    #expect(report.remaining == 30 - report.waiting)
  }

  @Test("a disabled source is not read")
  func disabled() async throws {
    let world = try await World()
    world.addFilms(2)
    var source = try await world.addSource()
    _ = await world.scan(source)
    source.isEnabled = false
    try await world.library.sources.edit(source)
    #expect(await world.work().remaining == 2)
    #expect(world.memory.count(.open) == 0)
  }

  @Test("a cancelled pass gives back what it had claimed, and no attempt is spent (TX-9)")
  func cancelled() async throws {
    let world = try await World()
    world.addFilms(20)
    let source = try await world.addSource()
    _ = await world.scan(source)
    let running = Mutex<PendingWork?>(nil)
    world.memory.onCall { call in
      if call.operation == .read { running.withLock { $0?.cancel() } }
    }
    let work = running.withLock { running in
      let work = world.library.processPendingWork()
      running = work
      return work
    }
    let report = await work.report
    #expect(report.isCancelled)
    #expect(report.remaining == 20)
    let spent = try await world.library.database.read { connection in
      try connection.int64(
        "SELECT count(*) FROM scan_queue WHERE stage = 'fingerprint' AND attempts > 0"
      )
    }
    #expect(spent == 0)
    world.memory.onCall(nil)
    #expect(await world.work().completed == 20)
  }

  @Test("two passes at once read every file once (TX-6)")
  func together() async throws {
    var policy = ScanPolicy()
    policy.workBlock = 4
    let world = try await World(policy: policy)
    world.addFilms(40)
    let source = try await world.addSource()
    _ = await world.scan(source)
    let (first, second) = (world.library.processPendingWork(), world.library.processPendingWork())
    let done = await first.report.completed + second.report.completed
    #expect(done == 40)
    #expect(world.memory.count(.open) == 40)
    #expect(try await world.fingerprints().count == 40)
  }

  @Test("no more files of a source are read at once than it allows")
  func bounded() async throws {
    let world = try await World()
    world.memory.capabilities.maxConcurrentOperations = 2
    world.addFilms(30)
    let source = try await world.addSource()
    _ = await world.scan(source)
    await world.work()
    #expect(world.memory.peakConcurrency <= 2)
  }

  @Test("coarse times are compared at the source's precision before a file is read")
  func coarse() async throws {
    let world = try await World()
    world.memory.capabilities.modificationPrecision = 2_000
    world.addFilms(1)
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.update(.path("Film 1/Film 1.mkv")) { entry in
      entry.modifiedAt = entry.modifiedAt?.advanced(by: .seconds(1))
    }
    #expect(await world.work().completed == 1)
  }

  @Test("a repair queues what has no fingerprint of the present make, and lists nothing")
  func repair() async throws {
    let world = try await World()
    world.addFilms(3)
    world.memory.addFile(.path("Empty.mkv"), size: 0)
    let source = try await world.addSource()
    _ = await world.scan(source)
    await world.work()
    try await world.library.database.write(.metadata) { connection in
      _ = try connection.run(
        """
        UPDATE media_file SET fingerprint = x'00aa'
        WHERE id = (SELECT min(id) FROM media_file WHERE fingerprint IS NOT NULL)
        """
      )
    }
    let listings = world.memory.count(.list)
    let report = await world.library.repair(source.id).report
    #expect(report.state == .completed)
    #expect(report.requeued == 1)
    #expect(world.memory.count(.list) == listings)
    #expect(await world.work().completed == 1)
    #expect(await world.library.repair(source.id).report.requeued == 0)
    #expect(await world.scan(source).state == .completed)
    #expect(try await world.library.verify() == [])
  }

  @Test("a repair of a source that is away is done")
  func repairOffline() async throws {
    let world = try await World()
    world.addFilms(2)
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.fail(.open, with: SourceError(.unsupported), .always)
    #expect(await world.work().failed == 2)
    world.memory.goOffline()
    let report = await world.library.repair(source.id).report
    #expect(report.state == .completed)
    #expect(report.requeued == 2)
  }
}

extension World {
  /// Films of sizes and contents of their own.
  fileprivate func addFilms(_ count: Int) {
    for number in 1...count {
      memory.addFile(.path("Film \(number)/Film \(number).mkv"), size: Int64(150_000 + number))
    }
  }

  /// The fingerprints that are stored, in hexadecimal digits.
  fileprivate func fingerprints() async throws -> Set<String> {
    try await library.database.read { connection in
      let rows = try connection.all(
        "SELECT hex(fingerprint) FROM media_file WHERE fingerprint IS NOT NULL"
      ) { $0.text(0) }
      return Set(rows)
    }
  }
}
