import KinoCommand
import KinoTestTools
import Testing

@testable import kino

@Suite("What kino takes, and what it refuses")
struct UsageTests {
  private let script = ToolScript()

  @Test("every command has its help, and the overview has every command")
  func help() async throws {
    let overview = try await script.end(of: "$KINO help")
    #expect(overview.exit == "0")
    for command in Kino.commands {
      #expect(overview.output.contains("  \(command.name) "))
      let text = Help.text(of: command)
      #expect(text.contains("Exit status: 0"))
      for option in command.options { #expect(text.contains("  \(option.name)")) }
    }
    let asked = try await script.end(of: "$KINO help ls; $KINO ls --help; $KINO ls -h -r x")
    #expect(asked.exit == "0")
    #expect(asked.output.ranges(of: "Usage: kino ls").count == 3)
  }

  @Test(
    "a wrong command line exits with 2 and says what is wrong",
    arguments: [
      ("", "a command is missing"), ("frobnicate", "no such command"),
      ("help x", "no such command"),
      ("scan", "URL|DIR is missing"), ("scan a b", "only one URL|DIR"), ("ls ''", "name is empty"),
      ("ls --bogus .", "unknown option --bogus"), ("ls . --json=yes", "--json takes no value"),
      ("scan . --concurrency 0", "--concurrency takes a number from 1 to 64"),
      ("cat x --range 5", "--range takes"), ("cat /", "is a folder"), ("sources x", "nothing but"),
      ("runs --limit x", "--limit takes a number"), ("runs --source x", "--source takes an id"),
      ("ls http://h/%zz", "hexadecimal"), ("ls gopher://h/", "gopher://"),
    ]
  )
  func wrong(_ arguments: String, _ message: String) async throws {
    let end = try await script.end(of: "$KINO \(arguments)")
    #expect(end.exit == "2", "\(end)")
    #expect(end.output.isEmpty)
    #expect(end.complaint.contains(message), "\(end.complaint)")
  }

  @Test("a program that asked for JSON is told in JSON", arguments: ["scan", "ls", "runs"])
  func wrongInJSON(_ command: String) async throws {
    let end = try await script.end(of: "$KINO \(command) a b --json")
    #expect(end.exit == "2")
    #expect(end.output.contains(#""kind": "usage""#), "\(end.output)")
  }

  @Test(
    "no password is taken from the command line, and none repeated",
    arguments: [
      "ls http://bob:hunter2@h/", "scan https://bob:hunter2@h/ --json",
      "explain http:bob:hunter2@h",
      "cat smb://bob%3Ahunter2@h/s/f", "ls http://h/ --password=hunter2",
      "ls http://h --password hunter2", "ls http://h/ --user bob:hunter2", "ls . -phunter2",
      "hunter2", "ls 'http://h/?password=hunter2'", "ls http://h:hunter2/",
      "scan http://h --option password=hunter2",
    ]
  )
  func password(_ arguments: String) async throws {
    let end = try await script.end(of: "$KINO \(arguments)")
    #expect(end.exit == "2", "\(end)")
    #expect(!end.complaint.isEmpty)
    #expect(!(end.output + end.complaint).contains("hunter2"), "\(end)")
  }

  @Test("a secret is not repeated when it cannot be used")
  func unusedSecret() async throws {
    let end = try await script.end(of: "echo hunter2 | $KINO ls $TREE --password-stdin")
    #expect(end.exit == "2")
    #expect(end.complaint.contains("without a secret"), "\(end.complaint)")
    #expect(!end.complaint.contains("hunter2"))
  }

  @Test("a password is not read from a terminal", .enabled(if: Tier.hasTerminals))
  func terminal() async throws {
    let command = "script -qec '$KINO ls $TREE --password-stdin' /dev/null </dev/null"
    let end = try await script.end(of: command)
    #expect(end.output.contains("reads no terminal"), "\(end.output)")
  }

  @Test("a URL without an adapter is refused as unsupported")
  func unsupported() async throws {
    let end = try await script.end(of: "$KINO ls gopher://h/ --json")
    #expect(end.exit == "2")
    #expect(end.output.contains(#""kind": "unsupported""#), "\(end.output)")
  }
}
