import Foundation
import KinoConformance
import KinoCore
import KinoNFS
import KinoTestServers
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

  /// The server for tests that stop it and start it, one after the other.
  static func roughServer() async throws -> TestServer {
    try await cache.get("rough") { try await .nfs(tree.path) }
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

/// Starts each server once.
private actor ServerCache {
  private var tasks: [String: Task<TestServer, any Error>] = [:]

  func get(
    _ name: String,
    _ start: @escaping @Sendable () async throws -> TestServer
  ) async throws -> TestServer {
    let task = tasks[name] ?? Task { try await start() }
    tasks[name] = task
    return try await task.value
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

/// A listing, whole.
struct Listing {
  var entries: [[UInt8]: SourceEntry] = [:]
  var notes: [EntryNote] = []
  var end: DirectoryEnd?

  /// The names, as text, in order.
  var names: [String] { entries.keys.map { String(decoding: $0, as: UTF8.self) }.sorted() }

  subscript(_ name: String) -> SourceEntry? { entries[Array(name.utf8)] }
}

extension SourceSession {
  func listAll(_ path: SourcePath = .root, pageLimit: Int = 1024) async throws -> Listing {
    let lister = try await list(ListRequest(path: path, pageLimit: pageLimit))
    var listing = Listing()
    while listing.end == nil {
      let page = try await lister.next()
      #expect(page.entries.count <= pageLimit)
      for entry in page.entries {
        #expect(listing.entries.updateValue(entry, forKey: entry.name.bytes) == nil)
      }
      listing.notes += page.notes
      listing.end = page.end
    }
    return listing
  }
}

/// The error that something throws.
func failure<Value>(
  of body: () async throws -> Value,
  _ location: SourceLocation = #_sourceLocation
) async -> SourceError? {
  do {
    _ = try await body()
    Issue.record("nothing was thrown", sourceLocation: location)
    return nil
  } catch let error as SourceError {
    return error
  } catch {
    Issue.record("not a SourceError: \(error)", sourceLocation: location)
    return nil
  }
}

/// A folder of files for the servers, with a place for the sites of the conformance suite.
final class NFSTree: Sendable {
  let path: String

  /// Names that some server or client gets wrong; none is text in every encoding.
  static let tortureNames: [[UInt8]] =
    [
      "a b.mkv", " lead", "trail.", "trail ", "50%.mkv", "%2F.mkv", "a#b?c.mkv", "a\\b:c*.mkv",
      ".hidden.mkv", "-rf", "line\nbreak", "\u{1B}[31m", "🎬 映画.mkv", "فيلم.mkv", "CON", "~1",
      String(repeating: "x", count: 251) + ".mkv",
    ].map { Array($0.utf8) } + [[0xE9, 0x2E, 0x6D, 0x6B, 0x76], [0xFF, 0xFE]]

  init() {
    let manager = FileManager.default
    path = manager.temporaryDirectory.appendingPathComponent("kino-nfs-\(UUID().uuidString)").path
    for folder in [
      "sites", "nested", "tree/names", "tree/empty", "tree/deep/a b/c", "tree/many",
      "tree/closed", "tree/twins",
    ] { make(folder) }
    write("tree/film.mkv", Self.film)
    write("tree/none.mkv", Data())
    write("tree/deep/a b/c/e.mkv", Data([1]))
    write("tree/closed/x.mkv", Data([1]))
    var deep = "tree/deep"
    for level in 0..<24 { deep += "/level \(level)" }
    make(deep)
    write(deep + "/bottom.mkv", Data([1]))
    for (index, name) in Self.tortureNames.enumerated() {
      let file = open(
        "\(path)/tree/names/".utf8CString.dropLast() + name.map { CChar(bitPattern: $0) } + [0],
        O_WRONLY | O_CREAT,
        0o644
      )
      _ = Data(repeating: 7, count: index + 1).withUnsafeBytes {
        Foundation.write(file, $0.baseAddress, $0.count)
      }
      close(file)
    }
    for index in 0..<5000 { write("tree/many/film number \(index).mkv", Data()) }
    for name in ["\u{E9}.mkv", "e\u{301}.mkv", "CASE", "case"] {
      write("tree/twins/\(name)", Data(name.utf8))
    }
    // The tests of the process share it, so that none of them can remove it.
    atexit { try? FileManager.default.removeItem(atPath: Shared.tree.path) }
    try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path + "/tree/closed")
    try? manager.createSymbolicLink(
      atPath: path + "/tree/link.mkv",
      withDestinationPath: "film.mkv"
    )
    try? manager.createSymbolicLink(
      atPath: path + "/tree/out",
      withDestinationPath: "/etc"
    )
    try? manager.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_234_567_890)],
      ofItemAtPath: path + "/tree/film.mkv"
    )
  }

  /// Longer than one answer.
  static let film = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })

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
