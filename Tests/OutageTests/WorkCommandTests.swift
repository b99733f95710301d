import Foundation
import KinoSQL
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
      let running = try command.start()
      while try Self.fingerprints(command.database, in: workspace) == 0 {
        pause(.milliseconds(1))
      }
      running.child.send(SIGINT)
      let end = try running.finish()
      #expect(end.exit == .code(0), "\(end.text)")
      #expect(end.report?.state == "completed")
      let read = try #require(end.report?.work?.completed)
      #expect(read > 0)
      #expect(read + (end.report?.work?.remaining ?? 0) == 3_000)
      let next = try command.run()
      #expect(next.exit == .code(0))
      #expect(next.report?.work?.completed == 3_000 - read)
    }
  }

  /// How many files have been read so far.
  private static func fingerprints(_ database: String, in workspace: Workspace) throws -> Int64? {
    let known = "SELECT count(*) FROM media_file WHERE fingerprint IS NOT NULL"
    return try DatabaseCopy.read(database, in: workspace) { connection throws(SQLiteError) in
      try connection.int64(known)
    } ?? nil
  }
}
