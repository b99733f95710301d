import KinoBlocking
import KinoCore
import KinoTestSupport
import Testing

@testable import KinoLocal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Failures of the local file system")
struct SystemErrorTests {
  private func meaning(of code: Int32) -> SourceError {
    SourceError(SystemError(code: code), at: .path("a"), scope: .directory)
  }

  @Test("only ENOENT means that something is gone")
  func notFound() {
    let codes = (1...200).filter { meaning(of: Int32($0)).kind == .notFound }
    #expect(codes == [Int(ENOENT)])
  }

  @Test(
    "a file system that is away is unavailable for the whole source, for a while",
    arguments: [ENOTCONN, EHOSTDOWN, ENXIO, ENODEV, ETIMEDOUT]
  )
  func away(_ code: Int32) {
    let error = meaning(of: code)
    #expect(error.kind == .unavailable && error.retry == .temporary && error.scope == .root)
  }

  @Test(
    "what may pass is tried again",
    arguments: [EIO, ESTALE, EMFILE, ENFILE, ENOMEM, EBUSY, 9999]
  )
  func passing(_ code: Int32) {
    let error = meaning(of: code)
    #expect(error.kind == .unavailable && error.retry == .temporary && error.scope == .directory)
    #expect(error.underlying == .init(domain: "errno", code: Int64(code)))
  }

  @Test(
    "what will not pass is permanent",
    arguments: [
      (EACCES, .permissionDenied), (EPERM, .permissionDenied), (ENOTDIR, .notADirectory),
      (ELOOP, .notADirectory), (EISDIR, .isADirectory), (ENAMETOOLONG, .nameNotRepresentable),
    ] as [(Int32, SourceError.Kind)]
  )
  func permanent(_ code: Int32, _ kind: SourceError.Kind) {
    #expect(meaning(of: code).kind == kind && meaning(of: code).retry == .permanent)
  }

  #if !canImport(Darwin)
  @Test("an unreadable directory is denied, and the directory that holds it is complete")
  func unreadable() async throws {
    let folder = TemporaryFolder()
    try folder.makeDirectory("closed")
    try folder.write("closed/a")
    try folder.setMode("closed", 0o000)
    try folder.setMode("", 0o755)
    // The only thread of this pool gives up the rights of root, which no mode stops.
    let pool = BlockingPool(name: "kino-test", threadLimit: 1)
    try await withTaskExecutorPreference(pool) {
      await Self.becomeNobody()
      let session = try await LocalAdapter(pool: pool)
        .connect(folder.configuration, credential: nil)
      #expect(try await session.names() == ["closed"])
      let listed = await #expect(throws: SourceError.self) {
        try await session.names(.path("closed"))
      }
      #expect(listed?.kind == .permissionDenied && listed?.scope == .directory)
      let inside = await #expect(throws: SourceError.self) {
        try await session.stat(.path("closed/a"))
      }
      #expect(inside?.kind == .permissionDenied && inside?.scope == .entry)
    }
    try folder.setMode("closed", 0o755)
  }

  /// Changes the calling thread alone, on Linux.
  @concurrent
  private static func becomeNobody() async {
    guard geteuid() == 0, let symbol = unsafe dlsym(nil, "setfsuid") else { return }
    typealias SetUser = @convention(c) (uid_t) -> Int32
    _ = unsafe unsafeBitCast(symbol, to: SetUser.self)(65534)
  }
  #endif
}
