import KinoCommand
import KinoTestTools
import Testing

@Suite("What scan-local prints, and how it ends")
struct OutputTests {
  /// Runs a command and returns its exit, its output and its complaints.
  private func run(
    _ command: String,
    _ prepare: (FolderTree) throws -> Void = { try $0.addFilms(1..<4) }
  ) async throws -> (exit: String, output: String, complaint: String) {
    let script = CommandScript()
    try prepare(try script.tree())
    try await onThread {
      try script.run(
        """
        cd "$OUT"
        code=0
        { \(command); } >output 2>complaint || code=$?
        echo "$code" >exit
        """
      )
    }
    let exit = script.kept("exit").filter(\.isNumber)
    return (exit, script.kept("output"), script.kept("complaint"))
  }

  @Test(
    "what cannot be printed is a failure",
    arguments: [">&-", ">/dev/full", "--json >&-", "--json >/dev/full"]
  )
  func lostOutput(_ redirection: String) async throws {
    let end = try await run("$SCAN $TREE --database $DB \(redirection)")
    #expect(end.exit == "1", "\(end)")
    #expect(end.complaint.contains("the output could not be written: "), "\(end)")
    let next = try await run(
      "$SCAN $TREE --database $DB --json \(redirection) || $SCAN $TREE --database $DB"
    )
    #expect(next.exit == "0", "\(next)")
  }

  @Test("nothing that is closed when it starts stands in its way", arguments: ["<&-", "2>&-"])
  func closedStreams(_ redirection: String) async throws {
    let end = try await run("$SCAN $TREE --database $DB \(redirection)")
    #expect(end.exit == "0", "\(end)")
    #expect(end.output.hasPrefix("Completed."))
  }

  @Test("a reader that has read enough ends it quietly")
  func closedPipe() async throws {
    let end = try await run("$SCAN $TREE --database $DB --json | head -n 1")
    #expect(end.output == "{\n")
    #expect(end.complaint.isEmpty)
  }

  @Test(
    "a wrong command line exits with 2 and says what is wrong",
    arguments: [
      ("--bogus", "unknown option --bogus"), ("a b", "only one directory"),
      ("''", "the directory's name is empty"), ("--database", "--database needs a value"),
      ("--database=", "--database needs a value"), ("--json=yes", "--json takes no value"),
      ("--plan --confirm-removals", "--plan and --confirm-removals cannot be given together"),
      ("--plan --scan-only", "--plan and --scan-only cannot be given together"),
      ("--explain a --plan", "--explain and --plan cannot be given together"),
      ("--explain a --accept-identity", "--explain and --accept-identity cannot be given"),
    ]
  )
  func usage(_ arguments: String, _ message: String) async throws {
    let end = try await run("$SCAN \(arguments)")
    #expect(end.exit == "2")
    #expect(end.complaint.contains(message), "\(end.complaint)")
    let json = try await run("$SCAN --json \(arguments)")
    #expect(json.exit == "2")
    #expect(json.output.contains(#""kind": "usage""#), "\(json.output)")
  }

  @Test(
    "what is no folder exits with 3, whether it is a file, a broken link or nothing",
    arguments: ["file", "link", "nothing"]
  )
  func noFolder(_ name: String) async throws {
    let end = try await run("$SCAN $TREE/\(name) --database $DB") { tree in
      try tree.write("file", size: 8, content: 1, modified: 1)
      try tree.link("link", to: "nowhere")
    }
    #expect(end.exit == "3", "\(end)")
    #expect(end.complaint.contains("/\(name) is not there, or is no folder."))
  }

  @Test(
    "a library cannot be kept in what is no folder",
    arguments: ["/dev/null/library", "$TREE/file", "/proc/library"]
  )
  func noPlace(_ place: String) async throws {
    let end = try await run("$SCAN $TREE --database \(place)") { tree in
      try tree.write("file", size: 8, content: 1, modified: 1)
    }
    #expect(end.exit == "1", "\(end)")
    #expect(end.complaint.contains("Failed. "))
    #expect(end.complaint.contains("folder"), "\(end.complaint)")
  }

  @Test("without HOME the library lies in the account's home or another place is asked for")
  func noHome() async throws {
    let command = "env -u HOME XDG_DATA_HOME=$DB/data $SCAN $TREE; ls $DB/data/kinothek/scan-local"
    let end = try await run(command)
    #expect(end.output.contains("library.sqlite"), "\(end)")
    let relative = try await run(
      "HOME=$DB/home XDG_DATA_HOME=data $SCAN $TREE; ls -A $DB/home/.local/share"
    )
    #expect(relative.output.contains("kinothek"), "a relative XDG_DATA_HOME counts for nothing")
  }

  @Test("explaining a folder that was never scanned fails, and says what to do")
  func neverScanned() async throws {
    let other = "mkdir $OUT/other; $SCAN $OUT/other --database $DB >/dev/null"
    let end = try await run("\(other); $SCAN $TREE --database $DB --explain a.mkv")
    #expect(end.exit == "1")
    #expect(end.complaint.contains("was never scanned"), "\(end.complaint)")
    #expect(end.complaint.contains("Scan it first"), "\(end.complaint)")
    let json = try await run("\(other); $SCAN $TREE --database $DB --explain a.mkv --json")
    #expect(json.exit == "1")
    #expect(json.output.contains(#""kind": "notFound""#), "\(json.output)")
  }

  @Test("explaining makes no library where there is none")
  func noLibrary() async throws {
    let end = try await run("code=0; $SCAN $TREE --database $DB --explain a || code=$?; ls -A $DB")
    #expect(end.output.isEmpty, "\(end.output)")
    #expect(end.complaint.contains("There is no library in"), "\(end.complaint)")
  }

  @Test("explaining a path of a scanned folder answers, also for what is not there")
  func explained() async throws {
    let command = "$SCAN $TREE --database $DB --quiet >/dev/null; $SCAN $TREE --database $DB"
    let there = try await run("\(command) --explain \"$TREE/\(FolderTree.film(1))/Film 1.mkv\"")
    #expect(there.exit == "0", "\(there)")
    #expect(there.output.contains("present"))
    let gone = try await run("\(command) --explain nothing.mkv")
    #expect(gone.exit == "0", "\(gone)")
    #expect(gone.output.contains("Nothing was ever published there."))
  }

  @Test("explaining a path that does not lie in the folder says so")
  func outside() async throws {
    let command = "$SCAN $TREE --database $DB --quiet >/dev/null; $SCAN $TREE --database $DB"
    let end = try await run("\(command) --explain /nowhere/a.mkv")
    #expect(end.exit == "1", "\(end)")
    #expect(end.complaint.contains("/nowhere/a.mkv does not lie in"), "\(end.complaint)")
    let root = try await run("\(command) --explain $TREE")
    #expect(root.exit == "0", "\(root)")
  }

  @Test(
    "a library that is made is said to be new, also over an empty file; one that was there is not"
  )
  func newLibrary() async throws {
    let scan = "$SCAN $TREE --database $DB | grep library"
    let end = try await run(": >$DB/library.sqlite; \(scan); \(scan)")
    let lines = end.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("new library, made in") == true, "\(end.output)")
    #expect(lines.last?.contains("new") == false, "\(end.output)")
  }

  @Test("who keeps the library locked is named, and what to do about it")
  func locked() async throws {
    let end = try await run(
      """
      $SCAN $TREE --database $DB --quiet >/dev/null
      mkfifo hold; sqlite3 $DB/library.sqlite <hold & holder=$!
      exec 5>hold; echo 'BEGIN IMMEDIATE; SELECT 1;' >&5
      sleep 1; kill -STOP $holder
      code=0; $SCAN $TREE --database $DB || code=$?
      echo $holder; kill -KILL $holder; exec 5>&-
      (exit $code)
      """
    )
    let holder = end.output.split(separator: "\n").last.map(String.init) ?? "none"
    #expect(end.exit == "1", "\(end)")
    #expect(end.complaint.contains("kill -CONT \(holder)"), "\(end)")
  }

  @Test("names of any length and bytes are shown on one line")
  func names() async throws {
    let end = try await run("$SCAN $TREE --database $DB --plan") { tree in
      try tree.write(
        Array(String(repeating: "n", count: 250).utf8) + [0x1B, 0x0A, 0xFF],
        size: 8,
        content: 1,
        modified: 1
      )
    }
    #expect(end.exit == "0", "\(end)")
    #expect(!end.output.contains("\u{1B}"))
  }
}

@Suite("Figures for people")
struct FigureTests {
  @Test(
    "numbers have their thousands apart",
    arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567")]
  )
  func grouped(_ number: Int, _ text: String) { #expect(Table.grouped(number) == text) }

  @Test(
    "sizes have the unit that suits them",
    arguments: [(0, "0 B"), (1_023, "1023 B"), (1_536, "1.5 KiB"), (5 << 40, "5.0 TiB")]
  )
  func sizes(_ bytes: Int64, _ text: String) { #expect(Table.size(bytes) == text) }

  @Test("times have three decimals", arguments: [(0, "0.000 s"), (61_007, "61.007 s")])
  func times(_ milliseconds: Int, _ text: String) {
    #expect(Table.time(.milliseconds(milliseconds)) == text)
  }

  @Test("JSON escapes what it must, and has no number that is none")
  func json() {
    #expect(JSON.string("a\"\\\n\u{1}\u{7F}é").text() == #""a\"\\\n\u0001\u007fé""#)
    #expect(JSON.number(.infinity).text() == "null")
    #expect(
      JSON.object([("a", .array([.integer(1)])), ("b", .array([]))]).text()
        == "{\n  \"a\": [\n    1\n  ],\n  \"b\": []\n}"
    )
  }
}
