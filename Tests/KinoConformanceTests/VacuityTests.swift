import KinoConformance
import KinoCore
import KinoTestSupport
import Testing

@Suite("Faults that nothing felt")
struct VacuityTests {
  private func outcome(_ promise: Promise.ID, _ fixture: CountedFixture) async throws
    -> PromiseOutcome
  {
    let promise = try #require(Promise.all.first { $0.id == promise })
    return await promise.outcome(with: fixture, options: .quick)
  }

  @Test("a promise whose fault did nothing has not passed", arguments: [30, 104, 85, 106])
  func passed(_ promise: Promise.ID) async throws {
    let sound = CountedFixture(MemoryFixture(), felt: [:])
    guard case .notRun(let reason) = try await outcome(promise, sound) else {
      return #expect(Bool(false), "it was run")
    }
    #expect(reason.hasPrefix("no request and no answer felt the fault "))
    let counting = CountedFixture(MemoryFixture(), felt: nil)
    #expect(try await outcome(promise, counting) == .passed)
  }

  @Test("it has not failed either, unless the adapter did not even ask")
  func failed() async throws {
    let broken = try #require(BrokenAdapters.fixture(breaking: 89))
    let asked = try await outcome(89, CountedFixture(broken, felt: [:]))
    #expect(asked.word == "skipped" && asked.reason?.contains("deviceError") == true, "\(asked)")
    let felt = CountedFixture(broken, felt: [.deviceError(.path("films")): 1])
    #expect(try await outcome(89, felt).word == "failed")
    let silent = CountedFixture(broken, felt: [:], countsRequests: false)
    #expect(try await outcome(89, silent).word == "failed")
  }

  @Test("without a login a promise about secrets says how one is given")
  func noLogin() async throws {
    let place = SourceConfiguration(kind: "memory", location: "http://127.0.0.1:9/", rootPath: [])
    let source = MemorySource()
    source.addFile(.path("films/film.mkv"))
    let fixture = ServerFixture(MemoryAdapter(source), opening: place, tree: "/tmp")
    for number in [2, 5, 94, 103] {
      let promise = try #require(Promise.all.first { $0.id == number })
      let outcome = await promise.outcome(with: fixture, options: .quick)
      #expect(outcome.word == "skipped", "\(promise): \(outcome)")
      #expect(outcome.reason?.contains("--user USER and --password-stdin") == true, "\(outcome)")
    }
    await fixture.end()
  }
}

/// A fixture whose sites say which faults did something.
private struct CountedFixture: ConformanceFixture {
  let fixture: MemoryFixture
  let felt: [Fault: Int]?
  let countsRequests: Bool

  init(_ fixture: MemoryFixture, felt: [Fault: Int]?, countsRequests: Bool = true) {
    self.fixture = fixture
    self.felt = felt
    self.countsRequests = countsRequests
  }

  var name: String { fixture.name }

  func makeSite(_ tree: [TreeNode]) async throws -> any ConformanceSite {
    CountedSite(site: try await fixture.makeSite(tree), fixture: self)
  }
}

private struct CountedSite: ConformanceSite {
  let site: any ConformanceSite
  let fixture: CountedFixture

  var adapter: any SourceAdapter { site.adapter }
  var configuration: SourceConfiguration { site.configuration }
  var credential: SourceCredential? { site.credential }

  func dispose() async { await site.dispose() }
  func inject(_ fault: Fault) async throws { try await site.inject(fault) }
  func endFaults() async { await site.endFaults() }
  func appliedFaults() async -> [Fault: Int]? { fixture.felt }

  func traffic() async throws -> Traffic {
    var traffic = try await site.traffic()
    if !fixture.countsRequests { traffic.requests = nil }
    return traffic
  }
}
