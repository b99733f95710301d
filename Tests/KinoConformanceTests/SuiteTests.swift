import KinoConformance
import KinoCore
import KinoTestSupport
import Synchronization
import Testing

@Suite("Conformance suite (FW-4)", .serialized)
struct SuiteTests {
  private let promises = Promise.all.filter { [2, 31, 32, 64, 67].contains($0.id) }

  @Test("a report has a line for each promise and the counts at its end")
  func report() async throws {
    let fixture = try #require(BrokenAdapters.fixture(breaking: 32))
    var finished: [Promise.ID] = []
    let report = await ConformanceSuite(fixture: fixture, promises: promises, options: .quick).run {
      if case .finished(let result) = $0 { finished.append(result.promise.id) }
    }
    #expect(finished == [2, 31, 32, 64, 67])
    #expect((report.passed, report.failed, report.skipped) == (4, 1, 0))
    #expect(!report.isSound)
    let lines = report.text.split(separator: "\n")
    #expect(lines.count == 6 && lines.last == "4 passed, 1 failed, 0 skipped")
    #expect(lines[2].hasPrefix("failed   32. ") && lines[2].contains("succeeded instead"))
  }

  @Test("what a fixture can not do is skipped with its reason, and a run of nothing is not sound")
  func skipped() async {
    let report = await ConformanceSuite(fixture: BareFixture(), promises: promises).run()
    #expect((report.passed, report.failed, report.skipped) == (0, 0, 5))
    #expect(!report.isSound)
    #expect(report.results.allSatisfy { $0.outcome == .notRun("there is nothing to build with") })
  }

  @Test("what a source can not keep by its nature is declared, with its reason")
  func exceptions() async {
    let outcome = await promises[0].outcome(with: BareFixture(exceptions: [2: "it has no users"]))
    #expect(outcome == .notRun("it has no users"))
  }

  @Test("a sound adapter keeps the same promises without any one declaration")
  func toggles() async {
    let slow: Set<Promise.ID> = [7, 79, 80, 81, 82, 84, 93, 95, 105]
    let quick = Promise.all.filter { !slow.contains($0.id) }
    let suite = ConformanceSuite(fixture: MemoryFixture(), promises: quick, options: .quick)
    let report = await suite.run(toggling: CapabilityToggle.allCases)
    #expect(report.differences.isEmpty, "\(report.differences)")
    #expect(report.isSound)
  }

  @Test("a promise that is kept only while something is declared is a difference")
  func difference() async {
    let fixture = MemoryFixture { adapter, server in
      AlteredAdapter(adapter: adapter, server: server, alteration: .endingByIDs)
    }
    let walk = Promise.all.filter { $0.id == 43 }
    let suite = ConformanceSuite(fixture: fixture, promises: walk, options: .quick)
    let report = await suite.run(toggling: [.stableIDs, .etags])
    #expect(report.results.map(\.outcome) == [.passed])
    #expect(report.differences.map(\.toggle) == [.stableIDs])
    #expect(report.differences.map(\.promise) == [43] && report.failed == 1)
    #expect(report.text.contains("failed   43 without stableIDs: the walk does not end"))
  }

  @Test("a listing that is another one without a declaration is a difference, too")
  func listing() async {
    let listings = Mutex(0)
    let forgetful = Alteration {
      $0.page = { request, _, sound throws(SourceError) in
        var page = try await sound()
        let number = listings.withLock { count in
          count += request.path.isRoot ? 1 : 0
          return count
        }
        if number == 2 { page.entries.removeAll { $0.name == .name("empty.mkv") } }
        return page
      }
    }
    let fixture = MemoryFixture { adapter, server in
      AlteredAdapter(adapter: adapter, server: server, alteration: forgetful)
    }
    let suite = ConformanceSuite(fixture: fixture, promises: [], options: .quick)
    let report = await suite.run(toggling: [.ranges])
    #expect(report.differences.map(\.promise) == [nil], "\(report.differences)")
    #expect(report.text.contains("failed   the listing without ranges: "), "\(report.text)")
  }

  @Test("what is not declared anyway is not compared, and says so")
  func undeclared() async {
    let plain = Alteration { $0.capabilities = CapabilityToggle.ranges.removed }
    let fixture = MemoryFixture { adapter, server in
      AlteredAdapter(adapter: adapter, server: server, alteration: plain)
    }
    let few = Promise.all.filter { [31, 32].contains($0.id) }
    let suite = ConformanceSuite(fixture: fixture, promises: few, options: .quick)
    let report = await suite.run(toggling: [.ranges, .etags])
    #expect(report.comparisons.map { $0.lack != nil } == [true, false])
    #expect(report.text.contains("skipped  without ranges — it is not declared here\nsame  "))
  }

  @Test("a check that does not end is a failure in time, and a cancelled run is over")
  func endless() async {
    var options = ConformanceOptions.quick
    options.limit = .milliseconds(50)
    let outcome = await promises[1].outcome(with: EndlessFixture(), options: options)
    #expect(outcome.word == "failed")
    let task = Task { await ConformanceSuite(fixture: MemoryFixture()).run() }
    task.cancel()
    let report = await task.value
    #expect(report.skipped > 100)
  }
}

private struct BareFixture: ConformanceFixture {
  let name = "bare"
  var exceptions: [Promise.ID: String] = [:]

  func makeSite(_ tree: [TreeNode]) async throws -> any ConformanceSite {
    throw NotRun("there is nothing to build with")
  }
}

private struct EndlessFixture: ConformanceFixture {
  let name = "endless"

  func makeSite(_ tree: [TreeNode]) async throws -> any ConformanceSite {
    try await Task.sleep(for: .seconds(600))
    throw NotRun("it took too long")
  }
}
