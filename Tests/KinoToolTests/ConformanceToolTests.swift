import KinoTestServers
import KinoTestTools
import Testing

@testable import kino

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("kino conformance")
struct ConformanceToolTests {
  private let script = ToolScript()

  @Test("a folder keeps what it is asked about, a line each, and nothing is left in it")
  func folder() async throws {
    let end = try await script.end(
      of: "$KINO conformance $TREE --tree $TREE --only 31,36,12,67; ls -A $TREE"
    )
    #expect(end.exit == "0", "\(end)")
    let lines = end.output.split(separator: "\n")
    #expect(lines.count == 5, "\(end.output)")
    #expect(lines[0].hasPrefix("skipped  12. ") && lines[1].hasPrefix("passed   31. "))
    #expect(lines[4] == "3 passed, 0 failed, 1 skipped")
  }

  @Test("JSON has an object with every promise, its outcome and its reason")
  func json() async throws {
    let end = try await script.end(
      of: "$KINO conformance $TREE --tree=$TREE --only=36,12 --json"
    )
    #expect(end.exit == "0", "\(end)")
    #expect(end.output.hasPrefix("{\n  \"place\": \"local at /"), "\(end.output)")
    for text in [
      #""server": null"#, #""passed": 1"#, #""failed": 0"#, #""skipped": 1"#,
      #""cancelled": false"#,
      #""number": 36"#, #""group": "enumeration""#, #""outcome": "passed""#, #""reason": null"#,
      #""reason": "a folder has nothing in front of it""#,
    ] { #expect(end.output.contains(text), "\(text): \(end.output)") }
  }

  @Test("declarations are taken back one by one, and what comes without them is compared")
  func toggles() async throws {
    let command = "$KINO conformance $TREE --tree $TREE --only 31,36 --toggle etags,ranges"
    let end = try await script.end(of: "\(command); \(command) --json; ls -A $TREE")
    #expect(end.exit == "0", "\(end)")
    let lines = end.output.split(separator: "\n")
    #expect(lines[2] == "skipped  without etags — it is not declared here", "\(end.output)")
    #expect(lines[3...4] == ["same     without ranges", "2 passed, 0 failed, 0 skipped"])
    #expect(end.output.contains(#""declaration": "ranges""#))
    #expect(end.output.contains(#""outcome": "same""#) && end.output.hasSuffix("}\n"))
  }

  @Test("a run in which nothing could be checked fails, and so does one with a broken promise")
  func failures() async throws {
    let nothing = try await script.end(of: "$KINO conformance $TREE --only 31")
    #expect(nothing.exit == "1")
    #expect(nothing.output.contains("0 passed, 0 failed, 1 skipped"), "\(nothing)")
    #expect(nothing.output.contains("no folder to build trees in"))
    let broken = try await script.end(of: "$KINO conformance $TREE/absent --only 1")
    #expect(broken.exit == "1")
    #expect(broken.output.contains("failed   1. "), "\(broken)")
    #expect(broken.output.contains("0 passed, 1 failed, 0 skipped"))
  }

  @Test(
    "what cannot be meant is refused",
    arguments: [
      (". --only 0", "--only takes numbers from 1 to 106"), (". --only 1,", "--only takes numbers"),
      (". --tree /nowhere/at/all", "folder that is there"), (". --tree /", "is that folder"),
      (". --toggle nothing", "names with commas between: stableIDs, etags"),
      ("", "URL|DIR is missing"),
    ]
  )
  func usage(_ arguments: String, _ message: String) async throws {
    let end = try await script.end(of: "$KINO conformance \(arguments)")
    #expect(end.exit == "2" && end.output.isEmpty, "\(end)")
    #expect(end.complaint.contains(message), "\(end.complaint)")
  }

  @Test("a server is checked through a proxy, with a login, and its tree is left as it was")
  func server() async throws {
    let end = try await serverEnd(
      of: """
        $KINO conformance $URL --user \(TestServer.user) --credential-file pw --tree $TREE \
          --settle 100 --only 2,6,16,18,54,70,85,104
        ls -A $TREE
        """
    )
    #expect(end.exit == "0", "\(end)")
    #expect(end.output.hasSuffix("8 passed, 0 failed, 0 skipped\n"), "\(end)")
    #expect(!(end.output + end.complaint).contains("al1ce"))
  }

  @Test(
    "servers of other protocols are checked through the same proxy",
    .enabled(if: geteuid() == 0, "NFS takes root"),
    arguments: ["smb", "nfs 4", "nfs 3"]
  )
  func otherProtocols(_ way: String) async throws {
    try await script.run("chmod 755 \"$OUT/..\" \"$TREE\"")
    let tree = try script.tree().path
    let server = try await way == "smb" ? TestServer.smb(tree) : .nfs(tree)
    let port = { (name: String) in
      try #require(server.address(name)?.split { "/:".contains($0) }.first { UInt16($0) != nil })
    }
    let place =
      switch way {
      case "smb": try "smb://\(TestServer.user)@127.0.0.1:\(port("login"))/login"
      case "nfs 4": try "nfs://127.0.0.1:\(port("nfs"))/media?version=4"
      default: try "nfs://127.0.0.1:\(port("nfs"))/media?version=3&mount-port=\(port("mount"))"
      }
    let end = try await script.end(
      of: """
        printf '%s' "\(TestServer.password)" >pw; chmod 600 pw
        $KINO conformance "\(place)" \(way == "smb" ? "--credential-file pw" : "") --tree $TREE \
          --only 1,6,9,18,31,36,62,72
        ls -A $TREE
        """
    )
    try await server.stop()
    #expect(end.exit == "0", "\(end)")
    #expect(end.output.contains("does not understand it"), "\(end)")
    #expect(
      end.output.hasSuffix(
        way == "nfs 4" ? "7 passed, 0 failed, 1 skipped\n" : "6 passed, 0 failed, 2 skipped\n"
      ),
      "\(end)"
    )
  }

  @Test("Ctrl-C ends it at once, with what was found by then, and removes its trees")
  func interruption() async throws {
    let end = try await serverEnd(
      of: """
        $KINO conformance $URL --user \(TestServer.user) --credential-file pw --tree $TREE \
          --settle 100 --only 31,82 >report & pid=$!
        until grep -q passed report; do sleep 0.05; done
        until ls $TREE | grep -q kino-conformance; do sleep 0.05; done
        kill -INT $pid
        start=$(date +%s%N); rc=0; wait $pid || rc=$?
        echo "rc $rc, tree: $(ls -A $TREE)."
        [ $(($(date +%s%N) - start)) -lt 3000000000 ] && echo soon
        tail -n 1 report
        """
    )
    #expect(end.output.contains("rc 130, tree: .\nsoon\n1 passed, 0 failed, 1 skipped"), "\(end)")
  }

  /// Runs a command beside a server that serves the tree at `URL` to a user whose password is in `pw`.
  private func serverEnd(of command: String) async throws -> ToolScript.End {
    try await script.run("chmod 755 \"$OUT/..\" \"$TREE\"")
    let tree = try script.tree().path
    let server = try await TestServer.serving(tree, by: .rclone, isFresh: true)
    let end = try await script.end(
      of: """
        URL=\(try #require(server.address("basic")))
        printf '%s' "\(TestServer.password)" >pw; chmod 600 pw
        \(command)
        """
    )
    try await server.stop()
    return end
  }
}
