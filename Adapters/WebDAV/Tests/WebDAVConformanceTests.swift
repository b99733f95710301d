import Foundation
import KinoConformance
import KinoCore
import KinoTestServers
import KinoWebDAV
import Testing

@Suite(
  "WebDAV servers, made to fail by a proxy: every promise is kept that they let be kept (FW-4)",
  .serialized
)
struct WebDAVConformanceTests {
  @Test("kept", arguments: TestServer.Kind.present, Promise.all)
  func keeps(at kind: TestServer.Kind, _ promise: Promise) async throws {
    let fixture = try await ConformanceServers.shared.fixture(for: kind)
    let options = ConformanceOptions(
      slack: .seconds(1),
      load: .milliseconds(300),
      cycles: 50,
      largeDirectory: 1000,
      measuresMemory: false
    )
    let outcome = try await expectPromise(promise, of: fixture, options: options)
    #expect(outcome == .passed || Self.notRun(at: kind).contains(promise.id), "\(outcome)")
  }

  /// What HTTP has no word for, and what takes certificates of the proxy's own.
  private static func notRun(at kind: TestServer.Kind) -> Set<Promise.ID> {
    let common: Set<Promise.ID> = [3, 12, 43, 44, 45, 46, 64, 88, 103]
    switch kind {
    case .apache: return common
    case .lighttpd, .rclone: return common.union([25, 37])
    case .nginx: return common.union([23, 42, 62, 65])
    case .wsgidav: return common.union([22, 23]).union(asAdministrator)
    }
  }
}

/// What can not be checked at servers that run as the one who started them, if that is root.
private let asAdministrator: Set<Promise.ID> = geteuid() == 0 ? [37] : []

/// A server of each kind with a folder of its own, in which the suite builds.
private actor ConformanceServers {
  static let shared = ConformanceServers()

  private static let tree = NSTemporaryDirectory() + "kino-promises-\(UUID().uuidString)"

  private var fixtures: [TestServer.Kind: Task<ServerFixture, any Error>] = [:]

  init() {
    try? FileManager.default.createDirectory(
      atPath: Self.tree,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755]
    )
    atexit { try? FileManager.default.removeItem(atPath: ConformanceServers.tree) }
  }

  func fixture(for kind: TestServer.Kind) async throws -> ServerFixture {
    let task = fixtures[kind] ?? Task { try await Self.start(kind) }
    fixtures[kind] = task
    return try await task.value
  }

  private static func start(_ kind: TestServer.Kind) async throws -> ServerFixture {
    let server = try await TestServer.serving(tree, by: kind, isFresh: true)
    let place = SourceConfiguration.webDAV(try #require(server.address("basic")))
    let product = await ServerLimits.product(at: place)
    return ServerFixture(
      WebDAVAdapter(),
      opening: place,
      credential: .alice,
      tree: tree,
      settling: kind == .rclone ? .milliseconds(100) : .zero,
      exceptions: product.map(ServerLimits.exceptions) ?? [:]
    )
  }
}
