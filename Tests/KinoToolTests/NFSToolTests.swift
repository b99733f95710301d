import Foundation
import KinoCore
import KinoTestServers
import KinoTestTools
import Testing

@testable import kino

@Suite("kino and an NFS server", .enabled(if: geteuid() == 0))
struct NFSToolTests {
  private let script = ToolScript()

  /// Runs a command beside a server whose `PLACE` is the tree, and whose way in by version 3 is `THREE`.
  private func end(of command: String) async throws -> ToolScript.End {
    try await script.run("chmod 755 \"$OUT/..\" \"$TREE\"")
    let server = try await TestServer.nfs(script.tree().path)
    let files = try #require(server.address("nfs"))
    let mounting = try #require(server.address("mount")?.split(separator: ":").last)
    let end = try await script.end(
      of: """
        PLACE=nfs://\(files)/media; THREE='?version=3&mount-port=\(mounting)'
        \(command)
        """
    )
    try await server.stop()
    return end
  }

  @Test("it is listed, read and scanned as a folder is, by both versions")
  func places() async throws {
    let tree = try script.tree()
    try tree.write("a é/50%+#.mkv", size: 3_000_000, content: 7, modified: 1_000_000_000)
    let end = try await end(
      of: """
        $KINO ls "$PLACE?version=4" -r
        $KINO ls "$PLACE$THREE" -r >three; $KINO ls "$PLACE" -r | cmp - three; echo same
        $KINO cat "$PLACE/a%20%C3%A9/50%25+%23.mkv?version=4" | cmp - "$TREE/a é/50%+#.mkv"
        $KINO cat "$PLACE/a%20%C3%A9/50%25+%23.mkv$THREE" | cmp - "$TREE/a é/50%+#.mkv"
        $KINO scan "$PLACE?version=4" --database $DB --json | grep '"added"'
        $KINO scan "$PLACE/?version=4" --database $DB --json --concurrency 4 | grep '"added"'
        """
    )
    #expect(end.exit == "0", "\(end)")
    #expect(end.output.contains("2001-09-09 01:46:40Z  a é/50%+#.mkv\n"), "\(end)")
    #expect(end.output.contains("same\n"), "\(end)")
    #expect(end.output.contains("\"added\": 1,\n  \"added\": 0,\n"), "\(end)")
  }

  @Test("what an export or a server lacks is said, and nothing is lost")
  func failures() async throws {
    try script.tree().addFilms(1..<3)
    let end = try await end(
      of: """
        $KINO scan "$PLACE?version=4" --database $DB --json | grep '"added"'
        rc=0; $KINO ls "$PLACE/gone" || rc=$?; echo "gone $rc"
        rc=0; $KINO ls "$PLACE" --option vers=4 || rc=$?; echo "mistyped $rc"
        mv "$TREE" "$TREE.away"; mkdir "$TREE"
        rc=0; $KINO scan "$PLACE?version=4" --database $DB --json | grep '"missing"' || rc=$?
        rm -rf "$TREE.away"
        """
    )
    #expect(end.output.contains("gone 3\n") && end.output.contains("mistyped 2\n"), "\(end)")
    #expect(!end.output.contains("\"missing\": 2"), "\(end)")
  }

  @Test("a server that refuses an export is said to want a port below 1024, perhaps")
  func refusal() {
    let place = SourceError.Underlying(domain: "mount", code: 13)
    let error = SourceError(.permissionDenied, scope: .root, underlying: place, path: .root)
    #expect(error.message.contains("below 1024") && error.message.contains("(mount 13)"))
    #expect(!SourceError(.permissionDenied, path: .root).message.contains("1024"))
  }
}
