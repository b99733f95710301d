import KinoCore
import KinoTestSupport
import Testing

@testable import KinoScan

@Suite("Scan orchestrator")
struct OrchestratorTests {
  @Test("a scan lists every directory once and publishes what it found")
  func wholeScan() async throws {
    let world = World()
    world.memory.addFile(.path("Films/Alien (1979)/Alien.mkv"), size: 10)
    world.memory.addFile(.path("Films/Alien (1979)/Alien.en.srt"), size: 1)
    world.memory.addFile(.path("Films/notes.txt"), size: 1)
    let report = await world.scan()
    #expect(report.state == .completed)
    #expect(report.counters.directories == 3)
    #expect(report.counters.videos == 1)
    #expect(report.counters.sidecars == 1)
    #expect(world.memory.count(.list) == 3)
    let differences = try world.store.seen.differences
    #expect(
      differences.map { "\($0.kind) \($0.entry.name)" } == [
        "directory Films", "directory Alien (1979)", "video Alien.mkv", "sidecar Alien.en.srt",
      ]
    )
    #expect(world.store.seen.orders.count == 1)
  }

  @Test("differences are staged in groups, each in a transaction of its own (TX-3)")
  func groups() async throws {
    let world = World()
    for number in 0..<25 { world.memory.addFile(.path("F/\(number).mkv"), size: 10) }
    for number in 0..<25 { world.memory.addFile(.path("G/\(number).mkv"), size: 10) }
    var policy = ScanPolicy()
    policy.groupSize = 20
    policy.directoriesPerBatch = 1
    let report = await world.scan(policy: policy)
    #expect(report.state == .completed)
    let groups = world.store.seen.groups
    #expect(groups.count > 1)
    #expect(groups.allSatisfy { $0.differenceCount < 60 })
    #expect(try world.store.seen.differences.count == 52)
    #expect(Set(groups.flatMap(\.done)).count == 3)
  }

  @Test("a run that is over has no heartbeat that could stop its settling")
  func settling() async {
    let world = World()
    let (store, beats) = (world.store, world.beats)
    store.change { state in
      state.settlements = 3
      state.failures["renew"] = StorageError(.ownershipLost, message: "It is over.")
      state.whileSettling = {
        beats.advance(by: .seconds(60))
        for _ in 0..<200 { await Task.yield() }
      }
    }
    let report = await world.scan()
    #expect(report.state == .completed)
    #expect(store.seen.calls.count { $0 == "settle" } == 3)
    #expect(!store.seen.calls.contains("renew"))
  }

  @Test("a child is staged under the id that its directory was added with")
  func reservedIDs() async throws {
    let world = World()
    world.memory.addFile(.path("Films/A.mkv"), size: 10)
    _ = await world.scan()
    let differences = try world.store.seen.differences
    let directory = try #require(differences.first { $0.kind == .directory })
    let video = try #require(differences.first { $0.kind == .video })
    #expect(directory.itemID == video.directory.rawValue)
    #expect(directory.directory == RecordingStore.root)
  }

  @Test("one unreachable directory leaves the rest of the scan alone")
  func unreachableSubtree() async {
    let world = World()
    world.memory.addFile(.path("Open/A.mkv"), size: 10)
    world.memory.addFile(.path("Shut/B.mkv"), size: 10)
    world.memory.fail(.list, at: .path("Shut"), with: SourceError(.permissionDenied), .always)
    let report = await world.scan()
    #expect(report.state == .completed)
    #expect(report.counters.unreachableDirectories == 1)
    #expect(world.store.seen.groups.flatMap(\.failures).count == 1)
  }

  @Test("directories that lie too deep are unreachable, and named, where no ids end a circle")
  func depth() async {
    let world = World()
    world.memory.capabilities.stableID = .none
    world.memory.addFile(.path("a/b/c/d/e/Deep.mkv"), size: 10)
    world.memory.addFile(.path("a/b/c/Film.mkv"), size: 10)
    var policy = ScanPolicy()
    policy.depthLimit = 3
    let report = await world.scan(policy: policy)
    #expect(report.state == .completed && report.counters.videos == 1)
    #expect(report.counters.unreachableDirectories == 1)
    #expect(report.unreachable == [.path("a/b/c/d")])
    let failures = world.store.seen.groups.flatMap(\.failures)
    #expect(failures.map(\.error.kind) == [.tooLarge])
    let (known, whole) = (World(), ScanPolicy().depthLimit)
    known.memory.capabilities.stableID = .none
    let path = Array(repeating: "x", count: whole).joined(separator: "/")
    known.memory.addFile(.path("\(path)/Film.mkv"), size: 10)
    #expect(await known.scan().counters.videos == 1)
  }

  @Test("a directory that is gone when opened is looked for in its parent's second listing")
  func goneDirectory() async {
    let world = World()
    world.memory.addFile(.path("Films/A.mkv"), size: 10)
    world.memory.onCall { [weak memory = world.memory] call in
      if call == SourceCall(.list, .path("Films")) { memory?.remove(.path("Films")) }
    }
    let report = await world.scan()
    #expect(report.state == .completed)
    #expect(report.counters.unreachableDirectories == 0)
    #expect(world.memory.count(.list, at: .root) == 2)
  }

  @Test("a directory that only refuses to open keeps what it has")
  func refusedDirectory() async {
    let world = World()
    world.memory.addFile(.path("Films/A.mkv"), size: 10)
    world.memory.fail(.list, at: .path("Films"), with: SourceError(.notFound), .always)
    let report = await world.scan()
    #expect(report.counters.unreachableDirectories == 1)
  }

  @Test("a source that fails five times in a row ends the run, and nothing is published")
  func failureStreak() async {
    let world = World()
    for number in 1...9 { world.memory.addFile(.path("D\(number)/A.mkv"), size: 10) }
    for number in 1...9 {
      world.memory.fail(.list, at: .path("D\(number)"), with: SourceError(.unavailable), .always)
    }
    let report = await world.scan()
    #expect(report.state == .failed)
    #expect(report.failure?.isSourceFailure == true)
    #expect(world.store.seen.orders.isEmpty)
    #expect(world.store.seen.endings.count == 1)
    guard case .offline = world.store.seen.availabilities.first else {
      Issue.record("the source was not noted as offline")
      return
    }
  }

  @Test("wrong credentials end the run at once and ask for the user")
  func wrongCredentials() async {
    let world = World()
    world.memory.addFile(.path("Films/A.mkv"), size: 10)
    world.memory.fail(.list, at: .root, with: SourceError(.authenticationFailed), .always)
    let report = await world.scan()
    #expect(report.failure?.kind == "authenticationFailed")
    #expect(world.memory.count(.list) == 1)
    guard case .needsAttention = world.store.seen.availabilities.first else {
      Issue.record("the source was not noted as needing attention")
      return
    }
  }

  @Test("a cancelled scan publishes nothing and ends as cancelled")
  func cancellation() async {
    let world = World()
    world.memory.addFile(.path("Films/A.mkv"), size: 10)
    let task = Task { await world.scan() }
    world.memory.onCall { call in
      if call == SourceCall(.list, .path("Films")) { task.cancel() }
    }
    let report = await task.value
    world.memory.onCall(nil)
    #expect(report.state == .cancelled)
    #expect(report.failure == nil)
    #expect(world.store.seen.orders.isEmpty)
    #expect(world.store.seen.endings == [.cancelled])
  }

  @Test("a plan publishes nothing")
  func planOnly() async {
    let world = World()
    world.memory.addFile(.path("Films/A.mkv"), size: 10)
    let report = await world.scan(ScanOptions(isPlanOnly: true))
    #expect(report.state == .cancelled)
    #expect(report.plan != nil)
    #expect(world.store.seen.orders.isEmpty)
  }

  @Test("a library that cannot be written fails the run")
  func storageFailure() async {
    let world = World()
    world.memory.addFile(.path("Films/A.mkv"), size: 10)
    world.store.change { $0.failures["stage"] = StorageError(.diskFull, message: "no space") }
    let report = await world.scan()
    #expect(report.state == .failed)
    #expect(report.failure?.kind == "diskFull")
    #expect(report.failure?.isSourceFailure == false)
    #expect(world.store.seen.availabilities.isEmpty)
  }

  @Test("another publication in between makes the scan start anew")
  func replanning() async {
    let world = World()
    world.store.change {
      $0.failures["finalize"] = StorageError(.publicationMoved, message: "moved")
    }
    let report = await world.scan()
    #expect(report.failure?.kind == "publicationMoved")
    let attempts = world.store.seen.calls.filter { $0 == "admit" }.count
    #expect(attempts == 1 + ScanPolicy().replans)
  }

  @Test("a joined scan reports what the other process did")
  func joining() async {
    let world = World()
    world.store.change {
      $0.admissions = [.joined(RecordingStore.run.id)]
      $0.reports = [RecordingStore.report(.enumerating), RecordingStore.report(.completed)]
    }
    let report = await world.scan()
    #expect(report.isJoined)
    #expect(report.state == .completed)
    #expect(world.memory.calls.isEmpty)
  }

  @Test("a run that was cancelled does not stand for another one's scan")
  func joiningPlan() async {
    let world = World()
    world.store.change {
      $0.admissions = [.joined(RecordingStore.run.id), .started(RecordingStore.run)]
      $0.reports = [RecordingStore.report(.cancelled)]
    }
    let report = await world.scan()
    #expect(!report.isJoined)
    #expect(report.state == .completed)
  }

  @Test("a run whose owner has died meanwhile is taken over")
  func takeover() async {
    let world = World()
    world.store.change {
      $0.admissions = [.joined(RecordingStore.run.id), .resumed(RecordingStore.run)]
      $0.reports = [RecordingStore.report(.enumerating)]
    }
    let report = await world.scan()
    #expect(report.state == .completed)
    #expect(!report.isJoined)
  }
}
