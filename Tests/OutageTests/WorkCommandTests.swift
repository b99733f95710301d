import Foundation
import KinoTestTools
import Testing

@Suite("What scan-local does after a scan")
struct WorkCommandTests {
  @Test("a plain run reads the new videos, a run with --scan-only leaves them to the next")
  func afterwards() async throws {
    let workspace = Workspace()
    let tree = try FolderTree(at: workspace.file("tree"))
    try tree.addFilms(0..<20)
    let command = ScanLocal(
      root: tree.path,
      database: workspace.file("library"),
      log: workspace.file("log")
    )
    try await onThread {
      let first = try command.run(["--scan-only"])
      #expect(first.exit == .code(0))
      #expect(first.report?.added == 80)
      #expect(first.report?.work == nil)
      let second = try command.run()
      #expect(second.exit == .code(0))
      #expect(second.report?.work?.completed == 20)
      let third = try command.run()
      #expect(third.report?.work?.completed == 0)
    }
  }

  @Test("Ctrl-C while files are read leaves the scan completed (TX-9)")
  func interrupted() async throws {
    let workspace = Workspace()
    let tree = try FolderTree(at: workspace.file("tree"))
    try tree.addFilms(0..<3_000)
    let command = ScanLocal(
      root: tree.path,
      database: workspace.file("library"),
      log: workspace.file("log")
    )
    try await onThread {
      _ = try command.run(["--scan-only"])
      // Whenever it comes the exit is that of the scan, and the run after it is whole.
      let running = try command.start()
      usleep(700_000)
      running.child.send(SIGINT)
      let end = try running.finish()
      #expect([.code(0), .code(130)].contains(end.exit), "\(end.text)")
      if end.exit == .code(0) { #expect(end.report?.state == "completed") }
      let next = try command.run()
      #expect(next.exit == .code(0))
      #expect(next.report?.work?.remaining == 0)
    }
  }
}
