import KinoTestServers
import KinoTestTools
import Testing

@testable import kino

@Suite("kino and a WebDAV server")
struct WebDAVToolTests {
  private let script = ToolScript()

  /// Runs a command beside a server that serves the tree: at `OPEN` to all, at `BASIC` to a user whose
  /// password is in the file `PW`, and at `TLS` with a certificate that `CA` has signed.
  private func end(of command: String) async throws -> ToolScript.End {
    try await script.run("chmod 755 \"$OUT/..\" \"$TREE\"")
    let server = try await TestServer.serving(script.tree().path, by: .rclone)
    let open = try #require(server.address("open"))
    let basic = try #require(server.address("basic"))
    let tls = try #require(server.address("tls"))
    let end = try await script.end(
      of: """
        OPEN=\(open); BASIC=\(basic); TLS=\(tls); CA=\(server.authority)
        printf '%s' "\(TestServer.password)" >pw; chmod 600 pw
        \(command)
        """
    )
    try await server.stop()
    return end
  }

  @Test("it is listed, read and scanned as a folder is")
  func places() async throws {
    let tree = try script.tree()
    try tree.write("a é/50%+#.mkv", size: 3_000_000, content: 7, modified: 1_000_000_000)
    let end = try await end(
      of: """
        $KINO ls "$OPEN" -r
        $KINO cat "$OPEN"/a%20%C3%A9/50%25+%23.mkv | cmp - "$TREE/a é/50%+#.mkv"
        $KINO scan "$OPEN" --database $DB --json | grep '"added"'
        $KINO scan "$OPEN"/ --database $DB --json --concurrency 4 | grep '"added"'
        $KINO explain "$OPEN"/a%20%C3%A9/50%25+%23.mkv --database $DB
        """
    )
    #expect(end.exit == "0", "\(end)")
    #expect(end.output.contains("2001-09-09 01:46:40Z  a é/50%+#.mkv\n"), "\(end)")
    #expect(end.output.contains("\"added\": 1,\n  \"added\": 0,\n"), "\(end)")
    #expect(end.output.contains("present"))
  }

  @Test("a login takes its password from a file or a pipe, and nothing keeps or repeats it")
  func login() async throws {
    try script.tree().addFilms(1..<3)
    let login = "--user \(TestServer.user)"
    let end = try await end(
      of: """
        $KINO ls $BASIC \(login) --credential-file pw
        $KINO ls $BASIC \(login) --password-stdin <pw
        $KINO scan $BASIC \(login) --credential-file pw --database $DB --json
        rc=0; $KINO scan $BASIC --database $DB/other --json || rc=$?; echo "none $rc"
        rc=0; echo al1ce-wrong | $KINO ls $BASIC \(login) --password-stdin --json || rc=$?
        echo "wrong $rc"; $KINO runs --database $DB --json
        grep -rl al1ce $DB || echo "not kept"
        """
    )
    #expect(end.exit == "0", "\(end)")
    #expect(end.output.contains("none 3\n"))
    #expect(end.output.contains("wrong 3\n"))
    #expect(end.output.contains("not kept\n"))
    #expect(!(end.output + end.complaint).contains("al1ce"), "\(end)")
  }

  @Test("a certificate of an unknown authority is refused, and may be vouched for")
  func certificate() async throws {
    let end = try await end(
      of: """
        rc=0; $KINO ls $TLS || rc=$?; echo "unknown $rc"
        rc=0; $KINO scan $TLS --database $DB --json || rc=$?; echo "scan $rc"
        $KINO ls $TLS --option tls-authorities=$CA --json
        """
    )
    #expect(end.exit == "0", "\(end)")
    #expect(end.output.contains("unknown 3\n"))
    #expect(end.complaint.contains("tlsFailure"))
    #expect(end.complaint.contains("--option tls-authorities=FILE"), "\(end)")
    #expect(end.output.contains("--option tls-authorities=FILE"), "\(end)")
    #expect(end.output.contains("scan 3\n"))
    #expect(end.output.contains(#""end": "complete""#))
  }

  @Test("a proxy is the one that is named, whatever the environment says of proxies")
  func proxy() async throws {
    let server = try await TestServer.scripted()
    let proxy = try #require(server.address("plain"))
    let end = try await script.end(
      of: """
        export http_proxy=http://127.0.0.1:1 no_proxy='*'
        $KINO ls http://nobody.invalid/hrefs/tool --option proxy=\(proxy) --json
        rc=0; $KINO ls http://nobody.invalid/ --option proxy=http://u:hush@127.0.0.1:1 || rc=$?
        echo "login $rc"
        """
    )
    #expect(end.output.contains(#""end": "complete""#), "\(end)")
    #expect(end.output.contains("login 2\n"), "\(end)")
    #expect(!(end.output + end.complaint).contains("hush"), "\(end)")
  }
}
