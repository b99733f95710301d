import KinoCore
import KinoTestSupport
import KinoTestTools
import Kinothek
import Testing

@Suite("Moves and what looks like one")
struct MoveTests {
  @Test("an id that a new film got from a deleted one is no move")
  func reusedID() async throws {
    let library = try await OutageLibrary.scanned()
    let old = SourcePath.path("Films/Film 1/Film 1.mkv")
    let before = try library.contents()
    let id = library.memory.entry(at: old)?.stableID
    library.memory.remove(old)
    library.addFile("Films/Film 1/Another.mkv", index: 7_777)
    library.memory.update(.path("Films/Film 1/Another.mkv")) { $0.stableID = id }
    let report = try await library.scanExpectingSuccess()
    #expect(report.moved == 0)
    #expect(report.added == 1)
    let now = try library.contents()
    #expect(now.missing == ["Films/Film 1/Film 1.mkv"])
    #expect(now.uid("Films/Film 1/Another.mkv") != before.uid("Films/Film 1/Film 1.mkv"))
  }

  @Test("a real inode that another film got is no move")
  func reusedInode() async throws {
    let (library, tree) = try await OutageLibrary.overFolder()
    for number in 1...40 {
      let modified = 1_600_000_000 + number
      try tree.write("\(number).mkv", size: 100 + number, content: 1, modified: modified)
    }
    try await library.scanExpectingSuccess()
    let before = try library.contents()
    let inodes = Set(try (1...5).map { try tree.inode("\($0).mkv") })
    for number in 1...5 { try tree.remove("\(number).mkv") }
    var reused = 0
    for number in 1...5 {
      let name = "new \(number).mkv"
      try tree.write(name, size: 900 + number, content: 2, modified: 1_700_000_000 + number)
      if inodes.contains(try tree.inode(name)) { reused += 1 }
    }
    let report = try await library.scanExpectingSuccess()
    // Where the file system gives no inode twice, the scan has nothing to be fooled by.
    #expect(report.moved == 0, "\(reused) inodes were reused")
    #expect(report.missing == 5)
    #expect(report.added == 5)
    #expect(
      try library.contents().uid("new 1.mkv").map { !before.items.map(\.uid).contains($0) } == true
    )
  }

  @Test("a renamed directory keeps every file's identity")
  func renamedDirectory() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.move(.path("Series/Show"), to: .path("Series/Another name"))
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 0)
    #expect(report.added == 0)
    #expect(report.moved == 16)
    let now = try library.contents()
    #expect(now.missing.isEmpty)
    for (path, item) in before.present where path.hasPrefix("Series/Show/") {
      let moved = path.replacing("Series/Show/", with: "Series/Another name/")
      #expect(now.uid(moved) == item.uid, "\(moved)")
    }
  }

  @Test("films moved and renamed at once, of one size and touched, are told by what is in them")
  func toldByContent() async throws {
    // The clock runs too fast for leases and heartbeats on this machine.
    var policy = ScanPolicy()
    policy.workLease = .seconds(900)
    policy.workHeartbeat = .seconds(86_400)
    let (library, tree) = try await OutageLibrary.overFolder(policy: policy)
    for number in 1...12 {
      let name = "In/\(number).mkv"
      try tree.write(name, size: 300_000, content: UInt64(number), modified: 1_500_000_000)
    }
    try await library.scanExpectingSuccess()
    #expect(await library.library.processPendingWork().report.completed == 12)
    let before = try library.contents()
    // Written anew, so that no inode tells, under names and at a time that tell nothing.
    for (old, new) in [(3, "Films/Alpha.mkv"), (7, "Films/Beta.mkv")] {
      try tree.write("Copy of \(old)", size: 300_000, content: UInt64(old), modified: 1_600_000_000)
      try tree.remove("In/\(old).mkv")
      try tree.move("Copy of \(old)", to: new)
    }
    let report = try await library.scanExpectingSuccess()
    #expect(report.moved == 2)
    #expect(report.added + report.missing == 0)
    let now = try library.contents()
    #expect(now.uid("Films/Alpha.mkv") == before.uid("In/3.mkv"))
    #expect(now.uid("Films/Beta.mkv") == before.uid("In/7.mkv"))
  }

  @Test("a film moved into the scanned part is the same film")
  func intoScope() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.move(.path("Films/Film 4/Film 4.mkv"), to: .path("Series/Film 4.mkv"))
    let report = try await library.scanExpectingSuccess(only: [.path("Series")])
    #expect(report.moved == 1)
    let now = try library.contents()
    #expect(now.uid("Series/Film 4.mkv") == before.uid("Films/Film 4/Film 4.mkv"))
    #expect(now.missing.isEmpty)
  }

  @Test("a folder moved out of the scanned part comes back with its identity")
  func outOfScope() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.move(.path("Films/Film 4"), to: .path("Series/Film 4"))
    try await library.scanExpectingSuccess(only: [.path("Films")])
    #expect(try library.contents().missing.count == 3)
    let report = try await library.scanExpectingSuccess(only: [.path("Series")])
    #expect(report.added == 0)
    let now = try library.contents()
    #expect(now.uid("Series/Film 4/Film 4.mkv") == before.uid("Films/Film 4/Film 4.mkv"))
    #expect(now.missing.isEmpty)
  }

  @Test("what lies outside the scanned part keeps what is published, whatever happened there")
  func outside() async throws {
    let library = try await OutageLibrary.scanned()
    library.memory.remove(.path("Films/Film 1"))
    let report = try await library.scanExpectingSuccess(only: [.path("Series")])
    #expect(report.missing == 0)
    #expect(try library.contents().missing.isEmpty)
  }

  @Test("films copied one after the other, each to the id just freed, stay the films that they are")
  func reshuffledIDs() async throws {
    let library = try await copiedFilms()
    await library.read()
    let before = try library.contents()
    let ids = (0..<6).map { library.memory.entry(at: .path("A/Film \($0).mkv"))?.stableID }
    for number in 0..<6 {
      let copy = SourcePath.path("A/New \(number).mkv")
      library.memory.move(.path("A/Film \(number).mkv"), to: copy)
      library.memory.update(copy) { $0.stableID = ids[(number + 5) % 6] }
    }
    let report = try await library.scanExpectingSuccess()
    #expect(report.moved == 6)
    let now = try library.contents()
    for number in 0..<6 {
      let uid = before.uid("A/Film \(number).mkv")
      #expect(now.uid("A/New \(number).mkv") == uid)
    }
  }

  @Test("where the content cannot be read, neither is taken for the other")
  func unreadableIDs() async throws {
    let library = try await copiedFilms()
    await library.read()
    let ids = (0..<2).map { library.memory.entry(at: .path("A/Film \($0).mkv"))?.stableID }
    for number in 0..<2 {
      let copy = SourcePath.path("A/New \(number).mkv")
      library.memory.move(.path("A/Film \(number).mkv"), to: copy)
      library.memory.update(copy) { $0.stableID = ids[1 - number] }
      library.memory.fail(.open, at: copy, with: SourceError(.permissionDenied), .always)
    }
    let report = try await library.scanExpectingSuccess()
    #expect(report.moved == 0)
    #expect(report.added == 2)
    #expect(try library.contents().missing == ["A/Film 0.mkv", "A/Film 1.mkv"])
  }

  @Test("a deleted film's id that a copy of another got is no move, where the copy was made later")
  func idOfDeleted() async throws {
    let library = try await copiedFilms()
    await library.read()
    let old = SourcePath.path("A/Film 0.mkv")
    let id = library.memory.entry(at: old)?.stableID
    let content = Array(repeating: UInt8(1), count: 900)
    library.memory.remove(old)
    library.memory.addFile(.path("A/Copy.mkv"))
    library.memory.setContent(content, at: .path("A/Copy.mkv"))
    library.memory.update(.path("A/Copy.mkv")) { entry in
      entry.modifiedAt = Timestamp(milliseconds: 1_500_000_000_000)
      entry.createdAt = Timestamp(milliseconds: 1_700_000_000_000)
      entry.stableID = id
    }
    #expect(try await library.scanExpectingSuccess().added == 1)
    #expect(try library.contents().missing == ["A/Film 0.mkv"])
  }

  @Test("renamed films of one size and time are read once each, and no other rename is read")
  func cost() async throws {
    let library = try await copiedFilms()
    library.addFile("A/Other.mkv", index: 50)
    try await library.scanExpectingSuccess()
    await library.read()
    library.memory.clearCalls()
    library.memory.move(.path("A/Other.mkv"), to: .path("A/Renamed.mkv"))
    try await library.scanExpectingSuccess()
    #expect(library.memory.count(.open) == 0)
    for number in 0..<3 {
      library.memory.move(.path("A/Film \(number).mkv"), to: .path("A/New \(number).mkv"))
      library.memory.update(.path("A/New \(number).mkv")) { $0.createdAt = nil }
    }
    #expect(try await library.scanExpectingSuccess().moved == 3)
    #expect(library.memory.count(.open) == 3)
  }

  /// Six films of one size and time, each with a content of its own.
  private func copiedFilms() async throws -> OutageLibrary {
    // The clock runs too fast for leases and heartbeats on this machine.
    var policy = ScanPolicy()
    policy.workLease = .seconds(900)
    policy.workHeartbeat = .seconds(86_400)
    let library = try await OutageLibrary(policy: policy)
    for number in 0..<6 {
      let path = SourcePath.path("A/Film \(number).mkv")
      library.memory.addFile(path)
      library.memory.setContent(Array(repeating: UInt8(number), count: 900), at: path)
      library.memory.update(path) { entry in
        entry.modifiedAt = Timestamp(milliseconds: 1_500_000_000_000)
        entry.createdAt = number == 0 ? Timestamp(milliseconds: 1_400_000_000_000) : nil
      }
    }
    try await library.scanExpectingSuccess()
    return library
  }
}

extension OutageLibrary {
  /// Reads all videos.
  fileprivate func read() async {
    _ = await library.processPendingWork().report
  }
}
