import Foundation
import KinoConformance
import KinoCore
import KinoNFS
import KinoTestServers
import KinoTestSupport
import Testing

/// What the tests of this process share; it ends with it.
enum Shared {
  /// What the server serves.
  static let tree = NFSTree()

  private static let cache = ServerCache()

  /// The server for tests that leave it alone.
  static func server() async throws -> TestServer {
    try await cache.get("calm") { try await .nfs(tree.path) }
  }

  /// A server for tests that stop it and start it, one after the other: each suite has its own.
  static func roughServer(of suite: String) async throws -> TestServer {
    try await cache.get(suite) { try await .nfs(tree.path) }
  }

  /// What opens a directory of a server.
  static func place(
    _ path: String,
    on server: TestServer,
    _ version: NFSOptions.Version,
    user: UInt32? = nil
  ) throws -> SourceConfiguration {
    var options = NFSOptions()
    options.version = version
    options.user = user
    options.group = user
    options.mountPort = try port(of: "mount", on: server)
    var place = SourceConfiguration.nfs(
      "127.0.0.1",
      port: try port(of: "nfs", on: server),
      path: Array(path.utf8),
      options: options
    )
    place.deadlines = .patient
    return place
  }

  /// Opens a directory of the server that is left alone.
  static func connect(
    _ version: NFSOptions.Version,
    _ path: String = "/media/tree",
    user: UInt32? = nil
  ) async throws -> any SourceSession {
    let place = try place(path, on: try await server(), version, user: user)
    return try await NFSAdapter().connect(place, credential: nil)
  }

  private static func port(of name: String, on server: TestServer) throws -> UInt16 {
    let address = try #require(server.address(name))
    return try #require(UInt16(address.split(separator: ":")[1]))
  }
}

extension SourceConfiguration.Deadlines {
  /// For a machine that has much else to do.
  static let patient = Self(
    connect: .seconds(60),
    control: .seconds(60),
    page: .seconds(60),
    read: .seconds(60)
  )

  /// For a server that does not answer.
  static let short = Self(
    connect: .seconds(1),
    control: .seconds(1),
    page: .seconds(1),
    read: .seconds(1)
  )
}

/// A folder of files for the servers, with a place for the sites of the conformance suite.
struct NFSTree: Sendable {
  let path: String
  private let folder: TreeFolder?

  /// Names that some server or client gets wrong; none is text in every encoding.
  static let tortureNames: [[UInt8]] =
    [
      "a b.mkv", " lead", "trail.", "trail ", "50%.mkv", "%2F.mkv", "a#b?c.mkv", "a\\b:c*.mkv",
      ".hidden.mkv", "-rf", "line\nbreak", "\u{1B}[31m", "🎬 映画.mkv", "فيلم.mkv", "CON", "~1",
      String(repeating: "x", count: 251) + ".mkv",
    ].map { Array($0.utf8) } + [[0xE9, 0x2E, 0x6D, 0x6B, 0x76], [0xFF, 0xFE]]

  /// Longer than one answer.
  static let film = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }

  /// Builds it; without one every server of the tests fails to start.
  init() {
    folder = try? TreeFolder(in: "/tmp")
    path = folder?.path ?? ""
    try? folder?.build(Self.nodes)
    let closed = path + "/tree/closed"
    try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: closed)
    // The tests of the process share it, so that none of them can remove it.
    atexit { Shared.tree.folder?.delete() }
  }

  private static var nodes: [TreeNode] {
    let bottom = (0..<24).map { "level \($0)" }.joined(separator: "/") + "/bottom.mkv"
    let then = Timestamp(milliseconds: 1_234_567_890_000)
    var nodes: [TreeNode] = ["sites", "nested", "tree/empty"].map { .init(.path($0), .directory) }
    nodes += [
      .init(.path("tree/film.mkv"), .file(film), modifiedAt: then),
      .init(.path("tree/none.mkv"), .file([])),
      .init(.path("tree/deep/a b/c/e.mkv"), .file([1])),
      .init(.path("tree/closed/x.mkv"), .file([1])),
      .init(.path("tree/deep/\(bottom)"), .file([1])),
      .init(.path("tree/link.mkv"), .link(to: "film.mkv")),
      .init(.path("tree/out"), .link(to: "/etc")),
    ]
    for (index, name) in tortureNames.enumerated() {
      guard let name = PathComponent(bytes: name) else { continue }
      let content = [UInt8](repeating: 7, count: index + 1)
      nodes.append(.init(.path("tree/names").appending(name), .file(content)))
    }
    for name in ["\u{E9}.mkv", "e\u{301}.mkv", "CASE", "case"] {
      nodes.append(.init(.path("tree/twins/\(name)"), .file(Array(name.utf8))))
    }
    for index in 0..<5000 {
      nodes.append(.init(.path("tree/many/film number \(index).mkv"), .file([])))
    }
    return nodes
  }
}
