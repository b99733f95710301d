import KinoLocal
import Kinothek

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Scans a folder into a library and shows what changed.
@main
struct ScanLocal {
  let options: Options
  let database: String
  /// What the process had written before this program began: a shell that became it by exec counts
  /// in, with all that it had run.
  private let writtenBefore = bytesWritten() ?? 0

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let code: ExitCode
    do throws(UsageError) {
      let options = try Options(arguments)
      if options.wantsHelp {
        print(Options.help)
        code = .completed
      } else {
        code = await ScanLocal(options).run()
      }
    } catch {
      let failure = ScanFailure(kind: "usage", message: error.message, isSourceFailure: false)
      if arguments.contains("--json") {
        print(Report.json(failure: failure, database: nil).text())
      }
      complain("\(error.message)\nTry: scan-local --help")
      code = .usage
    }
    exit(code.rawValue)
  }

  init(_ options: Options) {
    self.options = options
    database = options.database ?? Self.defaultDatabase()
  }

  private func run() async -> ExitCode {
    do throws(StorageError) {
      let library = try await MediaLibrary.open(directory: database, adapters: [LocalAdapter()])
      let code = try await run(in: library)
      await library.close()
      return code
    } catch {
      let failure = ScanFailure(
        kind: error.kind.rawValue,
        message: error.message,
        isSourceFailure: false
      )
      if options.printsJSON {
        print(Report.json(failure: failure, database: database).text())
      } else {
        Self.complain(error.description)
      }
      return .failed
    }
  }

  private func run(in library: MediaLibrary) async throws(StorageError) -> ExitCode {
    let root = Self.absolute(options.directory)
    if let path = options.explainedPath {
      guard let source = try await library.sources.find(.local(root)) else {
        print("\(root) was never scanned into \(database).")
        return .completed
      }
      print(try await library.explain(path, in: source.id).description)
      return .completed
    }
    let source = try await library.sources.findOrAdd(.local(root))
    let report = await scan(source, in: library)
    let confirmed = try await confirmIfAsked(report, source, in: library)
    show(confirmed)
    return ExitCode(confirmed, isPlanOnly: options.isPlanOnly)
  }

  private func scan(_ source: Source, in library: MediaLibrary) async -> ScanReport {
    let progress = ProgressLine(isQuiet: options.isQuiet)
    let scan = library.scan(
      source.id,
      options: ScanOptions(
        isPlanOnly: options.isPlanOnly,
        endsAtPublication: options.endsAtPublication,
        acceptsIdentity: options.acceptsIdentity
      )
    )
    let interrupts = Interrupts { scan.cancel() }
    defer { interrupts.stop() }
    for await event in scan { progress.show(event) }
    return await scan.report
  }

  private func confirmIfAsked(
    _ report: ScanReport,
    _ source: Source,
    in library: MediaLibrary
  ) async throws(StorageError) -> ScanReport {
    guard options.confirmsRemovals, report.state == .completed, report.held > 0 else {
      return report
    }
    let gone = try await library.confirmRemovals(in: source.id)
    var confirmed = report
    confirmed.missing += gone
    confirmed.held -= gone
    confirmed.libraryRevision = try await library.revision()
    return confirmed
  }

  private func show(_ scan: ScanReport) {
    let report = Report(
      scan: scan,
      isPlanOnly: options.isPlanOnly,
      database: database,
      databaseBytes: Self.fileSize(database + "/library.sqlite"),
      bytesWritten: Self.bytesWritten().map { $0 - writtenBefore }
    )
    print(options.printsJSON ? report.json.text() : report.text)
  }
}
