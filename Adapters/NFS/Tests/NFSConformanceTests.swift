import KinoConformance
import KinoCore
import KinoNFS
import KinoTestServers
import Synchronization
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(
  "NFS keeps every promise that a server lets it break (FW-4)",
  .serialized,
  .enabled(if: geteuid() == 0)
)
struct NFSConformanceTests {
  /// What takes a credential, a web server, or a server that lies.
  private static let notRun: Set<Promise.ID> = [
    2, 3, 4, 5, 10, 11, 12, 14, 16, 30, 38, 39, 53, 54, 55, 65, 70, 71, 72, 74, 76, 82, 84, 85, 86,
    88, 89, 92, 94, 95, 96, 103, 104, 105,
  ]

  @Test("kept", arguments: [NFSOptions.Version.v3, .v4], Promise.all)
  func keeps(_ version: NFSOptions.Version, _ promise: Promise) async throws {
    let options = ConformanceOptions(
      slack: .seconds(1),
      load: .milliseconds(300),
      measuresMemory: false
    )
    let fixture = NFSFixture(version: version, server: try await NFSFixture.server())
    let outcome = try await expectPromise(promise, of: fixture, options: options)
    #expect(
      outcome == .passed || Self.notRun.contains(promise.id)
        || fixture.exceptions[promise.id] != nil,
      "\(outcome)"
    )
  }
}

/// Directories below an export of a real server.
struct NFSFixture: ConformanceFixture {
  let version: NFSOptions.Version
  let server: TestServer

  static func server() async throws -> TestServer {
    try await Shared.roughServer(of: "promises")
  }

  var name: String { "nfs \(version.rawValue)" }

  var exceptions: [Promise.ID: String] {
    version == .v3 ? [62: "version 3 counts seconds from 1970 on, without a sign"] : [:]
  }

  func makeSite(_ tree: [TreeNode]) async throws -> any ConformanceSite {
    // Faults of an earlier site are the whole server's.
    try server.freeze(false)
    let folder = try TreeFolder(in: Shared.tree.path + "/sites")
    do {
      try folder.build(tree)
    } catch {
      folder.delete()
      throw error
    }
    return NFSSite(version: version, server: server, folder: folder)
  }
}

private final class NFSSite: ConformanceSite {
  let version: NFSOptions.Version
  let server: TestServer
  let folder: TreeFolder
  private let host = Mutex("127.0.0.1")
  private let isStopped = Mutex(false)

  init(version: NFSOptions.Version, server: TestServer, folder: TreeFolder) {
    self.version = version
    self.server = server
    self.folder = folder
  }

  var adapter: any SourceAdapter { NFSAdapter() }
  var credential: SourceCredential? { nil }

  var configuration: SourceConfiguration {
    let name = folder.path.split(separator: "/").last.map(String.init) ?? ""
    let host = host.withLock { $0 }
    var options = NFSOptions()
    options.version = version
    let port = server.address("nfs").flatMap { UInt16($0.split(separator: ":")[1]) }
    options.mountPort = server.address("mount").flatMap { UInt16($0.split(separator: ":")[1]) }
    return .nfs(host, port: port, path: Array("/media/sites/\(name)".utf8), options: options)
  }

  func apply(_ change: TreeChange) async throws {
    try folder.apply(change)
  }

  func inject(_ fault: Fault) async throws {
    switch fault {
    case .removeRoot: folder.delete()
    case .replaceRoot: try folder.replaceRoot()
    case .forbid(let path), .lock(let path): try folder.setReadable(path, false)
    case .restart, .dropIdleConnections: try await server.restart()
    case .silence: try server.freeze(true)
    case .refuse:
      try await server.stop()
      isStopped.withLock { $0 = true }
    case .unresolvable: host.withLock { $0 = "nowhere.invalid" }
    default: throw NotRun("no fixture makes a real server do this: \(fault.name)")
    }
  }

  func endFaults() async {
    try? server.freeze(false)
    if isStopped.withLock({ $0 }) {
      isStopped.withLock { $0 = false }
      try? await server.restart()
    }
    host.withLock { $0 = "127.0.0.1" }
  }

  func dispose() async {
    await endFaults()
    folder.delete()
  }
}
