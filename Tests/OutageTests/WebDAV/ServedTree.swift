import Foundation
import KinoTestServers
import KinoTestTools
import Synchronization
import Testing

/// A folder that a real server serves: 40 films, 3 series, and names that some software gets wrong.
final class ServedTree: Sendable {
  /// The servers that the matrix is about: one that sends lengths and one that sends chunks.
  static let kinds = [TestServer.Kind.apache, .rclone]

  /// The process that serves it now.
  var server: TestServer { running.withLock { $0 } }
  let folder: FolderTree
  private let workspace: Workspace
  private let way: String
  private let running: Mutex<TestServer>

  /// The targets of requests for the root begin with it.
  var target: String { "/\(way)/library/" }

  /// The server's URL.
  var address: String { server.address(way) ?? "" }

  /// The path of something in the tree as requests have it.
  func target(_ path: String) -> String {
    var plain = CharacterSet.alphanumerics
    plain.insert(charactersIn: "-._~/")
    return target + (path.addingPercentEncoding(withAllowedCharacters: plain) ?? path)
  }

  /// Makes the folder and starts a server for it.
  init(by kind: TestServer.Kind, way: String = "open") async throws {
    self.way = way
    workspace = Workspace()
    folder = try Self.makeFolder(in: workspace)
    running = Mutex(try await TestServer.serving(workspace.path, by: kind))
  }

  /// Has it served by a new process, on other ports.
  func restart(by kind: TestServer.Kind) async throws {
    try await server.stop()
    let new = try await TestServer.serving(workspace.path, by: kind)
    running.withLock { $0 = new }
  }

  /// A tree that is only read, for all tests of the process.
  static func still(by kind: TestServer.Kind) async throws -> ServedTree {
    try await StillTrees.shared.get(kind)
  }

  private static func makeFolder(in workspace: Workspace) throws -> FolderTree {
    let folder = try FolderTree(at: workspace.file("library"))
    try folder.addFilms(0..<40)
    try folder.addShows(0..<3)
    let names = [
      "50%.mkv", "%20.mkv", "a+b.mkv", "a#b.mkv", "a?b.mkv", "a&b.mkv", "a;b=c.mkv", "a b.mkv",
      "[a]{b}.mkv", "映画.mkv", "🎬.mkv", "é.mkv",
    ]
    for (index, name) in names.enumerated() {
      let time = 1_300_000_000 + index
      try folder.write("Names/\(name)", size: 900 + index, content: 5, modified: time)
    }
    // Servers run as another user.
    let open = try ChildProcess(["/bin/chmod", "-R", "a+rX", workspace.path])
    try #require(open.wait() == .code(0))
    return folder
  }
}

/// Starts each server once.
private actor StillTrees {
  static let shared = StillTrees()
  private var tasks: [TestServer.Kind: Task<ServedTree, any Error>] = [:]

  func get(_ kind: TestServer.Kind) async throws -> ServedTree {
    let task = tasks[kind] ?? Task { try await ServedTree(by: kind) }
    tasks[kind] = task
    return try await task.value
  }
}
