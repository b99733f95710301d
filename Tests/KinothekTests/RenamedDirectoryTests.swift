import KinoCore
import KinoTestSupport
import Testing

@testable import Kinothek

@Suite("Renamed directories that cannot be listed")
struct RenamedDirectoryTests {
  @Test("a directory that was renamed and cannot be listed keeps its files")
  func renamedAndUnreachable() async throws {
    let world = try await World()
    world.memory.addFile(.path("Old/A.mkv"), size: 10)
    world.memory.addFile(.path("B.mkv"), size: 10)
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.move(.path("Old"), to: .path("New"))
    world.memory.fail(.list, at: .path("New"), with: SourceError(.permissionDenied), .always)
    let report = await world.scan(source)
    #expect(report.missing + report.held == 0)
    #expect(report.counters.unreachableDirectories == 1)
    let explained = try await world.library.explain("New/A.mkv", in: source.id)
    #expect(explained.published.contains { $0.hasPrefix("It could not be listed since") })
    world.memory.clearFaults()
    let after = await world.scan(source)
    #expect(after.added + after.missing == 0)
    #expect(try await world.library.verify() == [])
  }

  @Test("an unlistable directory is noted as such below, above and beside a renamed one")
  func unlistableAroundRenames() async throws {
    let world = try await World()
    world.memory.addFile(.path("Old/Deep/Deeper/A.mkv"), size: 10)
    world.memory.addFile(.path("Old/C.mkv"), size: 10)
    world.memory.addFile(.path("B.mkv"), size: 10)
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.move(.path("Old"), to: .path("New"))
    world.memory.fail(.list, at: .path("New/Deep"), with: SourceError(.permissionDenied), .always)
    _ = await world.scan(source)
    for path in ["New/Deep", "New/Deep/Deeper/A.mkv"] {
      let explained = try await world.library.explain(path, in: source.id)
      #expect(explained.published.contains { $0.hasPrefix("It could not be listed since") })
    }
    world.memory.move(.path("New"), to: .path("Newer"))
    world.memory.fail(.list, at: .path("Newer"), with: SourceError(.permissionDenied), .always)
    _ = await world.scan(source)
    for path in ["Newer", "Newer/Deep", "Newer/Deep/Deeper/A.mkv"] {
      let explained = try await world.library.explain(path, in: source.id)
      #expect(explained.published.contains { $0.hasPrefix("It could not be listed since") })
    }
    world.memory.clearFaults()
    _ = await world.scan(source)
    let explained = try await world.library.explain("Newer/Deep/Deeper/A.mkv", in: source.id)
    #expect(!explained.published.contains { $0.hasPrefix("It could not be listed since") })
    #expect(try await world.library.verify() == [])
  }

  @Test("a renamed directory whose listing ends incomplete is noted as such")
  func renamedAndIncomplete() async throws {
    let world = try await World()
    world.memory.addFile(.path("Old/A.mkv"), size: 10)
    world.memory.addFile(.path("B.mkv"), size: 10)
    let source = try await world.addSource()
    _ = await world.scan(source)
    world.memory.move(.path("Old"), to: .path("New"))
    world.memory.endIncomplete(.path("New"), [.entryUnreadable], .always)
    let report = await world.scan(source)
    #expect(report.added + report.missing == 0)
    let explained = try await world.library.explain("New/A.mkv", in: source.id)
    #expect(explained.published.contains { $0.hasPrefix("It could not be listed since") })
  }
}
