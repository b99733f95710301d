import KinoTestTools
import Testing

@testable import kino

@Suite("kino and its library")
struct LibraryToolTests {
  private let script = ToolScript()

  /// Runs a command in a library that knows the tree.
  private func end(of command: String) async throws -> ToolScript.End {
    try script.tree().addFilms(1..<4)
    return try await script.end(
      of: "$KINO scan $TREE --database $DB --quiet >scanned && { \(command); }"
    )
  }

  @Test("a scan prints the object of scan-local, and exits as it does")
  func scan() async throws {
    let end = try await end(
      of: """
        keys() { sqlite3 :memory: "SELECT fullkey, type FROM json_tree(CAST(readfile('$1') AS TEXT)) \
        WHERE key IS NOT NULL ORDER BY fullkey"; }
        $KINO scan "file://$TREE" --database $DB --json >kino.json
        $SCAN $TREE --database $DB --json >local.json
        keys kino.json >kino.keys; keys local.json >local.keys; cmp kino.keys local.keys
        grep -c '"added": 0' kino.json
        """
    )
    #expect(end.exit == "0", "\(end)")
    #expect(end.output == "1\n")
    #expect(script.kept("scanned").hasPrefix("Completed."))
  }

  @Test("removals that are held back exit with 4, and may be confirmed")
  func held() async throws {
    try script.tree().addFilms(1..<40)
    let end = try await end(
      of: """
        rm -r $TREE/*; code=0; $KINO scan $TREE --database $DB --json || code=$?; echo "held $code"
        $KINO scan $TREE --database $DB --plan --json | grep state
        $KINO scan $TREE --database $DB --confirm-removals --json | grep -e missing -e held
        """
    )
    #expect(end.output.contains("held 4\n"), "\(end)")
    #expect(end.output.contains(#""state": "planned""#))
    #expect(end.output.contains(#""held_back": 0"#))
  }

  @Test("a place that is not there exits with 3, and is not added")
  func missing() async throws {
    let end = try await end(
      of: "code=0; $KINO scan $TREE/no --database $DB || code=$?; echo $code; "
        + "$KINO sources --database $DB --json | grep -c '\"id\"'"
    )
    #expect(end.output == "3\n1\n", "\(end)")
  }

  @Test(
    "a path from the root on is explained in the source that it lies in, and refused in another"
  )
  func absolutePaths() async throws {
    let end = try await end(
      of: """
        id=$($KINO sources --database $DB --json | grep '"id"' | cut -d '"' -f 4)
        $KINO explain "$TREE/no.mkv" --source $id --database $DB --json | grep '"path": "no.mkv"'
        $KINO explain /nowhere/no.mkv --source $id --database $DB
        """
    )
    #expect(end.exit == "1", "\(end)")
    #expect(end.output.contains("no.mkv"), "\(end)")
    #expect(end.complaint.contains("/nowhere/no.mkv does not lie in"), "\(end)")
  }

  @Test("films are listed by their titles once a scan has read their names")
  func titles() async throws {
    let end = try await end(
      of: """
        $KINO list --database $DB --limit 1 | head -2
        $KINO list --database $DB --json | grep -c '"kind": "movie"'
        $KINO list --database $DB --kind series
        """
    )
    #expect(end.exit == "0", "\(end)")
    let lines = end.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("kind") == true)
    #expect(lines.dropFirst().first?.hasPrefix("movie") == true)
    #expect(lines.suffix(2) == ["3", "The library has no titles."])
    #expect(script.kept("scanned").contains("  movies  "))
  }

  @Test("sources are shown, for people and for programs")
  func sources() async throws {
    let table = try await end(of: "$KINO sources --database $DB")
    #expect(table.exit == "0", "\(table)")
    #expect(table.output.contains("tree  local  \(script.workspace.path)/tree  there"))
    let json = try await end(of: "$KINO sources --database $DB --json")
    #expect(json.output.contains(#""root": "\#(script.workspace.path)/tree""#), "\(json)")
    #expect(json.output.contains(#""error": null"#))
  }

  @Test("runs are shown newest first, of all sources or of one")
  func runs() async throws {
    let table = try await end(of: "$KINO runs --database $DB")
    #expect(table.output.split(separator: "\n").count == 2, "\(table)")
    #expect(table.output.contains("full  completed     12"))
    let other = try await end(
      of: """
        mkdir -p $OUT/other; $KINO scan $OUT/other --database $DB >/dev/null
        $KINO runs --database $DB --json | grep source_name
        id=$($KINO sources --database $DB --json | grep '"id"' | head -n 1 | cut -d '"' -f 4)
        $KINO runs --database $DB --source $id --limit 1 --json | grep source_name
        """
    )
    let names = other.output.split(separator: "\n").map { $0.filter(\.isLetter) }
    #expect(names.first == "sourcenameother")
    #expect(names.last == "sourcenametree")
    let nobody = try await end(
      of: "$KINO runs --database $DB --source 01a22c4d-20db-7b5b-87af-97bb258c16cd"
    )
    #expect(nobody.exit == "1")
  }

  @Test("a path is explained by the source that holds it, also when it is gone")
  func explain() async throws {
    let film = "\(FolderTree.film(1))/Film 1.mkv"
    let there = try await end(of: "$KINO explain \"$TREE/\(film)\" --database $DB")
    #expect(there.exit == "0", "\(there)")
    #expect(there.output.contains("present"))
    let relative = try await end(
      of: "ln -sf $TREE link; $KINO explain \"link/\(film)\" --database $DB --json"
    )
    #expect(relative.output.contains(#""decision": "taken""#), "\(relative)")
    let gone = try await end(of: "$KINO explain file://$TREE/gone.mkv --database $DB")
    #expect(gone.output.contains("Nothing was ever published there."), "\(gone)")
    let named = try await end(
      of: """
        id=$($KINO sources --database $DB --json | grep '"id"' | cut -d '"' -f 4)
        $KINO explain "\(film)" --source $id --database $DB
        """
    )
    #expect(named.output.contains("present"), "\(named)")
    let marked = try await end(
      of: "mkdir $TREE/Private && touch $TREE/Private/.nomedia $TREE/Private/A.mkv"
        + " && $KINO explain $TREE/Private/A.mkv --database $DB"
    )
    #expect(marked.output.contains("a .nomedia or .ignore file leaves the directory out"))
    let elsewhere = try await end(of: "$KINO explain /nowhere/a.mkv --database $DB --json")
    #expect(elsewhere.exit == "1")
    #expect(elsewhere.output.contains(#""kind": "notFound""#))
  }

  @Test("a question makes no library", arguments: ["sources", "runs", "explain /a"])
  func noLibrary(_ command: String) async throws {
    let end = try await script.end(
      of: "code=0; $KINO \(command) --database $DB/x || code=$?; ls $DB"
    )
    #expect(end.output.isEmpty, "\(end)")
    #expect(end.complaint.contains("There is no library in"), "\(end.complaint)")
  }

  @Test("without --database the library lies in the user's data directory")
  func ownPlace() async throws {
    try script.tree().addFilms(1..<2)
    let end = try await script.end(
      of: "export XDG_DATA_HOME=$OUT/data; $KINO scan $TREE >/dev/null; $KINO runs; "
        + "ls data/kinothek/kino"
    )
    #expect(end.output.contains("completed"), "\(end)")
    #expect(end.output.contains("library.sqlite"))
  }

  @Test(
    "a scan that is stopped exits with 130, and the next one goes on",
    arguments: ["INT", "TERM"]
  )
  func stopped(_ signal: String) async throws {
    try script.tree().addFilms(1..<1_500)
    let end = try await script.end(
      of: """
        $KINO scan $TREE --database $DB --json >stopped & kino=$!
        until [ -s $DB/library.sqlite-wal ]; do sleep 0.01; done
        kill -\(signal) $kino; code=0; wait $kino || code=$?; echo $code
        $KINO scan $TREE --database $DB --scan-only --json | grep '"files"'
        """
    )
    #expect(end.output.contains("\"files\": 5996"), "\(end)")
    try #require(!end.output.hasPrefix("0\n"), "the scan ended before it was stopped")
    #expect(end.output.hasPrefix("130\n"), "\(end)")
  }
}

@Suite("kino while it waits for a secret")
struct AwaitedSecretTests {
  @Test(
    "it ends at once with 130, and says so to who asked for JSON",
    arguments: [("scan", "INT"), ("scan", "TERM"), ("ls", "TERM"), ("conformance", "INT")]
  )
  func stopped(_ command: String, _ signal: String) async throws {
    let script = ToolScript()
    let end = try await script.end(
      of: """
        mkfifo secret; chmod 600 secret
        $KINO \(command) http://u@127.0.0.1:9/ --credential-file secret --json >stopped & kino=$!
        exec 3>secret  # Opened when the other end is.
        kill -\(signal) $kino; code=0; wait $kino || code=$?; echo $code
        """
    )
    #expect(end.output == "130\n", "\(end)")
    #expect(script.kept("stopped").contains("cancelled"), "\(script.kept("stopped"))")
  }
}

@Suite(
  "kino at a terminal",
  .enabled(if: Tier.hasTerminals, "there are no terminals: /dev/pts is not mounted")
)
struct TerminalTests {
  private static let clear = "\r\u{1B}[K"

  @Test("a scan shows its progress on one line, and clears it before the report")
  func progress() async throws {
    let script = ToolScript()
    try script.tree().addFilms(1..<4)
    let end = try await script.end(
      of: "script -qec '$KINO scan $TREE --database $DB' /dev/null </dev/null"
    )
    #expect(end.output.contains("\(Self.clear)Listing"), "\(end)")
    #expect(end.output.contains("\(Self.clear)Completed."))
  }

  @Test("Ctrl-C at the terminal ends a scan with 130")
  func interrupt() async throws {
    let script = ToolScript()
    try script.tree().addFilms(1..<1_500)
    // The terminal itself turns the byte 3 into the signal.
    let end = try await script.end(
      of: """
        mkfifo keys; exec 3<>keys
        script -qec '$KINO scan $TREE --database $DB' /dev/null <keys >terminal & script=$!
        until grep -q Listing terminal; do sleep 0.01; done
        printf '\\003' >&3; code=0; wait $script || code=$?; echo $code
        """
    )
    try #require(script.kept("terminal").contains("Cancelled"), "\(end)")
    #expect(end.output == "130\n")
  }
}
