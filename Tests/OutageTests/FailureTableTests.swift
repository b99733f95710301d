import KinoCore
import KinoTestSupport
import KinoTestTools
import Kinothek
import Testing

/// The failure table of `specs/scanning.md`, row by row, over a library that has content.
@Suite("What a failure means")
struct FailureTableTests {
  @Test("an incomplete listing makes nothing absent")
  func entryUnreadable() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.remove(.path("Films/Film 1/Film 1.mkv"))
    library.memory.endIncomplete(.path("Films/Film 1"), [.entryUnreadable], .always)
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 0)
    #expect(report.counters.unreachableDirectories == 1)
    #expect(report.unreachable == [.path("Films/Film 1")])
    expectUntouched(try library.contents(), since: before)
  }

  @Test(
    "a directory that cannot be read keeps all it had, and the rest reconciles",
    arguments: [
      SourceError.Kind.permissionDenied, .nameNotRepresentable, .protocolViolation, .unavailable,
      .timedOut, .staleHandle,
    ]
  )
  func unreadable(_ kind: SourceError.Kind) async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.fail(.list, at: .path("Series/Show"), with: SourceError(kind), .always)
    library.memory.remove(.path("Films/Film 3/Film 3.mkv"))
    let report = try await library.scanExpectingSuccess()
    #expect(report.counters.unreachableDirectories == 1)
    #expect(report.unreachable == [.path("Series/Show")])
    let now = try library.contents()
    #expect(now.missing == ["Films/Film 3/Film 3.mkv"])
    let series = before.present.filter { $0.key.hasPrefix("Series/") }
    #expect(now.present.filter { $0.key.hasPrefix("Series/") } == series)
  }

  @Test("a directory that breaks off on its second page makes nothing absent")
  func secondPage() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.pageLimit = 2
    let error = SourceError(.unavailable)
    library.memory.failPage(1, of: .path("Series/Show/S1"), with: error, .always)
    library.memory.remove(.path("Series/Show/S1/E1.mkv"))
    let report = try await library.scanExpectingSuccess()
    #expect(report.counters.unreachableDirectories == 1)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("a directory that vanishes before it is opened is absent once its parent lacks it")
  func vanished() async throws {
    let library = try await OutageLibrary.scanned()
    let gone = SourcePath.path("Films/Film 2")
    let memory = library.memory
    memory.onCall { call in
      if call == SourceCall(.list, gone) { memory.remove(gone) }
    }
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 3)
    #expect(
      try library.contents().missing
        == ["Films/Film 2/Film 2.mkv", "Films/Film 2/Film 2.srt", "Films/Film 2/poster.jpg"]
    )
  }

  @Test("a directory that is said to be gone while its parent lists it keeps all it had")
  func saidToBeGone() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.fail(.list, at: .path("Films/Film 2"), with: SourceError(.notFound), .always)
    let report = try await library.scanExpectingSuccess()
    #expect(report.counters.unreachableDirectories == 1)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("a root that cannot be listed fails the source, and not one file changes")
  func unreadableRoot() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    for kind in [SourceError.Kind.unavailable, .permissionDenied, .staleHandle] {
      library.memory.fail(.list, at: .root, with: SourceError(kind), .always)
      let report = await library.scan()
      #expect(report.state == .failed, "\(kind)")
      #expect(report.failure?.isSourceFailure == true, "\(kind)")
      expectUntouched(try library.contents(), since: before)
      library.memory.clearFaults()
    }
    try await library.scanExpectingSuccess()
    expectUntouched(try library.contents(), since: before)
  }

  @Test("a failure that passes is retried, and leaves no trace")
  func retried() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    let error = SourceError(.unavailable)
    library.memory.fail(.list, at: .path("Series/Show/S2"), with: error, .times(2))
    let report = try await library.scanExpectingSuccess()
    #expect(report.counters.unreachableDirectories == 0)
    #expect(report.missing == 0)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("failures in a row fail the source, and not one file changes")
  func inARow() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.capabilities.maxConcurrentOperations = 1
    library.memory.remove(.path("Films/Film 12"))
    library.memory.onCall { call throws(SourceError) in
      if call.operation == .list, call.path.isBelow("Films") { throw SourceError(.unavailable) }
    }
    let report = await library.scan()
    #expect(report.state == .failed)
    #expect(report.failure?.isSourceFailure == true)
    #expect(try await library.offlineSince() != nil)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("failures between which the source answers are of their directories alone")
  func notInARow() async throws {
    let library = try await OutageLibrary.scanned()
    library.memory.capabilities.maxConcurrentOperations = 1
    let before = try library.contents()
    let error = SourceError(.unavailable)
    for number in stride(from: 1, through: 11, by: 2) {
      library.memory.fail(.list, at: .path("Films/Film \(number)"), with: error, .always)
    }
    let report = await library.scan()
    #expect(report.state == .completed, "\(String(describing: report.failure))")
    #expect(report.counters.unreachableDirectories == 6)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("a source that goes in the middle of a scan loses nothing, and the next scan goes on")
  func midScan() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.addFilms(50...52)
    library.memory.remove(.path("Films/Film 1"))
    let memory = library.memory
    memory.onCall { call in
      if call == SourceCall(.list, .path("Films/Film 7")) { memory.goOffline() }
    }
    #expect(await library.scan().state == .failed)
    expectUntouched(try library.contents(), since: before)
    #expect(try await library.offlineSince() != nil)

    memory.onCall(nil)
    memory.comeBack()
    let report = try await library.scanExpectingSuccess()
    #expect(report.added == 9)
    #expect(try library.contents().missing.count == 3)
    #expect(try await library.offlineSince() == nil)
  }

  @Test("a directory that failed before the source went is tried again when the scan goes on")
  func failedBefore() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    let memory = library.memory
    memory.capabilities.maxConcurrentOperations = 1
    memory.onCall { call throws(SourceError) in
      guard call.operation == .list else { return }
      if call.path == .path("Series") { throw SourceError(.permissionDenied) }
      if call.path == .path("Films/Film 7") { memory.goOffline() }
    }
    #expect(await library.scan().state == .failed)
    memory.onCall(nil)
    memory.comeBack()
    let report = try await library.scanExpectingSuccess()
    #expect(report.counters.unreachableDirectories == 0)
    #expect(memory.calls.contains(SourceCall(.list, .path("Series/Show/S2"))))
    expectUntouched(try library.contents(), since: before)
  }

  @Test("a source that goes in the middle of a scan is not asked for every directory that is left")
  func notHammered() async throws {
    let library = try await OutageLibrary.scanned()
    library.addFilms(50...250)
    try await library.scanExpectingSuccess()
    let memory = library.memory
    memory.capabilities.maxConcurrentOperations = 2
    memory.clearCalls()
    memory.onCall { call throws(SourceError) in
      if call.operation == .list, call.path.isBelow("Films") {
        throw SourceError(.unavailable, scope: .root)
      }
    }
    let report = await library.scan()
    #expect(report.failure?.isSourceFailure == true)
    // Each of two workers may be at its second directory when the first one gives up.
    let listed = Set(memory.calls.filter { $0.operation == .list && $0.path.isBelow("Films") })
    #expect(listed.count <= 4, "\(listed.count) directories were tried")
  }
}

extension SourcePath {
  fileprivate func isBelow(_ folder: String) -> Bool {
    SourcePath.path(folder).isAncestor(of: self)
  }
}
