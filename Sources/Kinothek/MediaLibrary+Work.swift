internal import KinoCore
internal import KinoMetadata
internal import KinoScan
internal import KinoStorage
internal import KinoUnicode

extension MediaLibrary {
  /// Does what scans have left to be done to files, most urgent first, until nothing is ready.
  ///
  /// First the names of new and renamed files are read, and the films, series and episodes made that
  /// they tell of; no file is opened for that. Then what lies beside them is taken in: subtitles,
  /// pictures, and the descriptions of NFO and JSON files, which are read, up to 2 MiB each. All of it
  /// is made findable. Then the fingerprints are read by which a moved file is
  /// recognised whatever its name and time, and by which files with the same content on several
  /// sources share what is known of them: at most 128 KiB of each new or changed file, once.
  ///
  /// Returns at once; the pass is under way. A scan never waits for it, and it may run while one
  /// does. Several processes may make passes at the same time. Files that were written to in the last
  /// half minute wait, as does what failed and may succeed later: the report says until when. The
  /// work of a source that cannot be reached, or is disabled, stays as it is.
  ///
  /// A host calls this after scans and when the report's `nextDue` has come. With nothing to do it
  /// costs a look into the queue, and writes nothing.
  ///
  /// - Returns: The pass: its events, its report, and the means to cancel it.
  public func processPendingWork() -> PendingWork {
    PendingWork { [self] emit in await workPass.run(emit: emit) }
  }

  private var workPass: WorkPass {
    let (policy, clock) = (environment.policy, environment.clock)
    let queue = WorkQueueStore(
      database: database,
      random: environment.random,
      holder: ProcessIdentity.current().holder
    )
    let (keys, search) = (TitleFolding(FoundationFolding()), SearchText(FoundationFolding()))
    return WorkPass(
      queue: queue,
      handlers: [
        NamingHandler(
          store: store,
          catalogue: LibraryCatalogueStore(queue: queue, search: search),
          clock: clock
        ),
        LocalMetadataHandler(
          store: LibraryLocalMetadataStore(queue: queue, keys: keys, search: search),
          policy: policy,
          clock: clock
        ),
        SearchHandler(
          store: LibrarySearchStore(queue: queue, folding: search),
          clock: clock
        ),
        FingerprintHandler(
          store: LibraryFingerprintStore(queue: queue),
          policy: policy,
          clock: clock
        ),
      ],
      sessions: SourceSessions(
        store: store,
        connect: { [self] source async throws(SourceError) in try await connect(to: source) },
        policy: policy
      ),
      policy: policy,
      clock: clock
    )
  }
}
