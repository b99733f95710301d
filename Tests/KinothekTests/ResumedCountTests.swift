import KinoCore
import KinoTestSupport
import Testing

@testable import Kinothek

@Suite("What a resumed run counts")
struct ResumedCountTests {
  @Test("a resumed run counts what it looks at once")
  func resumedCounters() async throws {
    let world = try await World()
    for number in 0..<5 { world.memory.addFile(.path("D\(number)/A.mkv"), size: 10) }
    let source = try await world.addSource()
    let planned = await world.scan(source, ScanOptions(isPlanOnly: true))
    let report = await world.scan(source)
    #expect(planned.counters.videos == 5)
    #expect(report.counters.videos == 5)
    #expect(report.counters.directories == 6)
  }

  @Test("a remote run that is resumed when some of its listings are too old counts all once")
  func resumedLate() async throws {
    var policy = ScanPolicy()
    policy.groupInterval = .zero
    policy.directoriesPerBatch = 1
    let world = try await World(policy: policy)
    world.memory.capabilities.isRemote = true
    world.memory.capabilities.maxConcurrentOperations = 1
    for number in 0..<5 { world.memory.addFile(.path("D\(number)/A.mkv"), size: 10) }
    let source = try await world.addSource()
    let clock = world.clock
    world.memory.onCall { call in
      if call == SourceCall(.list, .path("D2")) { clock.advance(by: .seconds(360)) }
    }
    _ = await world.scan(source, ScanOptions(isPlanOnly: true))
    world.memory.onCall(nil)
    clock.advance(by: .seconds(300))
    let report = await world.scan(source)
    #expect(report.added == 5)
    #expect(report.counters.videos == 5)
    #expect(report.counters.directories == 6)
  }

  @Test("a remote run that was broken off counts what it had not staged once when it goes on")
  func resumedUnstaged() async throws {
    var policy = ScanPolicy()
    policy.directoriesPerBatch = 1
    let world = try await World(policy: policy)
    world.memory.capabilities.isRemote = true
    world.memory.capabilities.maxConcurrentOperations = 1
    for number in 0..<5 { world.memory.addFile(.path("D\(number)/A.mkv"), size: 10) }
    let source = try await world.addSource()
    world.memory.fail(.list, at: .path("D3"), with: SourceError(.authenticationFailed))
    let clock = world.clock
    world.memory.onCall { call in
      // What has been found so far is staged with the next listing; what comes after is not.
      if call == SourceCall(.list, .path("D1")) { clock.advance(by: .seconds(3)) }
    }
    #expect(await world.scan(source).state == .failed)
    world.memory.onCall(nil)
    let report = await world.scan(source)
    #expect(report.added == 5)
    #expect(report.counters.videos == 5)
    #expect(report.counters.directories == 6)
  }
}
