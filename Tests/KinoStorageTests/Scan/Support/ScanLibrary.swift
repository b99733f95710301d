import KinoCore
import KinoSQL
import KinoTestSupport
import Testing

@testable import KinoStorage

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A library in a folder of its own, with one source and a clock that tests move.
final class ScanLibrary: Sendable {
  let path: String
  let database: LibraryDatabase
  let store: LibraryScanStore
  let source: SourceID
  let clock: ManualClock
  private let random: SeededRandom

  static let start = Timestamp(milliseconds: 1_700_000_000_000)

  init(_ retention: RetentionSettings = .local) async throws {
    var template = Array("/tmp/kino-scan-XXXXXX".utf8CString)
    let folder = try #require(unsafe mkdtemp(&template).map { unsafe String(cString: $0) })
    path = "\(folder)/library.sqlite"
    clock = ManualClock(now: Self.start)
    random = SeededRandom(seed: 7)
    database = try await LibraryDatabase.open(at: path, clock: clock, random: random)
    store = LibraryScanStore(database: database, clock: clock, random: random)
    source = try await store.sources.add(
      SourceDraft(
        displayName: "Films",
        configuration: SourceConfiguration(kind: "local", rootPath: Array("/films".utf8)),
        comparison: ComparisonPolicy(ignoresCase: false, composes: false, unicodeVersion: ""),
        retention: retention
      ),
      uid: UID(high: 1, low: 1),
      at: Self.start
    )
  }

  deinit {
    for suffix in ["", "-wal", "-shm"] { unsafe unlink(path + suffix) }
    unsafe rmdir(String(path.dropLast("/library.sqlite".count)))
  }

  var now: Timestamp { clock.now() }

  /// A fresh owner in this process.
  func owner(process: Int32 = 1) -> RunOwner {
    RunOwner(
      token: UID(time: clock.now(), random: (random.next(), random.next())),
      bootID: "boot",
      processID: process,
      processStartedAt: 1
    )
  }

  func policy(freshness: Int64 = 0) -> AdmissionPolicy {
    AdmissionPolicy(
      now: clock.now(),
      lease: 15_000,
      staleness: 24 * 3_600_000,
      freshness: freshness
    )
  }

  func request(_ mode: ScanMode = .full, _ scope: ScanScope = .root, filter: UInt8 = 1)
    -> ScanRequest
  {
    ScanRequest(
      source: source,
      mode: mode,
      scope: scope,
      filterIdentity: [filter],
      requestedAt: clock.now()
    )
  }

  /// Admits a request and expects a run of one's own.
  func admit(
    _ request: ScanRequest,
    freshness: Int64 = 0,
    process: Int32 = 1,
    isAlive: @Sendable (RunOwner) -> Bool? = { _ in true }
  ) async throws -> RunHandle {
    let admission = try await store.admit(
      request,
      owner: owner(process: process),
      policy: policy(freshness: freshness),
      isAlive: isAlive
    )
    switch admission {
    case .started(let run), .resumed(let run): return run
    default: throw UnexpectedAdmission(admission: admission)
    }
  }

  struct UnexpectedAdmission: Error { var admission: Admission }
}
