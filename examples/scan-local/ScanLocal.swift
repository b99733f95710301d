import KinoCommand
import KinoLocal
import Kinothek

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Scans a folder into a library and shows what changed.
@main
struct ScanLocal: Sendable {
  static let name = "scan-local"

  static func main() async {
    let interrupts = Interrupts()
    Host.returnLargeMemory()
    let arguments = Host.rawArguments()
    let code: ExitCode
    do throws(UsageError) {
      let options = try Options(arguments)
      code = options.wantsHelp ? help() : await start(options, try command(options), interrupts)
    } catch {
      let failure = ScanFailure(kind: error.kind, message: error.message, isSourceFailure: false)
      if arguments.contains(Array("--json".utf8)) {
        print(Report.json(failure: failure, database: nil).text())
      }
      Host.complain("\(error.message)\nTry: scan-local --help", as: name)
      code = .usage
    }
    exit((Host.wroteEverything(as: name) ? code : .failed).rawValue)
  }

  private static func help() -> ExitCode {
    print(Options.help)
    return .completed
  }

  private static func command(_ options: Options) throws(UsageError) -> CommandLineScan {
    CommandLineScan(
      tool: name,
      database: try LibraryPlace.folder(options.database, of: name),
      place: .local(bytes: Host.resolved(options.directory)),
      adapter: LocalAdapter(),
      settings: options.settings
    )
  }

  /// Runs the command in a task that Ctrl-C cancels, from the first moment on.
  private static func start(
    _ options: Options,
    _ command: CommandLineScan,
    _ interrupts: Interrupts
  ) async -> ExitCode {
    let task = Task {
      if let path = options.explainedPath { return await command.explain(path) }
      return await command.run()
    }
    interrupts.listen { task.cancel() }
    defer { interrupts.stop() }
    return await task.value
  }
}
