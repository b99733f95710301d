import KinoConformance
import Testing

@Suite("SMB shares keep every promise that they can break (FW-4)", .serialized)
struct SMBConformanceTests {
  /// What takes a server of another kind, or faults that no proxy can make.
  private static let notRun: Set<Promise.ID> = []

  @Test("kept", arguments: Promise.all)
  func keeps(_ promise: Promise) async throws {
    let options = ConformanceOptions(
      slack: .seconds(2),
      load: .milliseconds(300),
      cycles: 60,
      measuresMemory: false
    )
    let outcome = try await expectPromise(promise, of: SMBFixture(), options: options)
    #expect(outcome == .passed || Self.notRun.contains(promise.id), "\(outcome)")
  }
}
