import KinoCore
import KinoTestSupport
import Testing

@testable import Kinothek

@Suite("Media library")
struct LibraryTests {
  @Test(
    "a source is scanned into the library in a few lines, a second scan finds nothing new (FW-3)"
  )
  func firstAndSecondScan() async throws {
    let world = try await World()
    world.memory.addFile(.path("Alien (1979)/Alien.mkv"), size: 10)
    world.memory.addFile(.path("Alien (1979)/Alien.srt"), size: 1)
    let source = try await world.addSource()
    let first = await world.scan(source)
    #expect(first.state == .completed)
    #expect(first.added == 2)
    let revision = try await world.library.revision()
    let second = await world.scan(source)
    #expect(second.added + second.changed + second.missing == 0)
    #expect(try await world.library.revision() > revision)
    #expect(try await world.library.verify() == [])
  }

  @Test("the events of a scan end with its report")
  func events() async throws {
    let world = try await World()
    world.memory.addFile(.path("A.mkv"), size: 10)
    let source = try await world.addSource()
    let scan = world.library.scan(source.id)
    var phases: [ScanPhase] = []
    var last: ScanEvent?
    for await event in scan {
      if case .phase(let phase) = event { phases.append(phase) }
      last = event
    }
    #expect(phases == [.preflight, .enumerate, .process, .finalize, .settle])
    guard case .finished(let report) = last else {
      Issue.record("the last event is not the end")
      return
    }
    #expect(report == (await scan.report))
  }

  @Test("a moved file stays the same file")
  func move() async throws {
    let world = try await World()
    world.memory.addFile(.path("In/A.mkv"), size: 10)
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.move(.path("In/A.mkv"), to: .path("Films/A (2001).mkv"))
    let report = await world.scan(source)
    #expect(report.moved == 1)
    #expect(report.added + report.missing == 0)
    #expect(try await world.library.verify() == [])
  }

  @Test("removals held by the brake are confirmed, and an undo brings them back")
  func brake() async throws {
    let world = try await World()
    for number in 0..<20 { world.memory.addFile(.path("F\(number)/A.mkv"), size: 10) }
    let source = try await world.addSource()
    _ = await world.scan(source)
    for number in 0..<15 { world.memory.remove(.path("F\(number)")) }
    let report = await world.scan(source)
    #expect(report.missing == 0)
    #expect(report.held == 15)
    #expect(try await world.library.heldRemovals(in: source.id).count == 15)
    #expect(try await world.library.confirmRemovals(in: source.id) == 15)
    let undone = try await world.library.undoRemovals(in: source.id)
    #expect(undone.restored == 15)
    #expect(try await world.library.verify() == [])
  }

  @Test("a plan tells what would change and changes nothing")
  func plan() async throws {
    let world = try await World()
    world.memory.addFile(.path("A.mkv"), size: 10)
    let source = try await world.addSource()
    let planned = await world.scan(source, ScanOptions(isPlanOnly: true))
    #expect(planned.plan?.added.videos == 1)
    #expect(planned.state == .cancelled)
    let explained = try await world.library.explain("A.mkv", in: source.id)
    #expect(explained.published == ["Nothing was ever published there."])
    #expect(await world.scan(source).added == 1)
  }

  @Test("an explanation names the rule that leaves a file out")
  func explanation() async throws {
    let world = try await World()
    world.memory.addFile(.path("#recycle/A.mkv"), size: 10)
    let source = try await world.addSource()
    #expect(await world.scan(source).added == 0)
    let explained = try await world.library.explain("/#recycle/A.mkv", in: source.id)
    #expect(explained.filter.rule == .junkName)
  }

  @Test("an explanation says that a directory is suspect, and what of it is held")
  func suspectExplanation() async throws {
    let world = try await World()
    for number in 0..<12 { world.memory.addFile(.path("Full/\(number).mkv"), size: 10) }
    let source = try await world.addSource()
    _ = await world.scan(source)
    for number in 0..<12 { world.memory.remove(.path("Full/\(number).mkv")) }
    _ = await world.scan(source)
    let directory = try await world.library.explain("Full", in: source.id)
    #expect(directory.description.contains("suspect: it looked emptied, replaced or unmounted"))
    let file = try await world.library.explain("Full/3.mkv", in: source.id)
    #expect(file.description.contains("its removal held back (suspect)"))
  }

  @Test("a changed filter excludes what was published, and never loses it")
  func filterChange() async throws {
    let world = try await World()
    world.memory.addFile(.path("Private/A.mkv"), size: 10)
    world.memory.addFile(.path("Films/B.mkv"), size: 10)
    var source = try await world.addSource()
    _ = await world.scan(source)
    source.filter.excludedPaths = [.path("Private")]
    try await world.library.sources.edit(source)
    let report = await world.scan(source)
    #expect(report.excluded == 1)
    #expect(report.missing == 0)
    source.filter.excludedPaths = []
    try await world.library.sources.edit(source)
    let back = await world.scan(source)
    #expect(back.restored == 1)
    #expect(back.added + back.missing == 0)
    #expect(try await world.library.verify() == [])
  }

  @Test("a disabled source is not scanned, and a removed one is gone")
  func disabledAndRemoved() async throws {
    let world = try await World()
    var source = try await world.addSource()
    source.isEnabled = false
    try await world.library.sources.edit(source)
    #expect(await world.scan(source).state == .failed)
    try await world.library.sources.remove(source.id)
    #expect(try await world.library.sources.all() == [])
    try await world.library.sources.remove(source.id)
  }

  @Test("a source that cannot be reached is offline, and comes back")
  func availability() async throws {
    let world = try await World()
    world.memory.addFile(.path("A.mkv"), size: 10)
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.goOffline()
    let report = await world.library.checkAvailability(of: source.id).report
    #expect(report.state == .failed)
    #expect(report.failure?.isSourceFailure == true)
    #expect(try await world.library.sources.get(source.id).offlineSince != nil)
    world.memory.comeBack()
    #expect(await world.library.checkAvailability(of: source.id).report.state == .completed)
    #expect(try await world.library.sources.get(source.id).offlineSince == nil)
  }

  @Test("only the named directories are scanned")
  func incremental() async throws {
    let world = try await World()
    world.memory.addFile(.path("A/1.mkv"), size: 10)
    world.memory.addFile(.path("B/2.mkv"), size: 10)
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.remove(.path("A/1.mkv"))
    world.memory.remove(.path("B/2.mkv"))
    let report = await world.scan(source, only: [.path("B")])
    #expect(report.missing == 1)
    #expect(report.counters.directories == 1)
  }

  @Test("a place that is added twice is one source, however its path is written")
  func addingTwice() async throws {
    let world = try await World()
    let first = try await world.library.sources.add(.local("/srv/films"))
    let second = try await world.library.sources.add(.local("/srv//films/"), name: "Other")
    #expect(first == second)
    let sources = world.library.sources
    async let third = sources.add(.local("/srv/shows"))
    async let fourth = sources.add(.local("/srv/shows"))
    let (left, right) = try await (third, fourth)
    #expect(left.id == right.id)
    #expect(try await sources.all().count == 2)
  }

  @Test("a local source says where it is", arguments: ["/srv/films", "/", "/a\u{1B}b"])
  func location(_ path: String) async throws {
    let world = try await World()
    let source = try await world.library.sources.add(.local(path))
    #expect(source.configuration.location == path.replacing("\u{1B}", with: "\u{FFFD}"))
    #expect(source.configuration.rootPath == Array(path.utf8))
    #expect(try await world.library.sources.find(.local(path))?.id == source.id)
  }

  @Test("removals are held where a file system vanished together with its mount point")
  func vanishedMount() async throws {
    let world = try await World()
    world.memory.addFile(.path("Disks/usb/A.mkv"), size: 10)
    world.memory.addFile(.path("B.mkv"), size: 10)
    world.memory.update(.path("Disks/usb")) { $0.flags.insert(.mountBoundary) }
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.remove(.path("Disks"))
    let report = await world.scan(source)
    #expect(report.missing == 0)
    #expect(report.held == 1)
    #expect(try await world.library.verify() == [])
  }

  @Test("the root is not listed again below itself")
  func rootBelowItself() async throws {
    let world = try await World()
    world.memory.addFile(.path("A.mkv"), size: 10)
    world.memory.addFile(.path("Bind/A.mkv"), size: 10)
    let root = world.memory.entry(at: .root)?.stableID
    try #require(root != nil)
    world.memory.update(.path("Bind")) { $0.stableID = root }
    let source = try await world.addSource()
    let report = await world.scan(source)
    #expect(report.added == 1)
    #expect(report.counters.directories == 1)
  }

  @Test("removals that are rejected stay, whatever later scans see, until they are confirmed")
  func rejected() async throws {
    let world = try await World()
    for number in 0..<12 { world.memory.addFile(.path("\(number).mkv"), size: 10) }
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.remove(.root)
    #expect(await world.scan(source).held == 12)
    #expect(try await world.library.rejectRemovals(in: source.id) == 12)
    #expect(try await world.library.rejectRemovals(in: source.id) == 0)
    world.clock.advance(by: .seconds(7_200))
    #expect(await world.scan(source).held == 12)
    #expect(try await world.library.heldRemovals(in: source.id).allSatisfy { $0.reason == .undone })
    #expect(try await world.library.confirmRemovals(in: source.id) == 12)
    #expect(try await world.library.verify() == [])
  }

  @Test("of the events that nobody has heard the newest are kept, the end among them")
  func unheardEvents() async throws {
    let world = try await World()
    world.memory.addFile(.path("A.mkv"), size: 10)
    let count = ObservedTask<ScanEvent, ScanReport>.bufferedEvents * 2
    for number in 0..<count { world.memory.addDirectory(.path("D/\(number)")) }
    for number in 0..<count {
      let error = SourceError(.permissionDenied)
      world.memory.fail(.list, at: .path("D/\(number)"), with: error, .always)
    }
    let source = try await world.addSource()
    let scan = world.library.scan(source.id)
    #expect(await scan.report.counters.unreachableDirectories == count)
    var events: [ScanEvent] = []
    for await event in scan { events.append(event) }
    #expect(events.count == ObservedTask<ScanEvent, ScanReport>.bufferedEvents)
    guard case .finished = events.last else {
      Issue.record("the end is lost")
      return
    }
  }

  @Test("a suspended library refuses writes until it is resumed")
  func suspension() async throws {
    let world = try await World()
    world.memory.addFile(.path("A.mkv"), size: 10)
    let source = try await world.addSource()
    await world.library.suspend()
    #expect(await world.scan(source).failure?.kind == "suspended")
    await world.library.resume()
    #expect(await world.scan(source).added == 1)
  }

  @Test("something else in the way is no library, and stays as it is")
  func unsuitableFolder() async throws {
    await #expect(throws: StorageError.self) {
      try await MediaLibrary.open(directory: "/dev/null/library", adapters: [])
    }
  }

  @Test(
    "a moment reads as a date",
    arguments: [
      (0, "1970-01-01 00:00:00Z"), (951_782_400_000, "2000-02-29 00:00:00Z"),
      (-1, "1969-12-31 23:59:59Z"), (1_796_022_607_123, "2026-11-30 07:10:07Z"),
    ]
  )
  func timestampText(milliseconds: Int64, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).text == text)
  }
}
