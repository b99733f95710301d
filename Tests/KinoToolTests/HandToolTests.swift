import KinoTestTools
import Testing

@testable import kino

@Suite("kino show, match, lock, merge and split")
struct HandToolTests {
  private let script = ToolScript()

  /// Runs a command in a library that knows the tree.
  private func end(of command: String) async throws -> ToolScript.End {
    try script.tree().addFilms(1..<4)
    try script.tree().addShows(1..<2)
    return try await script.end(
      of: """
        kino() { command=$1; shift; $KINO $command "$@" --database $DB; }
        file="$TREE/\(FolderTree.film(1))/Film 1.mkv"
        $KINO scan $TREE --database $DB --quiet >scanned && { \(command); }
        """
    )
  }

  @Test("a film is shown with its files and why they are its, for people and for programs")
  func film() async throws {
    let table = try await end(of: "kino show 'FILM 1'; kino show 'film 1 (1951)' --why | tail -1")
    #expect(table.exit == "0", "\(table)")
    #expect(table.output.hasPrefix("Film 1 (1951), movie\n"), "\(table)")
    #expect(table.output.contains("name: title “Film 1”"), "\(table)")
    #expect(table.output.contains(" by "), "\(table)")
    let json = try await end(of: "kino show 'film 1' --json")
    for member in [
      #""kind": "movie""#, #""year": 1951"#, #""method": "name""#, #""field": "title""#,
      #""availability": "present""#, #""error": null"#,
    ] {
      #expect(json.output.contains(member), "\(json)")
    }
  }

  @Test("a series is shown by seasons and episodes")
  func series() async throws {
    let end = try await end(of: "kino show 'show 1'")
    #expect(end.output.contains("holds    2 seasons, 16 episodes"), "\(end)")
    #expect(end.output.contains("\nSeason 2 (8)\n"), "\(end)")
    #expect(end.output.contains("Show 1 S02E08.mkv"), "\(end)")
  }

  @Test("of several titles the candidates are shown, and of none that there is none")
  func ambiguous() async throws {
    let several = try await end(of: "kino show film")
    #expect(several.exit == "1")
    #expect(several.output.split(separator: "\n").count == 5, "\(several)")
    let json = try await end(of: "kino lock film --json")
    #expect(json.exit == "1")
    #expect(json.output.contains(#""kind": "refused""#), "\(json)")
    #expect(json.output.ranges(of: #""title": "Film "#).count == 3, "\(json)")
    let none = try await end(of: "kino show Nothing")
    #expect(none.exit == "1")
    #expect(none.complaint.contains("no title that contains Nothing"), "\(none)")
  }

  @Test("a match by hand outlasts scans, and is taken back")
  func match() async throws {
    let end = try await end(
      of: """
        kino match "$file" --movie Heat --year 1995 --id tmdb:949
        touch "$file"; $KINO scan $TREE --database $DB --quiet >>scanned
        kino show heat | grep -e manual -e tmdb
        kino match "$file" --series Lost --season 1 --episode 1,2 --json | grep -c '^    "'
        kino show lost | grep contained | wc -l
        kino unmatch "$file"
        kino show 'film 1' | head -1; found=0; kino show heat || found=$?; echo "heat $found"
        """
    )
    #expect(end.exit == "0", "\(end)")
    let lines = end.output.split(separator: "\n").map { $0.filter { $0 != " " } }
    #expect(lines.first?.hasSuffix("showsHeat(1995)now.") == true, "\(end)")
    #expect(lines.contains("idstmdb:949"))
    #expect(lines.contains("matchmanual"))
    #expect(lines.contains { $0.contains("primary") && $0.contains("manual*") })
    #expect(lines.suffix(5).first == "2", "\(end)")
    #expect(lines.suffix(4).first == "2", "\(end)")
    #expect(lines.suffix(2) == ["Film1(1951),movie", "heat1"], "\(end)")
  }

  @Test("fields are locked and unlocked")
  func lock() async throws {
    let end = try await end(
      of: """
        kino lock 'film 1' --field title --field dates; kino show 'film 1' | grep locked
        kino unlock 'film 1' --field title; kino unlock 'film 1' --json | grep '"locked": \\[\\]'
        """
    )
    #expect(end.exit == "0", "\(end)")
    #expect(
      end.output.hasPrefix("Locked: dates, title.\n  locked   dates, title\nLocked: dates.\n")
    )
  }

  @Test("films are merged, and files split off")
  func merge() async throws {
    let end = try await end(
      of: """
        kino merge 'film 1' 'film 2 (1952)'; kino show 'film 2' | grep -c mkv
        kino split "$file"; kino show 'film 2 (1952)' --json | grep candidates
        """
    )
    #expect(end.exit == "0", "\(end)")
    #expect(end.output.contains("\n2\n"), "\(end)")
    #expect(end.output.contains("candidates"), "\(end)")
  }

  @Test(
    "what cannot be meant is refused with 2",
    arguments: [
      ("match f", "--movie, --series or --to"), ("match f --series Lost", "needs --episode"),
      ("match f --series L --episode 1,x", "takes numbers"),
      ("match f --movie A --series B", "cannot be given together"),
      ("match f --movie A --id 603", "as in tmdb:603"), ("match --movie A", "FILE is missing"),
      ("lock x --field colour", "original-title"), ("merge x", "two titles"),
      ("show", "TITLE is missing"), ("split", "FILE is missing"),
    ]
  )
  func wrong(_ arguments: String, _ message: String) async throws {
    let end = try await script.end(of: "$KINO \(arguments)")
    #expect(end.exit == "2", "\(end)")
    #expect(end.complaint.contains(message), "\(end.complaint)")
  }
}
