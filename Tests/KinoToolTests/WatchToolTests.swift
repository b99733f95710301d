import KinoTestTools
import Testing

@testable import kino

@Suite("kino watch", .timeLimit(.minutes(2)))
struct WatchToolTests {
  private let script = ToolScript()

  /// Shell functions that wait for a line of the log, as long as the test may take.
  private static let waiting = """
    seen() { until [ "$(grep -c "$1" log)" -ge "$2" ]; do sleep 0.05; done; }
    """

  @Test("a line is printed for each scan, and Ctrl-C ends it with 0")
  func lines() async throws {
    try script.tree().addFilms(1..<4)
    let end = try await script.end(
      of: """
        \(Self.waiting)
        $KINO watch $TREE --database $DB >log & tool=$!
        seen everything 1
        mkdir "$TREE/New (2020)"; echo 1 >"$TREE/New (2020)/New (2020).mkv"
        seen "1 added" 1
        kill -INT $tool; code=0; wait $tool || code=$?; echo $code; cat log
        """
    )
    #expect(end.output.hasPrefix("0\n"), "\(end)")
    let log = end.output
    #expect(log.contains("Watching.") || log.contains("Not watched"))
  }

  @Test("with --json each line is an object, and a change is scanned where it is")
  func json() async throws {
    try script.tree().addFilms(1..<4)
    let end = try await script.end(
      of: """
        \(Self.waiting)
        mkdir "$TREE/Sub"; echo 1 >"$TREE/Sub/First.mkv"
        $KINO watch $TREE --database $DB --json --interval 1 >log & tool=$!
        seen '"event": "scanned"' 1
        echo 1 >"$TREE/Sub/Second.mkv"
        seen '"added": 1,' 1
        kill -TERM $tool; wait $tool || true
        while read -r line; do sqlite3 :memory: "SELECT json_valid('$line')"; done <log | sort -u
        grep -c '"subtrees": \\["Sub"\\]' log || true
        tail -n 1 log
        """
    )
    let lines = end.output.split(separator: "\n")
    #expect(lines.first == "1", "\(end)")
    #expect(end.output.contains(#"{"event": "ended", "error": null"#))
  }

  @Test("a place that is not there is not watched, and exits with 3")
  func missing() async throws {
    let end = try await script.end(of: "$KINO watch $TREE/no --database $DB --json")
    #expect(end.exit == "3", "\(end)")
    #expect(end.output.hasPrefix(#"{"event": "ended", "error": {"kind": "sourceMissing""#))
  }

  @Test("an interval that is none is refused", arguments: ["0", "x", "700000"])
  func interval(_ value: String) async throws {
    let end = try await script.end(of: "$KINO watch $TREE --database $DB --interval \(value)")
    #expect(end.exit == "2", "\(end)")
  }
}
