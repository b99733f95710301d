import KinoConformance
import KinoTestSupport
import Testing

@Suite("A source in memory keeps every promise", .serialized)
struct MemoryConformanceTests {
  @Test("kept", arguments: Promise.all)
  func keeps(_ promise: Promise) async throws {
    let outcome = try await expectPromise(promise, of: MemoryFixture(), options: .quick)
    #expect(outcome == .passed)
  }
}

extension ConformanceOptions {
  /// For tests that run beside others.
  static let quick = ConformanceOptions(
    slack: .seconds(1),
    load: .milliseconds(100),
    cycles: 50,
    largeDirectory: 500,
    measuresMemory: false
  )
}
