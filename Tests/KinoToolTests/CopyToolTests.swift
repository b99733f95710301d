import KinoTestTools
import Testing

@testable import kino

@Suite("kino cat")
struct CopyToolTests {
  private let script = ToolScript()

  /// Runs a script beside a file of three million bytes in `FILE`.
  private func end(of command: String) async throws -> ToolScript.End {
    let name = "a %41\u{301}.mkv"
    try await script.run(
      "i=0; while [ $i -lt 300000 ]; do echo \"line 123\"; i=$((i + 1)); done >\"$TREE/\(name)\""
    )
    return try await script.end(of: "FILE=\"$TREE/\(name)\"; \(command)")
  }

  @Test("all bytes of a file, by its path, its URL or a link to it")
  func whole() async throws {
    let end = try await end(
      of: """
        $KINO cat "$FILE" | cmp - "$FILE" && ln -s "$FILE" link && $KINO cat link | cmp - "$FILE" &&
        $KINO cat "file://$TREE/a%20%2541%cc%81.mkv" | cmp - "$FILE"
        """
    )
    #expect(end.exit == "0", "\(end)")
  }

  @Test(
    "exactly the bytes of a range",
    arguments: [
      ("0-0", "head -c 1"), ("5-1999999", "tail -c +6 | head -c 1999995"),
      ("2500000-", "tail -c +2500001"), ("-7", "tail -c 7"), ("2699990-9999999", "tail -c 10"),
    ]
  )
  func range(_ range: String, _ expected: String) async throws {
    let end = try await end(
      of: """
        $KINO cat "$FILE" --range \(range) >got
        cat "$FILE" | \(expected) | cmp - got
        """
    )
    #expect(end.exit == "0", "\(end)")
  }

  @Test("a range behind the end, a folder, and what is not there are failures")
  func failures() async throws {
    let behind = try await end(of: "$KINO cat \"$FILE\" --range 2700000-")
    #expect(behind.exit == "1")
    #expect(behind.complaint.contains("behind the end"))
    let folder = try await end(of: "mkdir -p f; $KINO cat f")
    #expect(folder.exit == "1")
    #expect(folder.complaint.contains("a folder, not a file"))
    let nothing = try await end(of: "$KINO cat \"$TREE/nothing\"")
    #expect(nothing.exit == "1")
    #expect(nothing.complaint.contains("nothing of that name"))
    let nowhere = try await end(of: "$KINO cat \"$TREE/no/thing\"")
    #expect(nowhere.exit == "3")
  }

  @Test("a pipe that is no file is not opened")
  func pipe() async throws {
    try script.tree().makePipe("pipe")
    let end = try await script.end(of: "timeout 20 $KINO cat $TREE/pipe")
    #expect(end.exit == "1", "\(end)")
  }

  @Test("a reader that has read enough ends it in silence, as the system does")
  func closedPipe() async throws {
    let end = try await end(
      of: "{ code=0; $KINO cat \"$FILE\" || code=$?; echo $code >status; } | head -c 5"
    )
    #expect(end.output == "line ")
    #expect(end.complaint.isEmpty)
    #expect(script.kept("status") == "141\n")
  }

  @Test("a full disk is a failure that is told")
  func full() async throws {
    let end = try await end(of: "$KINO cat \"$FILE\" >/dev/full")
    #expect(end.exit == "1")
    #expect(end.complaint.contains("No space left"))
  }

  @Test("memory does not grow with the file")
  func memory() async throws {
    // A file with a hole: 1 GiB to read, no room taken.
    let end = try await script.end(
      of: """
        truncate -s 1G $TREE/large; mkfifo pipe
        $KINO cat $TREE/large >pipe & kino=$!
        exec 3<pipe; head -c 1000000000 <&3 >/dev/null
        grep VmHWM /proc/$kino/status; wc -c <&3; wait $kino
        """
    )
    let figures = end.output.split(whereSeparator: \.isWhitespace)
    let peak = try #require(figures.dropFirst().first.flatMap { Int($0) }, "\(end)")
    #expect(peak < 80 << 10, "\(peak) KiB")
    #expect(end.exit == "0", "\(end)")
  }

  @Test(
    "Ctrl-C ends it at once, also where nobody reads what it writes",
    arguments: ["cat $TREE/large", "ls $TREE -r --json"]
  )
  func interrupted(_ command: String) async throws {
    let tree = try script.tree()
    for number in 0..<2_000 {
      try tree.write("folder/\(number)", size: 8, content: 1, modified: 1)
    }
    // Of what fills the pipe in no time only the first byte is ever read.
    let end = try await script.end(
      of: """
        truncate -s 1G $TREE/large; mkfifo pipe
        $KINO \(command) >pipe & kino=$!
        exec 3<pipe; head -c 1 <&3 >/dev/null; sleep 0.2
        kill -INT $kino; start=$(date +%s%N); code=0; wait $kino || code=$?
        echo $code $((($(date +%s%N) - start) / 1000000))
        """
    )
    let figures = end.output.split(separator: " ").compactMap { Int($0.filter(\.isNumber)) }
    try #require(figures.count == 2, "\(end)")
    #expect(figures[0] == 130)
    #expect(figures[1] < 1_000)
  }
}
