import Foundation
import KinoTestTools
import Testing

extension Crashes {
  @Suite("Ctrl-C")
  struct SignalTests {
    @Test(
      "a signal in the first moments is not lost: it ends the process before it has begun, or the scan"
    )
    func early() async throws {
      try await onThread {
        let prepared = try PreparedScenario(.subtrees, films: 1..<1_500)
        for delay in stride(from: 0, to: Tier.isLong ? 100 : 40, by: 2) {
          let database = prepared.workspace.file("early")
          try prepared.workspace.copyFolder(prepared.before, to: database)
          let scan = try prepared.command(database).start()
          pause(.milliseconds(delay))
          scan.child.send(SIGINT)
          let end = try scan.finish()
          let isFine = [.code(130), .signal(SIGINT)].contains(end.exit)
          try require(isFine, "after \(delay) ms: \(end.exit)\n\(end.text)")
          if end.exit == .code(130) {
            try require(end.report?.state == "cancelled", end.text)
          }
        }
      }
    }
  }
}
