public import KinoCore
public import KinoScan
internal import KinoStorage
internal import KinoUnicode

extension MediaLibrary {
  /// Scans a source, and from then on whatever is changed in it, until it is stopped.
  ///
  /// Returns at once. A source that tells of changes is watched: what it hints at is scanned when it
  /// has been quiet for a moment, and everything now and then. Another one is scanned at an interval.
  /// After each scan the work that it has queued is done, as ``processPendingWork()`` does it, and
  /// later when what waited is due. Hints are never evidence: what is published, and what goes missing,
  /// is decided by scans alone. What fails is tried again, less and less often; it ends only with what
  /// somebody has to mend first, such as a wrong password or a library that is damaged.
  ///
  /// A changed filter of the source counts for what is watched when it is kept current anew.
  ///
  /// - Parameters:
  ///   - source: The source's identifier.
  ///   - policy: How soon and how often to scan.
  /// - Returns: What happens, and the means to stop it.
  public func keepCurrent(
    _ source: Source.ID,
    policy: WatchPolicy = WatchPolicy()
  ) -> LibraryWatch {
    LibraryWatch { [self] emit in
      let keeper = SourceKeeper(
        watch: { [self] () async throws(SourceError) in try await watch(source) },
        scan: { [self] scope in await scan(source, scope, emit) },
        work: { [self] in await work() },
        policy: policy,
        clock: environment.clock
      )
      let failure = await keeper.run(emit: emit)
      emit(.ended(failure))
      return failure
    }
  }

  /// Begins to watch a source for what its filter does not leave out.
  private func watch(_ source: Source.ID) async throws(SourceError) -> ChangeWatch {
    let record: SourceRecord
    do throws(StorageError) {
      record = try await store.source(try await store.sources.find(source))
      guard record.isEnabled else { throw StorageError(.suspended, message: "") }
    } catch {
      // The scan says why.
      throw SourceError(error.kind == .cancelled ? .cancelled : .unavailable, scope: .root)
    }
    let filter = ScanFilter(record, folding: FoundationFolding())
    let session = try await connect(to: record)
    do throws(SourceError) {
      let watch = try await session.watch(
        WatchRequest { path, kind in filter.matters(path, kind) }
      )
      await session.close()
      return watch
    } catch {
      await session.close()
      throw error
    }
  }

  /// Scans what hints have led to.
  private func scan(
    _ source: Source.ID,
    _ scope: ScanScope,
    _ emit: @Sendable (WatchEvent) -> Void
  ) async -> (covered: ScanScope, report: ScanReport) {
    let directories = await places(of: scope, in: source)
    let scan = scan(source, only: directories)
    // Cancelling this task ends the iteration, and with it the scan.
    for await event in scan {
      if case .finished = event { continue }
      emit(.scan(event))
    }
    return (ScanScope(directories), await scan.report)
  }

  /// The directories to scan for a scope; none stands for everything.
  ///
  /// What is not published is found through what is above it, which says whether the filter takes it.
  private func places(of scope: ScanScope, in source: Source.ID) async -> [SourcePath] {
    guard case .subtrees(let paths) = scope else { return [] }
    do throws(StorageError) {
      let id = try await store.sources.find(source)
      return try await PublishedPlaces(database: database).nearest(to: paths, in: id)
    } catch {
      // The scan will not fare better, and says why.
      return paths
    }
  }

  private func work() async -> WorkReport {
    let work = processPendingWork()
    // Cancelling this task ends the iteration, and with it the work.
    for await _ in work {}
    return await work.report
  }
}
