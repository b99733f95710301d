package import Kinothek

/// Scans one place into a library and shows what changed, or explains a path in it.
package struct CommandLineScan: Sendable {
  let tool: String
  let database: String
  let place: SourceConfiguration
  private let adapter: any SourceAdapter
  private let credential: SourceCredential?
  let settings: ScanSettings
  private let advice: @Sendable (ScanFailure) -> String?
  /// What the process had written before this command began: a shell that became it by exec counts
  /// in, with all that it had run.
  private let writtenBefore = Host.bytesWritten() ?? 0

  /// Describes a command.
  ///
  /// - Parameters:
  ///   - tool: What complaints begin with.
  ///   - database: The folder of the library, absolute.
  ///   - place: What to scan.
  ///   - adapter: What opens it.
  ///   - credential: Its secret, which no other source of the library is shown.
  ///   - settings: How it is made and shown.
  ///   - advice: What the tool knows better of a failure than the engine; `nil` for nothing.
  package init(
    tool: String,
    database: String,
    place: SourceConfiguration,
    adapter: any SourceAdapter,
    credential: SourceCredential? = nil,
    settings: ScanSettings,
    advice: @escaping @Sendable (ScanFailure) -> String? = { _ in nil }
  ) {
    self.tool = tool
    self.database = database
    self.place = place
    self.adapter = adapter
    self.credential = credential
    self.settings = settings
    self.advice = advice
  }

  /// Makes the scan, and what it leaves to be done to files; says what came of it.
  ///
  /// Cancelling the task ends the scan at once, and then the command.
  package func run() async -> ExitCode {
    let isNew = Host.fileSize(LibraryPlace.file(in: database)) ?? 0 == 0
    return await withLibrary { library throws(StorageError) in
      do throws(StorageError) {
        return try await scan(in: library, isNew: isNew)
      } catch {
        return fail(error, revision: await Self.revision(of: library))
      }
    }
  }

  /// Says what the library knows of a path, and why; scans nothing and makes no library.
  ///
  /// - Parameter path: In the place, or from the root of the system on.
  /// - Returns: How it ended.
  package func explain(_ path: [UInt8]) async -> ExitCode {
    do throws(StorageError) {
      try LibraryPlace.require(database, "Scan the folder first, or name")
    } catch {
      return fail(error)
    }
    return await withLibrary { library throws(StorageError) in
      try await explain(path, in: library)
    }
  }

  func withLibrary(
    _ body: (MediaLibrary) async throws(StorageError) -> ExitCode
  ) async -> ExitCode {
    do throws(StorageError) {
      var policy = ScanPolicy()
      policy.concurrentDirectories = settings.concurrency ?? policy.concurrentDirectories
      let (place, credential) = (place, credential)
      return try await LibraryPlace.withLibrary(
        in: database,
        adapters: [adapter],
        policy: policy,
        credentials: { $0.configuration.isSamePlace(as: place) ? credential : nil },
        body
      )
    } catch {
      return fail(error)
    }
  }

  /// Says why a place that the library does not know is not added to it; `nil` when nothing speaks
  /// against it.
  ///
  /// A name that was mistyped is no source.
  func refusal(of library: MediaLibrary) async -> ExitCode? {
    guard let failure = await reasonAgainst() else { return nil }
    let isCancelled = failure.kind == SourceError.Kind.cancelled.rawValue
    return fail(failure, isCancelled: isCancelled, revision: await Self.revision(of: library))
  }

  private func scan(
    in library: MediaLibrary,
    isNew: Bool
  ) async throws(StorageError) -> ExitCode {
    let known = try await library.sources.find(place)
    if known == nil, let refusal = await refusal(of: library) { return refusal }
    let source = try await source(known, in: library)
    var report = await scan(source, in: library)
    let isConfirmed = try await confirmIfAsked(&report, source, in: library)
    let work = await workIfDue(after: report, in: library)
    // The revision is told on every exit, also where nothing was published.
    report.libraryRevision = await Self.revision(of: library) ?? report.libraryRevision
    let titles = work == nil ? nil : try? await library.catalogueCounts()
    show(report, work, titles, isNew: isNew, isConfirmed: isConfirmed)
    return ExitCode(report, work, isPlanOnly: settings.isPlanOnly)
  }

  /// The library's revision, also when this task is cancelled; `nil` when it cannot be told.
  static func revision(of library: MediaLibrary) async -> Int64? {
    await Task.detached { try? await library.revision() }.value
  }

  /// Why a place that the library does not know is none to add; `nil` when it is there.
  private func reasonAgainst() async -> ScanFailure? {
    if place.kind == "local" {
      guard !Host.isDirectory(place.rootPath) else { return nil }
      return ScanFailure(
        kind: SourceError.Kind.sourceMissing.rawValue,
        message: place.location.isEmpty
          ? "The current folder is gone." : "\(place.location) is not there, or is no folder.",
        isSourceFailure: true
      )
    }
    do throws(SourceError) {
      await (try adapter.connectLayered(place, credential: credential)).close()
      return nil
    } catch {
      return ScanFailure(error)
    }
  }

  /// The source, with the settings that it has and, over them, those of the command line.
  func source(
    _ known: Source?,
    in library: MediaLibrary
  ) async throws(StorageError) -> Source {
    guard var known else { return try await library.sources.add(place) }
    let options = known.configuration.options.merging(place.options) { $1 }
    guard options != known.configuration.options else { return known }
    known.configuration.options = options
    try await library.sources.edit(known)
    return known
  }

  private func scan(_ source: Source, in library: MediaLibrary) async -> ScanReport {
    let progress = ProgressLine(isQuiet: settings.isQuiet)
    let scan = library.scan(
      source.id,
      options: ScanOptions(
        isPlanOnly: settings.isPlanOnly,
        endsAtPublication: settings.endsAtPublication,
        acceptsIdentity: settings.acceptsIdentity
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
    guard scan.state == .completed, !settings.endsAtPublication, !Task.isCancelled else {
      return nil
    }
    let progress = ProgressLine(isQuiet: settings.isQuiet)
    let work = library.processPendingWork()
    // Cancelling this task ends the iteration, and with it the work.
    for await event in work { progress.show(event) }
    var report = await work.report
    report.failure = report.failure ?? scan.settlingFailure
    return report
  }

  private func confirmIfAsked(
    _ report: inout ScanReport,
    _ source: Source,
    in library: MediaLibrary
  ) async throws(StorageError) -> Bool {
    guard settings.confirmsRemovals, report.state == .completed, report.held > 0 else {
      return false
    }
    let gone = try await library.confirmRemovals(in: source.id)
    report.missing += gone
    report.held -= gone
    return true
  }

  private func explain(
    _ path: [UInt8],
    in library: MediaLibrary
  ) async throws(StorageError) -> ExitCode {
    guard let known = try await library.sources.find(place) else {
      throw StorageError(
        .notFound,
        message: "\(place.location) was never scanned into the library in \(database)."
          + " Scan it first, or name the library that knows it with --database."
      )
    }
    let inside = try inside(path)
    let explanation = try await library.explain(
      inside,
      in: known.id,
      as: Host.look(at: inside, in: place)
    )
    print(settings.printsJSON ? Report.json(explanation).text() : explanation.description)
    return .completed
  }

  /// A path from the root of the system on as one in the place; any other is one already.
  private func inside(_ path: [UInt8]) throws(StorageError) -> SourcePath {
    let slash = UInt8(ascii: "/")
    guard path.first == slash else { return try Self.path(path.split(separator: slash)) }
    let root = place.rootPath.split(separator: slash)
    // The place goes by where links lead.
    for whole in [path, Host.resolved(path)] {
      let names = whole.split(separator: slash)
      guard names.starts(with: root) else { continue }
      return try Self.path(Array(names.dropFirst(root.count)))
    }
    throw StorageError(
      .notFound,
      message: "\(path.displayText) does not lie in \(place.location). Name a path in it, or the"
        + " folder that was scanned."
    )
  }

  private static func path(_ names: [ArraySlice<UInt8>]) throws(StorageError) -> SourcePath {
    let joined = names.filter { $0 != [UInt8(ascii: ".")] }.joined(separator: [UInt8(ascii: "/")])
    guard let path = SourcePath(bytes: Array(joined)) else {
      throw StorageError(
        .notFound,
        message: "\(Array(joined).displayText) cannot be a path in a source."
      )
    }
    return path
  }

  func fail(_ error: StorageError, revision: Int64? = nil) -> ExitCode {
    fail(
      ScanFailure(kind: error.kind.rawValue, message: error.message, isSourceFailure: false),
      isCancelled: error.kind == .cancelled,
      revision: revision
    )
  }

  /// Says why there was no scan.
  private func fail(
    _ failure: ScanFailure,
    isCancelled: Bool,
    revision: Int64? = nil
  ) -> ExitCode {
    var scan = ScanReport(run: nil, state: isCancelled ? .cancelled : .failed)
    scan.libraryRevision = revision ?? 0
    scan.failure = isCancelled ? nil : failure
    show(scan, nil, nil, isNew: false, isConfirmed: false)
    return ExitCode(scan, isPlanOnly: false)
  }

  private func show(
    _ scan: ScanReport,
    _ work: WorkReport?,
    _ titles: CatalogueCounts?,
    isNew: Bool,
    isConfirmed: Bool
  ) {
    var report = Report(scan: scan, isPlanOnly: settings.isPlanOnly, isConfirmed: isConfirmed)
    report.scan.failure = explained(scan.failure)
    report.work = work
    report.work?.failure = explained(work?.failure)
    report.titles = titles
    report.isNewLibrary = isNew
    report.database = database
    report.databaseBytes = LibraryPlace.bytes(in: database)
    report.bytesWritten = Host.bytesWritten().map { $0 - writtenBefore }
    if settings.printsJSON {
      print(settings.printsLines ? report.ending.line : report.json.text())
    } else if report.isSuccess {
      print(report.text)
    } else {
      Host.complain(report.headline, as: tool)
    }
  }
}

extension CommandLineScan {
  /// Says better what failed where the tool can, and names the process that keeps the library locked,
  /// where it still does.
  func explained(_ failure: ScanFailure?) -> ScanFailure? {
    guard var failure else { return nil }
    if let advice = advice(failure) { failure.message = advice }
    guard failure.kind == StorageError.Kind.busy.rawValue,
      let holder = LockHolder(of: database)
    else { return failure }
    failure.message += " " + holder.advice
    return failure
  }
}

extension SourceConfiguration {
  /// Whether both open the same place, whatever their options.
  package func isSamePlace(as other: SourceConfiguration) -> Bool {
    kind == other.kind && location == other.location && rootPath == other.rootPath
  }
}
