import Foundation
import KinoCore
import KinoTestServers
import KinoTestSupport
import KinoWebDAV
import Testing

/// The servers that the tests of this process share; they end with it.
enum Shared {
  /// What is in the folder that the real servers serve.
  static let tree = WebTree()

  private static let servers = ServerCache()

  static func server(_ kind: TestServer.Kind) async throws -> TestServer {
    try await servers.get(kind.rawValue) { try await .serving(tree.path, by: kind) }
  }

  static func scripted() async throws -> TestServer {
    try await servers.get("scripted") { try await .scripted() }
  }

  /// Opens the tree that a real server serves.
  static func connect(
    to kind: TestServer.Kind,
    way: String = "open",
    folder: String = "",
    credential: SourceCredential? = nil,
    options: WebDAVOptions = WebDAVOptions()
  ) async throws -> any SourceSession {
    let server = try await server(kind)
    var options = options
    if way == "tls" { options.authorities = options.authorities ?? server.authority }
    let url = try #require(server.address(way))
    var place = SourceConfiguration.webDAV(url, folder: Array(folder.utf8), options: options)
    place.deadlines = .patient
    return try await WebDAVAdapter().connect(place, credential: credential)
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
}

extension SourceCredential {
  static let alice = password(TestServer.password)
  static let wrong = password("wrong-secret")

  static func password(_ password: String) -> SourceCredential {
    SourceCredential(.password(user: TestServer.user, password: password))
  }
}

/// A folder of files for the real servers.
final class WebTree: Sendable {
  let path: String

  /// Names that some server, proxy or client gets wrong.
  static let tortureNames: [String] = [
    "a b.mkv", " lead", "50%.mkv", "%20.mkv", "%2F.mkv", "a+b.mkv", "a#b.mkv", "a?b.mkv", "a&b.mkv",
    "a;b=c,d.mkv", "a'b.mkv", "a\"b.mkv", "a`b.mkv", "[a]{b}.mkv", "a~1@b!$(2010).mkv",
    ".hidden.mkv",
    "-rf", "🎬 映画.mkv", "فيلم.mkv", "a:b.mkv", "a\\b.mkv", "a<b>.mkv", "a|b^c.mkv", "http:.mkv",
    String(repeating: "x", count: 251) + ".mkv",
  ]

  init() {
    let manager = FileManager.default
    path = manager.temporaryDirectory.appendingPathComponent("kino-dav-\(UUID().uuidString)").path
    for folder in ["names", "empty", "deep/a b/c#d", "many", "closed", "twins"] { make(folder) }
    write("film.mkv", Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }))
    write("none.mkv", Data())
    write("deep/a b/c#d/e.mkv", Data([1]))
    write("closed/x.mkv", Data([1]))
    for (index, name) in Self.tortureNames.enumerated() {
      write("names/\(name)", Data(repeating: 7, count: index + 1))
    }
    for index in 0..<1000 { write("many/film number \(index).mkv", Data()) }
    for name in ["\u{E9}.mkv", "e\u{301}.mkv", "CASE", "case"] {
      write("twins/\(name)", Data(name.utf8))
    }
    // The tests of the process share it, so that none of them can remove it.
    atexit { try? FileManager.default.removeItem(atPath: Shared.tree.path) }
    try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path + "/closed")
    try? manager.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_234_567_890)],
      ofItemAtPath: path + "/film.mkv"
    )
  }

  private func make(_ folder: String) {
    try? FileManager.default.createDirectory(
      atPath: path + "/" + folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755]
    )
  }

  private func write(_ name: String, _ content: Data) {
    try? content.write(to: URL(fileURLWithPath: path + "/" + name))
  }
}
