public import KinoCore
internal import KinoSQL
public import KinoScan
internal import KinoStorage

/// A library of films and series that never forgets.
///
/// A library lives in a folder of its own and knows any number of sources. Several processes may
/// have it open at the same time; each source is scanned by one of them at a time.
///
/// ```swift
/// let library = try await MediaLibrary.open(directory: folder, adapters: [LocalAdapter()])
/// let source = try await library.sources.add(.local("/srv/films"))
/// for await event in library.scan(source.id) { print(event) }
/// ```
///
/// Nothing but a finalize with a complete, judged listing, and the retention after it, ever takes
/// anything out of what is published. What people made themselves (positions, lists, matches) is
/// not even then lost.
///
/// What throws `StorageError` has changed nothing then, unless it says otherwise, and throws `cancelled`
/// when its task is cancelled; `suspended` after ``close()`` and while the library is suspended; `busy`
/// when another process keeps the library locked for longer than five seconds.
public final class MediaLibrary: Sendable {
  /// Opens a source's secret; `nil` where it needs none.
  public typealias CredentialProvider = @Sendable (Source) async -> SourceCredential?

  let database: LibraryDatabase
  let store: LibraryScanStore
  let environment: Environment

  /// What a library needs from outside.
  struct Environment: Sendable {
    var adapters: [String: any SourceAdapter]
    var policy: ScanPolicy
    var clock: any KinoClock
    var random: any RandomSource
    var credentials: CredentialProvider
  }

  init(database: LibraryDatabase, environment: Environment) {
    self.database = database
    self.environment = environment
    store = LibraryScanStore(
      database: database,
      clock: environment.clock,
      random: environment.random
    )
  }

  /// Opens the library in a folder, and creates both if they are not there.
  ///
  /// A library of an earlier version is migrated; a backup lies beside it before anything changes.
  /// What is no library of ours, is newer, damaged, or lies where it cannot be kept safely is
  /// refused and stays byte for byte as it is. Cancelling ends a migration and leaves the library as it
  /// was.
  ///
  /// - Parameters:
  ///   - directory: The folder.
  ///   - adapters: One for each kind of source that shall be scanned; of two of a kind the first.
  ///   - policy: The numbers that scans decide by.
  ///   - clock: The time that everything goes by.
  ///   - random: Where identifiers come from.
  ///   - credentials: Asked for a source's secret whenever it is connected to.
  /// - Returns: The library.
  /// - Throws: `StorageError`, with what to do: `unsuitableLocation`, `readOnly`, `foreign`,
  ///   `newerVersion`, `damaged`, `unavailable`, `diskFull`, `busy`, `migrationFailed` or `cancelled`.
  public static func open(
    directory: String,
    adapters: [any SourceAdapter],
    policy: ScanPolicy = ScanPolicy(),
    clock: any KinoClock = SystemClock(),
    random: any RandomSource = SystemRandomSource(),
    credentials: @escaping CredentialProvider = { _ in nil }
  ) async throws(StorageError) -> MediaLibrary {
    try LibraryFolder.prepare(directory)
    let database = try await LibraryDatabase.open(
      at: directory + "/library.sqlite",
      clock: clock,
      random: random
    )
    return MediaLibrary(
      database: database,
      environment: Environment(
        adapters: Dictionary(adapters.map { ($0.kind, $0) }) { first, _ in first },
        policy: policy,
        clock: clock,
        random: random,
        credentials: credentials
      )
    )
  }

  /// The places that the library scans.
  public var sources: LibrarySources { LibrarySources(library: self) }

  /// How many transactions have changed the library so far.
  ///
  /// - Returns: A number that only grows; one look-up.
  /// - Throws: `StorageError`: `unavailable`, `damaged`.
  public func revision() async throws(StorageError) -> Int64 {
    try await RevisionStore(database: database).current()
  }

  /// Lets go of every lock, so that the process may be frozen.
  ///
  /// Scans under way fail; writes throw `suspended` until ``resume()``.
  public func suspend() async {
    await database.database.suspend()
  }

  /// Ends a suspension.
  public func resume() async {
    await database.database.resume()
  }

  /// Closes the library for good, after what is being written; scans under way fail.
  public func close() async {
    await database.database.close()
  }
}
