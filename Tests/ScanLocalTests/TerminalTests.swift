import KinoTestTools
import Testing

@testable import scan_local

@Suite(
  "scan-local at a terminal",
  .enabled(if: Tier.hasTerminals, "there are no terminals: /dev/pts is not mounted")
)
struct TerminalTests {
  private static let clear = "\r\u{1B}[K"

  /// Runs a command at a terminal of its own, and returns all that the terminal was sent.
  private func output(
    of command: String,
    columns: Int = 80,
    terminal: String = "xterm",
    films: Range<Int> = 1..<4
  ) async throws -> String {
    let script = CommandScript()
    let tree = try script.tree()
    try tree.addFilms(films)
    try tree.write("映画映画映画映画映画映画映画映画/a.mkv", size: 8, content: 1, modified: 1)
    try await onThread {
      try script.run(
        """
        script -qec "stty cols \(columns); \(command)" /dev/null >"$OUT/terminal" </dev/null
        """,
        ["TERM": terminal]
      )
    }
    return script.kept("terminal")
  }

  @Test("the last line of progress is cleared before the report")
  func cleared() async throws {
    let text = try await output(of: "\\$SCAN \\$TREE --database \\$DB")
    #expect(text.contains("\(Self.clear)Listing"))
    #expect(text.contains("\(Self.clear)Completed."))
  }

  @Test("a terminal that cannot clear a line gets no progress")
  func dumb() async throws {
    let text = try await output(of: "\\$SCAN \\$TREE --database \\$DB", terminal: "dumb")
    #expect(text.hasPrefix("Completed."))
    #expect(!text.contains("\u{1B}"))
  }

  @Test("a scan that is stopped clears its progress before it says so")
  func stopped() async throws {
    let command = """
      \\$SCAN \\$TREE --database \\$DB & until grep -q Listing \\$OUT/terminal; do sleep 0.01; done; \
      kill -TERM \\$!; wait
      """
    let text = try await output(of: command, films: 1..<1_500)
    try #require(text.contains("Cancelled"), "the scan ended before it was stopped")
    #expect(text.contains("\(Self.clear)scan-local: Cancelled"), "\(text.suffix(300))")
  }

  @Test("no line of progress is wider than the terminal, whatever its names", arguments: [12, 40])
  func narrow(_ columns: Int) async throws {
    let text = try await output(of: "\\$SCAN \\$TREE --database \\$DB", columns: columns)
    let lines = text.split(separator: "\r").filter { $0.hasPrefix("\u{1B}[K") }
    #expect(lines.count > 3)
    for line in lines where !line.contains("Completed") {
      #expect(line.dropFirst(3).reduce(0) { $0 + $1.columns } < columns, "\(line)")
    }
  }

  @Test(
    "a wide character takes two columns",
    arguments: [("abc", 2, "ab"), ("映画", 3, "映"), ("映画", 4, "映画"), ("e\u{301}a", 1, "e\u{301}")]
  )
  func fitted(_ text: String, _ width: Int, _ expected: String) {
    #expect(ProgressLine.fitted(text, to: width) == expected)
  }
}
