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
  let options: Options
  let database: String
  /// What the process had written before this program began: a shell that became it by exec counts
  /// in, with all that it had run.
  private let writtenBefore = bytesWritten() ?? 0

  static func main() async {
    returnLargeMemory()
    let arguments = rawArguments()
    let code: ExitCode
    do throws(UsageError) {
      let options = try Options(arguments)
      code = options.wantsHelp ? help() : await start(try ScanLocal(options))
    } catch {
      let failure = ScanFailure(kind: "usage", message: error.message, isSourceFailure: false)
      if arguments.contains(Array("--json".utf8)) {
        print(Report.json(failure: failure, database: nil).text())
      }
      complain("\(error.message)\nTry: scan-local --help")
      code = .usage
    }
    exit((wroteEverything() ? code : .failed).rawValue)
  }

  private static func help() -> ExitCode {
    print(Options.help)
    return .completed
  }

  /// Runs the command in a task that Ctrl-C cancels, from the first moment on.
  private static func start(_ command: ScanLocal) async -> ExitCode {
    let task = Task { await command.run() }
    let interrupts = Interrupts { task.cancel() }
    defer { interrupts.stop() }
    return await task.value
  }

  init(_ options: Options) throws(UsageError) {
    self.options = options
    guard let database = options.database ?? Self.defaultDatabase() else {
      throw UsageError("there is no home folder to keep the library in: use --database")
    }
    self.database = Self.absolute(database)
  }

  private func run() async -> ExitCode {
    do throws(StorageError) {
      if options.explainedPath != nil { try requireLibrary() }
      let library = try await MediaLibrary.open(directory: database, adapters: [LocalAdapter()])
      let result = await result(in: library)
      await library.close()
      return try result.get()
    } catch {
      return fail(
        ScanFailure(kind: error.kind.rawValue, message: error.message, isSourceFailure: false),
        isCancelled: error.kind == .cancelled
      )
    }
  }

  /// A question makes no library that is not there.
  private func requireLibrary() throws(StorageError) {
    guard Self.fileSize(database + "/library.sqlite") == nil else { return }
    throw StorageError(
      .notFound,
      message: "There is no library in \(database). Scan the folder first, or name the library that"
        + " knows it with --database."
    )
  }

  private func result(in library: MediaLibrary) async -> Result<ExitCode, StorageError> {
    do throws(StorageError) {
      return .success(try await run(in: library))
    } catch {
      return .failure(error)
    }
  }

  private func run(in library: MediaLibrary) async throws(StorageError) -> ExitCode {
    let root = Self.resolved(options.directory)
    let place = SourceConfiguration.local(bytes: root)
    let known = try await library.sources.find(place)
    if let path = options.explainedPath {
      guard let known else {
        throw StorageError(
          .notFound,
          message: "\(place.location) was never scanned into the library in \(database)."
            + " Scan it first, or name the library that knows it with --database."
        )
      }
      return try await explain(path, below: root, of: known, in: library)
    }
    // A name that was mistyped is no source.
    guard known != nil || Self.isDirectory(root) else {
      return fail(
        ScanFailure(
          kind: SourceError.Kind.sourceMissing.rawValue,
          message: "\(place.location) is not there, or is no folder.",
          isSourceFailure: true
        ),
        isCancelled: false
      )
    }
    let source = try await library.sources.add(place)
    var report = await scan(source, in: library)
    let isConfirmed = try await confirmIfAsked(&report, source, in: library)
    let work = await workIfDue(after: report, in: library)
    // The revision is told on every exit, also where nothing was published.
    report.libraryRevision = (try? await library.revision()) ?? report.libraryRevision
    show(report, work, isConfirmed: isConfirmed)
    return ExitCode(report, isPlanOnly: options.isPlanOnly)
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
    // Cancelling this task ends the iteration, and with it the scan.
    for await event in scan { progress.show(event) }
    progress.clear()
    return await scan.report
  }

  /// Does what the scan left to be done to files; `nil` where it is left to the next run.
  ///
  /// The scan has its result by then, whatever becomes of this.
  private func workIfDue(
    after scan: ScanReport,
    in library: MediaLibrary
  ) async -> WorkReport? {
    guard scan.state == .completed, !options.endsAtPublication, !Task.isCancelled else {
      return nil
    }
    let progress = ProgressLine(isQuiet: options.isQuiet)
    let work = library.processPendingWork()
    // Cancelling this task ends the iteration, and with it the work.
    for await event in work { progress.show(event) }
    return await work.report
  }

  private func confirmIfAsked(
    _ report: inout ScanReport,
    _ source: Source,
    in library: MediaLibrary
  ) async throws(StorageError) -> Bool {
    guard options.confirmsRemovals, report.state == .completed, report.held > 0 else {
      return false
    }
    let gone = try await library.confirmRemovals(in: source.id)
    report.missing += gone
    report.held -= gone
    return true
  }

  private func explain(
    _ path: String,
    below root: [UInt8],
    of source: Source,
    in library: MediaLibrary
  ) async throws(StorageError) -> ExitCode {
    let prefix = String(decoding: root, as: UTF8.self) + "/"
    let inside = path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    let explanation = try await library.explain(inside, in: source.id)
    print(options.printsJSON ? Report.json(explanation).text() : explanation.description)
    return .completed
  }

  /// Says why there was no scan.
  private func fail(_ failure: ScanFailure, isCancelled: Bool) -> ExitCode {
    var scan = ScanReport(run: nil, state: isCancelled ? .cancelled : .failed)
    scan.failure = isCancelled ? nil : failure
    show(scan, nil, isConfirmed: false)
    return ExitCode(scan, isPlanOnly: false)
  }

  private func show(_ scan: ScanReport, _ work: WorkReport?, isConfirmed: Bool) {
    let report = Report(
      scan: scan,
      work: work,
      isPlanOnly: options.isPlanOnly,
      isConfirmed: isConfirmed,
      database: database,
      databaseBytes: Self.fileSize(database + "/library.sqlite"),
      bytesWritten: Self.bytesWritten().map { $0 - writtenBefore }
    )
    if options.printsJSON {
      print(report.json.text())
    } else if report.isSuccess {
      print(report.text)
    } else {
      Self.complain(report.headline)
    }
  }
}
