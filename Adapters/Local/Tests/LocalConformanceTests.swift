import KinoConformance
import KinoCore
import KinoLocal
import Testing

@Suite("Local folders keep every promise that they can break (FW-4)", .serialized)
struct LocalConformanceTests {
  /// What takes a server, a network or a failing disk, and an administrator who is none.
  private static let notRun: Set<Promise.ID> = [
    2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 15, 16, 30, 37, 38, 39, 53, 54, 55, 65, 66, 70, 71, 72, 74,
    76, 79, 80, 81, 82, 84, 85, 86, 88, 89, 90, 91, 92, 94, 95, 96, 103, 104, 105,
  ]

  @Test("kept", arguments: Promise.all)
  func keeps(_ promise: Promise) async throws {
    let options = ConformanceOptions(
      slack: .seconds(1),
      load: .milliseconds(300),
      measuresMemory: false
    )
    let place = SourceConfiguration(kind: "local", location: "/tmp", rootPath: Array("/tmp".utf8))
    let fixture = ServerFixture(LocalAdapter(), opening: place, tree: "/tmp")
    let outcome = try await expectPromise(promise, of: fixture, options: options)
    #expect(outcome == .passed || Self.notRun.contains(promise.id), "\(outcome)")
  }
}
