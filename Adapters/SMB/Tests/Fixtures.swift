import KinoConformance
import KinoCore
import KinoSMB
import KinoTestServers
import KinoTestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The server that the tests of this process share; it ends with it.
enum Shared {
  static let folder: TreeFolder? = {
    let folder = try? TreeFolder(in: "/tmp")
    // No test can remove what others use.
    atexit { Shared.folder?.delete() }
    return folder
  }()

  private static let start = Task {
    guard let folder else { throw NotRun("there is no room in /tmp") }
    try folder.build(SMBTree.nodes)
    return try await TestServer.smb(folder.path)
  }

  static var server: TestServer { get async throws { try await start.value } }

  /// A way in, as host and port, and the share.
  static func way(_ name: String) async throws -> (host: String, share: String) {
    let url = try await #require(server.address(name))
    let parts = url.dropFirst("smb://".count).split(separator: "/")
    return (String(parts[0]), String(parts[1]))
  }

  /// Opens a folder by one of the server's ways.
  static func connect(
    by name: String = "login",
    through proxy: PlainProxy? = nil,
    folder: String = "",
    as credential: SourceCredential? = .alice,
    options: SMBOptions = SMBOptions(),
    deadlines: SourceConfiguration.Deadlines = .patient
  ) async throws -> any SourceSession {
    let (host, share) = try await way(name)
    var place = SourceConfiguration.smb(
      proxy.map { "127.0.0.1:\($0.port)" } ?? host,
      share: share,
      folder: Array(folder.utf8),
      options: options
    )
    place.deadlines = deadlines
    return try await SMBAdapter().connect(place, credential: credential)
  }

  /// A proxy in front of the server.
  static func proxy() async throws -> PlainProxy {
    let host = try await way("login").host
    let port = try #require(host.split(separator: ":").last.flatMap { UInt16($0) })
    return try PlainProxy(to: port)
  }
}

/// What the shared server serves.
enum SMBTree {
  static let film = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }

  /// Names that the protocol can hold and that a client may get wrong.
  static let names = [
    "a b.mkv", " lead", "50%.mkv", "%20.mkv", "%2F.mkv", "a%20b", "a+b.mkv", "a#b.mkv", "a&b.mkv",
    "a;b=c,d.mkv", "a'b.mkv", "a`b.mkv", "[a]{b}.mkv", "a~1@b!$(2010).mkv", ".hidden.mkv", "-rf",
    "🎬 映画.mkv", "فيلم.mkv", "a^c.mkv", String(repeating: "x", count: 251) + ".mkv",
    "Étoile.mkv",
  ]

  /// Names that it can not hold.
  static let impossible = [
    "S01:E01.mkv", "a?b.mkv", "a*b.mkv", "Dinosaur Jr.", "trail ", "a\\b.mkv", "nul",
  ]

  static var nodes: [TreeNode] {
    var nodes = [
      TreeNode(
        .path("film.mkv"),
        .file(film),
        modifiedAt: Timestamp(milliseconds: 1_234_567_890_123)
      ),
      TreeNode(.path("none.mkv"), .file([])),
      TreeNode(.path("deep/a b/c#d/e.mkv"), .file([1])),
      TreeNode(.path("empty"), .directory),
      TreeNode(.path("twins/\u{E9}.mkv"), .file([1])),
      TreeNode(.path("twins/e\u{301}.mkv"), .file([2])),
      TreeNode(.path("twins/CASE"), .file([3])),
      TreeNode(.path("twins/case"), .file([4])),
      TreeNode(.path("circle/here"), .link(to: ".")),
    ]
    for (index, name) in names.enumerated() {
      nodes.append(TreeNode(.path("names/" + name), .file(Array(repeating: 7, count: index + 1))))
    }
    for (index, name) in impossible.enumerated() {
      nodes.append(TreeNode(.path("odd/" + name), .file(Array(repeating: 9, count: index + 1))))
    }
    for index in 0..<1000 {
      nodes.append(TreeNode(.path("many/film number \(index).mkv"), .file([])))
    }
    return nodes
  }
}

extension SourcePath {
  /// A path that is valid.
  static func path(_ text: String) -> SourcePath { SourcePath(text) ?? .root }
}

extension SourceConfiguration.Deadlines {
  /// For a machine that has much else to do.
  static let patient = Self(
    connect: .seconds(60),
    control: .seconds(60),
    page: .seconds(60),
    read: .seconds(60)
  )

  /// All the same.
  static func all(_ duration: Duration) -> Self {
    Self(connect: duration, control: duration, page: duration, read: duration)
  }
}

extension SourceCredential {
  static let alice = password(TestServer.user, TestServer.password)
  static let bob = password("bob", "b0b's secret")
  static let wrong = password(TestServer.user, "wrong-secret")

  static func password(_ user: String, _ password: String) -> SourceCredential {
    SourceCredential(.password(user: user, password: password))
  }
}
