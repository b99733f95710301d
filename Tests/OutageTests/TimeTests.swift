import KinoCore
import KinoTestSupport
import KinoTestTools
import Kinothek
import Testing

@Suite("Clocks and dates")
struct TimeTests {
  @Test("a clock that jumps back ten years makes nothing missing, and scans go on")
  func jumpBack() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.clock.advance(by: .seconds(-10 * 365 * 86_400))
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 0)
    expectUntouched(try library.contents(), since: before)
    library.addFilms(30...30)
    #expect(try await library.scanExpectingSuccess().added == 3)
  }

  @Test("a clock that jumps back confirms no hold early")
  func jumpBackWithHolds() async throws {
    let library = try await OutageLibrary.scanned()
    library.memory.remove(.path("Series"))
    #expect(try await library.scanExpectingSuccess().held == 16)
    library.clock.advance(by: .seconds(-86_400))
    #expect(try await library.scanExpectingSuccess().held == 16)
    #expect(try library.contents().missing.isEmpty)
  }

  @Test(
    "dates before 1970 and in the future are taken as they are",
    arguments: [-9_999_999_000, -1, 0, 32_503_680_000_000] as [Int64]
  )
  func oddDates(_ milliseconds: Int64) async throws {
    let library = try await OutageLibrary.scanned()
    let path = SourcePath.path("Films/odd.mkv")
    library.memory.addFile(path, size: 5, modifiedAt: Timestamp(milliseconds: milliseconds))
    #expect(try await library.scanExpectingSuccess().added == 1)
    #expect(try library.contents().present["Films/odd.mkv"]?.modifiedAt == milliseconds)
    let again = try await library.scanExpectingSuccess()
    #expect(again.changed == 0)
  }

  @Test("real files dated 1901 and 2200 are scanned, and are not changed by the next scan")
  func realDates() async throws {
    let (library, tree) = try await OutageLibrary.overFolder()
    try tree.write("old.mkv", size: 10, content: 1, modified: -2_000_000_000)
    try tree.write("new.mkv", size: 11, content: 2, modified: 7_258_118_400)
    #expect(try await library.scanExpectingSuccess().added == 2)
    let again = try await library.scanExpectingSuccess()
    #expect(again.changed == 0)
    #expect(again.missing == 0)
  }

  @Test("one shift of all times by an hour is a changed clock, not changed films")
  func uniformShift() async throws {
    let library = try await OutageLibrary.scanned()
    for episode in 1...8 {
      library.memory.update(.path("Series/Show/S1/E\(episode).mkv")) { entry in
        entry.modifiedAt = entry.modifiedAt?.advanced(by: .seconds(3_600))
      }
    }
    #expect(try await library.scanExpectingSuccess().changed == 0)
  }

  @Test("a file rewritten in place is found by the next scan, whatever its length")
  func rewritten() async throws {
    let (library, tree) = try await OutageLibrary.overFolder()
    try tree.write("a.mkv", size: 10, content: 1, modified: 1_500_000_000)
    try tree.write("b.mkv", size: 10, content: 1, modified: 1_500_000_000)
    try await library.scanExpectingSuccess()
    try tree.write("a.mkv", size: 10, content: 2, modified: 1_500_000_001)
    #expect(try await library.scanExpectingSuccess().changed == 1)
  }

  @Test("rights, a second name and a time that was put back are no change of content")
  func unchangedContent() async throws {
    let (library, tree) = try await OutageLibrary.overFolder()
    let names = ["rights.mkv", "linked.mkv", "again.mkv"]
    for name in names { try tree.write(name, size: 10, content: 1, modified: 1_500_000_000) }
    try await library.scanExpectingSuccess()
    try tree.setRights("rights.mkv", 0o600)
    try tree.hardLink("second.mkv", to: "linked.mkv")
    try tree.write("again.mkv", size: 10, content: 2, modified: 1_500_000_000)
    let report = try await library.scanExpectingSuccess()
    #expect(report.changed + report.missing + report.moved == 0)
    #expect(report.added == 1)
    try tree.touch("again.mkv", modified: 1_500_000_001)
    #expect(try await library.scanExpectingSuccess().changed == 1)
  }
}
