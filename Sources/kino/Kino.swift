import KinoCommand
import KinoCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The command-line tool of Kinothek: finds its command and runs it.
@main
struct Kino {
  /// Every command, in the order of the help.
  static let commands: [any Subcommand.Type] = [
    ScanSubcommand.self, WatchCommand.self, ListCommand.self, CopyCommand.self, SourcesCommand.self,
    RunsCommand.self, TitlesCommand.self, ShowCommand.self, MatchCommand.self,
    UnmatchCommand.self, LockCommand.self, UnlockCommand.self, MergeCommand.self,
    SplitCommand.self, ExplainCommand.self, ConformanceCommand.self, ParseCommand.self,
  ]

  static func main() async {
    let interrupts = Interrupts()
    Host.returnLargeMemory()
    // A reader that has gone, or a server, is an error of the write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    let code = await run(Host.rawArguments(), interrupts)
    exit((Host.wroteEverything(as: "kino") ? code : .failed).rawValue)
  }

  private static func run(
    _ arguments: [[UInt8]],
    _ interrupts: Interrupts
  ) async -> ExitCode {
    let words = arguments.map { String(decoding: $0, as: UTF8.self) }
    guard let first = words.first else {
      Host.complain("a command is missing\n\n\(Help.overview)", as: "kino")
      return .usage
    }
    if ["help", "--help", "-h"].contains(first) { return help(words.dropFirst().first) }
    guard let command = commands.first(where: { $0.name == first }) else {
      return unknown()
    }
    return await run(command, Array(arguments.dropFirst()), interrupts)
  }

  private static func run(
    _ command: any Subcommand.Type,
    _ raw: [[UInt8]],
    _ interrupts: Interrupts
  ) async -> ExitCode {
    // A secret may be waited for, by a call that nothing cancels.
    interrupts.listen { end(command, raw) }
    do throws(UsageError) {
      let arguments = try Arguments(raw, options: command.options + [Help.option])
      if arguments.has(Help.option.name) { return help(command.name) }
      return await start(try command.init(arguments), interrupts, grace: command.grace)
    } catch {
      show(error, of: command, raw)
      Host.complain("\(error.message)\nTry: kino help \(command.name)", as: command.tool)
      return .usage
    }
  }

  /// Tells a program that asked for JSON what went wrong before the command began.
  private static func show(_ error: UsageError, of command: any Subcommand.Type, _ raw: [[UInt8]]) {
    guard raw.contains(Array("--json".utf8)), let object = command.json(error) else { return }
    print(object.text())
  }

  /// Ends a command that has not begun.
  private static func end(_ command: any Subcommand.Type, _ raw: [[UInt8]]) -> Never {
    show(UsageError("cancelled", kind: SourceError.Kind.cancelled.rawValue), of: command, raw)
    _ = Host.wroteEverything(as: command.tool)
    _exit(ExitCode.cancelled.rawValue)
  }

  /// Runs the command in a task that Ctrl-C cancels, from the first moment on.
  private static func start(
    _ command: any Subcommand,
    _ interrupts: Interrupts,
    grace: Duration?
  ) async -> ExitCode {
    let task = Task { await command.run() }
    interrupts.listen(grace: grace) { task.cancel() }
    defer { interrupts.stop() }
    return await task.value
  }

  private static func help(_ name: String?) -> ExitCode {
    guard let name else {
      print(Help.overview)
      return .completed
    }
    guard let command = commands.first(where: { $0.name == name }) else { return unknown() }
    print(Help.text(of: command))
    return .completed
  }

  /// What was typed is not repeated: it may be anything.
  private static func unknown() -> ExitCode {
    let names = commands.map { $0.name }.joined(separator: ", ")
    Host.complain("there is no such command; there are \(names) and help", as: "kino")
    return .usage
  }
}
