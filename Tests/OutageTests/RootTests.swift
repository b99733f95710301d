import KinoCore
import KinoTestSupport
import KinoTestTools
import Kinothek
import Testing

@Suite("A root that is not what it was")
struct RootTests {
  @Test("a root that is gone changes nothing, and the source is offline")
  func gone() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.removeRoot()
    let report = await library.scan()
    #expect(report.failure?.kind == SourceError.Kind.sourceMissing.rawValue)
    #expect(report.failure?.isSourceFailure == true)
    #expect(try await library.offlineSince() != nil)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("another, empty root in its place changes nothing")
  func replaced() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.replaceRoot(identity: .identity([2]))
    let report = await library.scan()
    #expect(report.failure?.kind == SourceError.Kind.sourceMissing.rawValue)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("a root without an identity and without the files changes nothing")
  func unknownIdentity() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.replaceRoot(identity: .unknown)
    let report = await library.scan()
    #expect(report.failure?.kind == SourceError.Kind.sourceMissing.rawValue)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("a root with another identity and the files that it had is the same source")
  func newIdentity() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.identity = .identity([9, 9])
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 0)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("a source without identity that told wrong lengths once is the same with the right ones")
  func misreportedLengths() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.identity = .unknown
    for path in before.present.keys {
      library.memory.update(.path(path)) { $0.size = 7 }
    }
    let wrong = try await library.scanExpectingSuccess()
    #expect(wrong.changed == before.present.count)
    for (path, item) in before.present {
      let size = item.size
      library.memory.update(.path(path)) { $0.size = size }
    }
    let right = try await library.scanExpectingSuccess()
    #expect(right.changed == before.present.count)
    #expect(right.missing + right.held + right.added == 0)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("files of other lengths with other ids are those of another source, whatever their times")
  func otherFiles() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.identity = .unknown
    for (path, item) in before.present {
      let modified = item.modifiedAt.map(Timestamp.init(milliseconds:))
      library.memory.remove(.path(path))
      library.memory.addFile(.path(path), size: 7, modifiedAt: modified)
    }
    let report = await library.scan()
    #expect(report.failure?.kind == SourceError.Kind.sourceMissing.rawValue)
    expectUntouched(try library.contents(), since: before)
    let accepted = try await library.scanExpectingSuccess(
      options: ScanOptions(acceptsIdentity: true)
    )
    #expect(accepted.changed == before.present.count)
    #expect(try library.contents().present.mapValues(\.id) == before.present.mapValues(\.id))
  }

  @Test(
    "a file that cannot be looked at does not keep a source without identity from being known",
    arguments: [.unavailable, .protocolViolation, .tooLarge, .unsupported] as [SourceError.Kind]
  )
  func unreadableFile(_ kind: SourceError.Kind) async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.identity = .unknown
    let error = SourceError(kind, scope: .entry)
    for number in 1...2 {
      let path = SourcePath.path("Films/Film \(number)/Film \(number).mkv")
      library.memory.fail(.stat, at: path, with: error, .always)
    }
    #expect(try await library.scanExpectingSuccess().missing == 0)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("damage in one directory does not keep a source without identity from being known")
  func damagedDirectory() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.identity = .unknown
    for number in 1...8 {
      let path = SourcePath.path("Series/Show/S1/E\(number).mkv")
      library.memory.fail(.stat, at: path, with: SourceError(.unavailable, scope: .entry), .always)
    }
    #expect(try await library.scanExpectingSuccess().missing == 0)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("a source without identity whose files all fail is offline, and not another one")
  func unreadableFiles() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.identity = .unknown
    library.memory.fail(.stat, with: SourceError(.unavailable, scope: .entry), .always)
    library.memory.clearCalls()
    let report = await library.scan()
    #expect(report.failure?.kind == SourceError.Kind.unavailable.rawValue)
    let policy = ScanPolicy()
    #expect(library.memory.count(.stat) == policy.consecutiveFailures * (policy.retries + 1))
    expectUntouched(try library.contents(), since: before)
  }

  @Test("removals of an accepted root still pass the brake")
  func accepted() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.replaceRoot(identity: .identity([2]))
    let options = ScanOptions(acceptsIdentity: true)
    let report = try await library.scanExpectingSuccess(options: options)
    #expect(report.missing == 0)
    #expect(report.held == before.present.count)
    let now = try library.contents()
    #expect(Set(now.present.keys) == Set(before.present.keys))
  }

  @Test("a root that is exchanged during the scan publishes nothing")
  func exchanged() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.remove(.path("Films/Film 12"))
    let memory = library.memory
    memory.onCall { call in
      if call == SourceCall(.list, .path("Series/Show/S2")) { memory.identity = .identity([3]) }
    }
    let report = await library.scan()
    #expect(report.state == .failed)
    #expect(report.failure?.isSourceFailure == true)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("a root that lists empty is suspect: everything is held, nothing is missing")
  func emptied() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.remove(.root)
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 0)
    #expect(report.held == before.present.count)
    #expect(Set(try library.contents().present.keys) == Set(before.present.keys))
  }

  @Test("wrong credentials fail the run at once, without hammering")
  func authentication() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.clearCalls()
    library.memory.goOffline(SourceError(.authenticationFailed))
    let report = await library.scan()
    #expect(report.failure?.kind == SourceError.Kind.authenticationFailed.rawValue)
    #expect(library.memory.calls.count <= 2, "\(library.memory.calls)")
    expectUntouched(try library.contents(), since: before)
  }

  @Test("a source that is away is offline until a scan reaches it")
  func offline() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.goOffline()
    #expect(await library.scan().state == .failed)
    #expect(try await library.offlineSince() != nil)
    expectUntouched(try library.contents(), since: before)
    library.memory.comeBack()
    try await library.scanExpectingSuccess()
    #expect(try await library.offlineSince() == nil)
    expectUntouched(try library.contents(), since: before)
  }

  @Test("a real folder replaced by another one changes nothing", arguments: [true, false])
  func realFolder(_ isEmpty: Bool) async throws {
    let (library, tree) = try await OutageLibrary.overFolder()
    try tree.addFilms(1..<20)
    try await library.scanExpectingSuccess()
    let before = try library.contents()
    let aside = try FolderTree(at: library.workspace.path)
    try aside.move("tree", to: "unplugged")
    let other = try FolderTree(at: tree.path)
    if !isEmpty {
      for number in 0..<30 {
        try other.write("Holiday \(number).mkv", size: 50, content: 1, modified: 1_600_000_000)
      }
    }
    let report = await library.scan()
    #expect(report.failure?.kind == SourceError.Kind.sourceMissing.rawValue)
    expectUntouched(try library.contents(), since: before)
    try aside.remove("tree")
    #expect(await library.scan().failure?.isSourceFailure == true)
    expectUntouched(try library.contents(), since: before)
    try aside.move("unplugged", to: "tree")
    #expect(try await library.scanExpectingSuccess().missing == 0)
    expectUntouched(try library.contents(), since: before)
  }
}
