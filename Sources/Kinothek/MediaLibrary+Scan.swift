public import KinoCore
public import KinoScan
internal import KinoStorage
internal import KinoUnicode

extension MediaLibrary {
  /// Scans a source: everything, or some of its directories.
  ///
  /// Returns at once; the scan is under way. When a living process already scans the source, this
  /// one waits for it and reports its result. An interrupted scan goes on where that is safe.
  ///
  /// - Parameters:
  ///   - source: The source's identifier.
  ///   - directories: Only these and what lies below them; everything by default.
  ///   - options: How far to go, and what the host vouches for.
  /// - Returns: The scan: its events, its report, and the means to cancel it.
  public func scan(
    _ source: Source.ID,
    only directories: [SourcePath] = [],
    options: ScanOptions = ScanOptions()
  ) -> Scan {
    let scope = ScanScope(directories)
    let mode: ScanMode = scope == .root ? .full : .incremental
    return start(source, mode, scope, options)
  }

  /// Asks whether a source can be reached; no file is looked at and none changes.
  ///
  /// - Parameter source: The source's identifier.
  /// - Returns: A scan that ends with the answer: *completed*, or *failed* with the reason.
  public func checkAvailability(of source: Source.ID) -> Scan {
    start(source, .availability, .root, ScanOptions())
  }

  /// Queues again what an older version found out about a source's files, and what has failed.
  ///
  /// Nothing is listed, and the source need not be there. ``processPendingWork()`` then does the
  /// work.
  ///
  /// - Parameter source: The source's identifier.
  /// - Returns: A scan that ends when the work is queued; its report says for how many files.
  public func repair(_ source: Source.ID) -> Scan {
    start(source, .repair, .root, ScanOptions())
  }

  private func start(
    _ source: Source.ID,
    _ mode: ScanMode,
    _ scope: ScanScope,
    _ options: ScanOptions
  ) -> Scan {
    Scan { [self] emit in
      let id: SourceID
      do throws(StorageError) {
        id = try await store.sources.find(source)
        guard try await store.source(id).isEnabled else {
          throw StorageError(.suspended, message: "The source is disabled; enable it to scan it.")
        }
      } catch {
        let isCancelled = error.kind == .cancelled
        var report = ScanReport(run: nil, state: isCancelled ? .cancelled : .failed)
        if !isCancelled {
          report.failure = ScanFailure(
            kind: error.kind.rawValue,
            message: error.message,
            isSourceFailure: false
          )
        }
        emit(.finished(report))
        return report
      }
      let command = ScanCommand(source: id, mode: mode, scope: scope, options: options)
      var report = await orchestrator.scan(command, emit: emit)
      // What is damaged is not written to any further.
      let isSound = report.settlingFailure?.kind != StorageError.Kind.damaged.rawValue
      if report.state == .completed, mode == .full, !options.endsAtPublication, isSound {
        report.settlingFailure = await damageInSweep() ?? report.settlingFailure
      }
      return report
    }
  }

  /// Purges what is due; what is due stays due, so that a sweep that fails is made good by the next
  /// one, unless the library is damaged.
  private func damageInSweep() async -> ScanFailure? {
    do throws(StorageError) {
      _ = try await purgeMissing()
      return nil
    } catch {
      guard error.kind == .damaged else { return nil }
      return ScanFailure(
        kind: error.kind.rawValue,
        message: error.message,
        isSourceFailure: false
      )
    }
  }

  private var orchestrator: ScanOrchestrator {
    ScanOrchestrator(
      store: store,
      connect: { [self] source async throws(SourceError) in try await connect(to: source) },
      policy: environment.policy,
      folding: FoundationFolding(),
      clock: environment.clock,
      random: environment.random
    )
  }

  /// Opens a session behind its layers; the secret is asked for and goes nowhere else.
  func connect(to record: SourceRecord) async throws(SourceError) -> any SourceSession {
    guard let adapter = environment.adapters[record.configuration.kind] else {
      throw SourceError(.unsupported)
    }
    let source = Source(
      id: record.uid,
      name: "",
      configuration: record.configuration,
      isEnabled: record.isEnabled,
      filter: record.filter,
      retention: record.retention,
      offlineSince: record.offlineSince
    )
    return try await adapter.connectLayered(
      record.configuration,
      credential: await environment.credentials(source),
      policy: SourcePolicy(environment.policy),
      clock: environment.clock,
      random: environment.random
    )
  }
}

extension SourcePolicy {
  /// The numbers by which a scan is patient with its source.
  init(_ policy: ScanPolicy) {
    self.init()
    retries = policy.retries
    firstDelay = policy.retryDelay
    longestDelay = policy.retryDelayLimit
    longestRetryAfter = policy.retryAfterLimit
  }
}

extension ScanScope {
  /// The root when nothing is named; otherwise the directories, those inside others left out.
  init(_ directories: [SourcePath]) {
    let sorted = Set(directories).sorted()
    if sorted.isEmpty || sorted.contains(.root) {
      self = .root
    } else {
      self = .subtrees(
        sorted.filter { path in !sorted.contains { $0.isAncestor(of: path) } }
      )
    }
  }
}
