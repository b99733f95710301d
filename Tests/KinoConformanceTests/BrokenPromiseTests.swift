import KinoConformance
import KinoTestSupport
import Testing

@Suite("Every promise can be broken", .serialized)
struct BrokenPromiseTests {
  @Test("there is a broken adapter for each promise")
  func complete() {
    #expect(Promise.all.map(\.id).sorted() == Array(1...106))
    #expect(Set(BrokenAdapters.all.keys) == Set(1...106))
  }

  @Test("an adapter that breaks it is found out", arguments: Promise.all)
  func broken(_ promise: Promise) async throws {
    let fixture = try #require(BrokenAdapters.fixture(breaking: promise.id))
    let outcome = await promise.outcome(with: fixture, options: .quick)
    #expect(outcome.word == "failed", "\(outcome)")
  }
}
