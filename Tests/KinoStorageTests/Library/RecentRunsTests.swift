import KinoCore
import KinoSQL
import Testing

@testable import KinoStorage

@Suite("The newest runs")
struct RecentRunsTests {
  @Test("come newest first, of every state, as many as are asked for")
  func newest() async throws {
    let fixture = try await LibraryFixture()
    let source = try await fixture.source()
    let old = try await fixture.run(of: source, state: "completed", ["added_count": 3])
    let failed = try await fixture.run(of: source, state: "failed")
    let active = try await fixture.run(of: source, state: "enumerating", ["ended_at_ms": nil])
    let store = RunStore(database: fixture.library)
    let runs = try await store.recent(of: nil, limit: 9)
    #expect(runs.map(\.id) == [active, failed, old])
    #expect(runs.map(\.state) == [.enumerating, .failed, .completed])
    #expect(runs.last?.outcome.added == 3)
    #expect(try await store.recent(of: nil, limit: 2).map(\.id) == [active, failed])
  }

  @Test("may be those of one source")
  func ofOneSource() async throws {
    let fixture = try await LibraryFixture()
    let (one, other) = (try await fixture.source(), try await fixture.source())
    let run = try await fixture.run(of: one, state: "failed")
    try await fixture.run(of: other, state: "failed")
    let runs = try await RunStore(database: fixture.library).recent(of: one.id, limit: 9)
    #expect(runs.map(\.id) == [run])
  }

  @Test(
    "are read in the order of an index, and nothing is sorted",
    arguments: [RunStore.recentSQL, RunStore.recentOfSourceSQL]
  )
  func plan(_ sql: String) async throws {
    let fixture = try await LibraryFixture()
    let steps = try await fixture.library.read { connection in
      try connection.all("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }
    }
    #expect(!steps.contains { $0.contains("TEMP B-TREE") }, "\(steps)")
  }
}
