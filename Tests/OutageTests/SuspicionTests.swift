import KinoCore
import KinoTestSupport
import KinoTestTools
import Kinothek
import Testing

@Suite("Directories that look wrong")
struct SuspicionTests {
  @Test("a directory of ten files that lists empty holds its removals whatever their share")
  func emptied() async throws {
    let library = try await OutageLibrary.scanned()
    library.addFilms(100...200)
    for number in 1...10 { library.addFile("Full/\(number).mkv", index: 9_000 + number) }
    try await library.scanExpectingSuccess()
    let before = try library.contents()
    for number in 1...10 { library.memory.remove(.path("Full/\(number).mkv")) }
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 0)
    #expect(report.held == 10)
    #expect(Set(try library.contents().present.keys) == Set(before.present.keys))
  }

  @Test(
    "a directory that is emptied and renamed at once holds its removals, and gets its files back",
    arguments: ["Renamed", "Series/Full"]
  )
  func emptiedAndRenamed(_ name: String) async throws {
    let library = try await OutageLibrary.scanned()
    library.addFilms(100...200)
    for number in 1...50 { library.addFile("Full/\(number).mkv", index: 9_000 + number) }
    try await library.scanExpectingSuccess()
    let before = try library.contents()
    library.memory.move(.path("Full"), to: .path(name))
    for number in 1...50 {
      library.memory.move(.path("\(name)/\(number).mkv"), to: .path("Elsewhere.hidden/\(number)"))
    }
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 0)
    #expect(report.held == 50)
    #expect(Set(try library.contents().present.keys) == Set(before.present.keys))
    for number in 1...50 {
      library.memory.move(.path("Elsewhere.hidden/\(number)"), to: .path("\(name)/\(number).mkv"))
    }
    try await library.scanExpectingSuccess()
    let now = try library.contents()
    #expect(now.held.isEmpty)
    #expect(now.missing.isEmpty)
    #expect(now.uid("\(name)/7.mkv") == before.uid("Full/7.mkv"))
  }

  @Test("a directory that is emptied below a renamed one holds its removals")
  func emptiedBelowRenamed() async throws {
    let library = try await OutageLibrary.scanned()
    library.addFilms(100...200)
    for number in 1...50 { library.addFile("Box/Full/\(number).mkv", index: 9_000 + number) }
    for number in 1...3 { library.addFile("Box/Rest/\(number).mkv", index: 9_900 + number) }
    try await library.scanExpectingSuccess()
    let before = try library.contents()
    library.memory.move(.path("Box"), to: .path("Crate"))
    for number in 1...50 { library.memory.remove(.path("Crate/Full/\(number).mkv")) }
    library.memory.remove(.path("Crate/Rest/1.mkv"))
    let report = try await library.scanExpectingSuccess()
    #expect(report.held == 50)
    let now = try library.contents()
    #expect(now.missing == ["Crate/Rest/1.mkv"])
    #expect(now.uid("Crate/Full/7.mkv") == before.uid("Box/Full/7.mkv"))
  }

  @Test("a directory that was replaced by another one holds its removals")
  func replaced() async throws {
    let library = try await OutageLibrary.scanned()
    library.addFilms(100...200)
    try await library.scanExpectingSuccess()
    let before = try library.contents()
    library.memory.remove(.path("Series/Show/S1"))
    library.memory.addDirectory(.path("Series/Show/S1"))
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 0)
    #expect(report.held == 8)
    #expect(Set(try library.contents().present.keys) == Set(before.present.keys))
  }

  @Test("a mount within the source that vanished holds its removals")
  func unmounted() async throws {
    let library = try await OutageLibrary.scanned()
    library.addFilms(100...200)
    for number in 1...3 { library.addFile("Disk/\(number).mkv", index: 9_000 + number) }
    library.memory.update(.path("Disk")) { $0.flags.insert(.mountBoundary) }
    try await library.scanExpectingSuccess()
    let before = try library.contents()
    for number in 1...3 { library.memory.remove(.path("Disk/\(number).mkv")) }
    library.memory.update(.path("Disk")) { $0.flags.remove(.mountBoundary) }
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 0)
    #expect(report.held == 3)
    #expect(Set(try library.contents().present.keys) == Set(before.present.keys))
  }

  @Test("a suspect directory whose files come back is as before")
  func returned() async throws {
    let library = try await OutageLibrary.scanned()
    for number in 1...10 { library.addFile("Full/\(number).mkv", index: 9_000 + number) }
    try await library.scanExpectingSuccess()
    let before = try library.contents()
    library.memory.move(.path("Full"), to: .path("Elsewhere"))
    library.memory.addDirectory(.path("Full"))
    for number in 1...10 {
      library.memory.move(.path("Elsewhere/\(number).mkv"), to: .path("Full/\(number).mkv"))
    }
    library.memory.remove(.path("Elsewhere"))
    try await library.scanExpectingSuccess()
    try await library.scanExpectingSuccess()
    let now = try library.contents()
    #expect(now.missing.isEmpty)
    #expect(now.held.isEmpty)
    #expect(now.present.mapValues(\.uid) == before.present.mapValues(\.uid))
  }
}
