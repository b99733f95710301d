import Dispatch
import KinoCore
import Testing

@testable import KinoSMB

@Suite("A lane of an SMB session")
struct LaneTests {
  @Test("a call that was given up is something to do until it ends")
  func stuck() async throws {
    let lane = SMBLane()
    let place = try SMBPlace(.smb("127.0.0.1:1", share: "x"))
    let login = try SMBLogin(.alice, SMBOptions())
    let begun = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    let call = Task {
      try await lane.run(
        until: .now + .seconds(60),
        connect: { _ in },
        making: { SMBConnection(to: place, as: login, timeout: .seconds(1), isAlone: false) },
        { _ in
          begun.continuation.yield()
          gate.wait()
        }
      )
    }
    for await _ in begun.stream.prefix(1) {}
    #expect(lane.load == SMBLane.Load(calls: 1, stuck: 0))
    call.cancel()
    await #expect(throws: SMBFailure(code: 0, stage: .cancelled)) { try await call.value }
    #expect(lane.load == SMBLane.Load(calls: 1, stuck: 1))
    #expect(SMBLane().load < lane.load)
    gate.signal()
    while lane.load.calls > 0 { await Task.yield() }
  }
}
