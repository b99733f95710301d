import Foundation
import KinoTestServers
import KinoTestTools
import Testing

/// A folder that a real server shares: 40 films, 3 series, and names that some software gets wrong.
final class ShareTree: Sendable {
  let kind: ShareKind
  let server: TestServer
  let folder: FolderTree
  private let workspace = Workspace()

  /// Names of files in `Names`, in bytes: what Windows can not hold, what is no UTF-8, what is as long
  /// as can be, and what differs in case or normalisation only.
  static let names: [[UInt8]] =
    [
      "S01:E01.mkv", "a?b.mkv", "a*b.mkv", "a\\b.mkv", "dot..mkv", "50%.mkv", "%20.mkv", "a#b.mkv",
      "a b.mkv", "映画.mkv", "\u{E9}.mkv", "e\u{301}.mkv", "CASE.mkv", "case.mkv",
      String(repeating: "x", count: 251) + ".mkv",
    ].map { Array($0.utf8) } + [[0xE9, 0xFF, 0x2E, 0x6D, 0x6B, 0x76]]

  /// Directories whose names end in what Windows drops, each with a file.
  static let directories = ["trail.", "trail "]

  /// Makes the folder and starts a server for it.
  init(_ kind: ShareKind) async throws {
    self.kind = kind
    folder = try FolderTree(at: workspace.file("library"))
    try folder.addFilms(0..<40)
    try folder.addShows(0..<3)
    let names = try FolderTree(at: folder.location("Names"))
    for (index, name) in Self.names.enumerated() {
      try names.write(name, size: 900 + index, content: 5, modified: 1_300_000_000 + index)
    }
    for (index, name) in Self.directories.enumerated() {
      let file = "Odd/\(name)/odd \(index).mkv"
      try folder.write(file, size: 800 + index, content: 6, modified: 1_300_000_100 + index)
    }
    // Servers run as another user.
    let open = try ChildProcess(["/bin/chmod", "-R", "a+rX", workspace.path])
    try #require(open.wait() == .code(0))
    server = try await kind.serve(workspace.path)
  }

  /// A tree that is only read, for all tests of the process.
  static func still(_ kind: ShareKind) async throws -> ShareTree {
    try await StillShares.shared.get(kind)
  }

  /// Gives the account that logs in flags of Samba's: `[L]` locks it, `[D]` disables it, `[]` frees it.
  func setAccount(_ flags: String) throws {
    let users = try String(contentsOfFile: server.base + "/users", encoding: .utf8)
    let account = try #require(users.split(separator: " ").first)
    let settings = server.base + "/plain/smb.conf"
    let change = try ChildProcess(
      ["/usr/bin/pdbedit", "-s", settings, "-c", flags, "-u", String(account)]
    )
    try #require(change.wait() == .code(0))
  }

  func setReadable(_ isReadable: Bool, _ path: String) throws {
    let mode = isReadable ? 0o755 : 0o700
    try FileManager.default.setAttributes(
      [.posixPermissions: mode],
      ofItemAtPath: folder.location(path)
    )
  }

  /// Moves the root aside or back.
  func moveRoot(away isAway: Bool) throws {
    let aside = folder.path + "-aside"
    if isAway {
      try FileManager.default.moveItem(atPath: folder.path, toPath: aside)
    } else {
      try? FileManager.default.removeItem(atPath: folder.path)
      try FileManager.default.moveItem(atPath: aside, toPath: folder.path)
    }
  }

  /// Makes a copy of a directory, outside of the library.
  func copy(_ path: String) throws {
    let copy = try ChildProcess(["/bin/cp", "-a", folder.location(path), workspace.file("copy")])
    try #require(copy.wait() == .code(0))
  }

  /// Exchanges a directory and its copy.
  func exchange(_ path: String) throws {
    try folder.move(path, to: "../aside")
    try folder.move("../copy", to: path)
    try folder.move("../aside", to: "../copy")
  }
}

/// Starts each server once.
private actor StillShares {
  static let shared = StillShares()
  private var tasks: [ShareKind: Task<ShareTree, any Error>] = [:]

  func get(_ kind: ShareKind) async throws -> ShareTree {
    let task = tasks[kind] ?? Task { try await ShareTree(kind) }
    tasks[kind] = task
    return try await task.value
  }
}
