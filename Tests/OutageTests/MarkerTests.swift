import KinoCore
import KinoTestSupport
import KinoTestTools
import Kinothek
import Testing

@Suite("Markers and filters")
struct MarkerTests {
  @Test("a marker leaves its directory out, never missing, and without it all is back")
  func marker() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    library.memory.addFile(.path("Series/.nomedia"), size: 0)
    let report = try await library.scanExpectingSuccess()
    #expect(report.missing == 0)
    #expect(report.held == 0)
    let marked = try library.contents()
    #expect(marked.missing.isEmpty)
    #expect(marked.excluded.filter { $0.hasPrefix("Series/") }.count == 16)
    library.memory.remove(.path("Series/.nomedia"))
    try await library.scanExpectingSuccess()
    let now = try library.contents()
    #expect(now.excluded.isEmpty)
    #expect(now.present.mapValues(\.uid) == before.present.mapValues(\.uid))
  }

  @Test("an excluded path becomes excluded, never missing, and comes back with its identity")
  func excludedPath() async throws {
    let library = try await OutageLibrary.scanned()
    let before = try library.contents()
    var source = try await library.library.sources.get(library.source)
    source.filter.excludedPaths = [.path("Films/Film 1")]
    try await library.library.sources.edit(source)
    #expect(try await library.scanExpectingSuccess().missing == 0)
    #expect(try library.contents().excluded.count == 3)
    source.filter.excludedPaths = []
    try await library.library.sources.edit(source)
    try await library.scanExpectingSuccess()
    let now = try library.contents()
    #expect(now.present.mapValues(\.uid) == before.present.mapValues(\.uid))
  }
}
