import KinoConformance
import Testing

@Suite("Local folders keep every promise that they can break (FW-4)", .serialized)
struct LocalConformanceTests {
  /// What takes a server, a network or a failing disk, and an administrator who is none.
  private static let notRun: Set<Promise.ID> = []

  @Test("kept", arguments: Promise.all)
  func keeps(_ promise: Promise) async throws {
    let options = ConformanceOptions(slack: .seconds(1), load: .milliseconds(300))
    let outcome = try await expectPromise(promise, of: LocalFixture(), options: options)
    #expect(outcome == .passed || Self.notRun.contains(promise.id), "\(outcome)")
  }
}
